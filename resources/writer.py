"""An optional language model behind an OpenAI-compatible endpoint, for short texts. Off by default."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import httpx

URL, MODEL, KEY = "DOCGRAIN_WRITER_URL", "DOCGRAIN_WRITER_MODEL", "DOCGRAIN_WRITER_KEY"
"""Set by whoever runs docgrain. Not in `collection.toml`: whoever may add a folder must not choose where the
texts of all others are sent."""
ATTEMPTS = 4
LONGEST_WAIT = 20.0
"""Seconds between two attempts at most."""


class WriterError(Exception):
    """The model cannot be asked; the message says what to mend and holds no secret."""


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """Where the model is. `url` ends before `/chat/completions`."""

    url: str
    model: str
    key: str = field(default="", repr=False)
    timeout: float = 60.0
    """Seconds for one answer."""


def configured(environ: Mapping[str, str] = os.environ) -> WriterSettings | None:
    """The model that the environment names; None where it names none. Raises WriterError where only half
    of it is said."""
    url, model = environ.get(URL, "").strip().rstrip("/"), environ.get(MODEL, "").strip()
    if not url:
        return None
    if urlsplit(url).scheme not in ("http", "https"):
        raise WriterError(f"{URL} is no address: write http(s)://host/v1")
    if not model:
        raise WriterError(f"{URL} is set, but not {MODEL}: name the model, or unset both")
    return WriterSettings(url, model, environ.get(KEY, "").strip())


def asked_model(environ: Mapping[str, str] = os.environ) -> str:
    """The name of the model that is asked, empty where none can be."""
    try:
        found = configured(environ)
    except WriterError:
        return ""
    return found.model if found is not None else ""


class Writer:
    """Asks the model; connections are kept. Nothing it is asked or answers is logged."""

    def __init__(self, settings: WriterSettings, first_wait: float = 0.5) -> None:
        """first_wait: seconds before the second attempt, doubled with each further one. Raises WriterError
        where the packages are missing."""
        try:
            import httpx
            import tenacity
        except ImportError as error:
            raise WriterError("a language model needs: pip install 'docgrain[llm]'") from error
        self.settings = settings
        self._host = urlsplit(settings.url).hostname or "the model"
        headers = {"Authorization": f"Bearer {settings.key}"} if settings.key else {}
        self._client = httpx.Client(headers=headers, timeout=settings.timeout)
        self._retrying = tenacity.Retrying(
            stop=tenacity.stop_after_attempt(ATTEMPTS),
            wait=tenacity.wait_exponential(multiplier=first_wait, max=LONGEST_WAIT),
            retry=tenacity.retry_if_exception(_may_pass),
            reraise=True,
        )

    def write(self, instruction: str, text: str, most_tokens: int = 80) -> str:
        """What the model answers, on one line. Overload, timeouts and lost connections are tried again.
        Raises WriterError, without the text, the address' credentials or the key."""
        import httpx

        asked = {
            "model": self.settings.model,
            "temperature": 0,
            "max_tokens": most_tokens,
            "messages": [
                {"role": "system", "content": instruction},
                {"role": "user", "content": text},
            ],
        }
        try:
            answer = self._retrying(self._post, asked)
            said = answer.json()["choices"][0]["message"]["content"]
        except httpx.HTTPStatusError as error:
            code = error.response.status_code
            mend = f"check {KEY}" if code in (401, 403) else f"check {URL} and {MODEL}, or try later"
            raise WriterError(f"{self._host} refused with status {code}: {mend}") from None
        except httpx.HTTPError as error:
            reason = type(error).__name__
            raise WriterError(
                f"{self._host} cannot be reached ({reason}): check {URL}, or try later"
            ) from None
        except (ValueError, KeyError, IndexError, TypeError):
            raise WriterError(
                f"{self._host} does not answer as an OpenAI-compatible endpoint: check {URL}"
            ) from None
        return " ".join(str(said or "").split())

    def _post(self, asked: dict[str, Any]) -> httpx.Response:
        answer = self._client.post(f"{self.settings.url}/chat/completions", json=asked)
        answer.raise_for_status()
        return answer


def _may_pass(error: BaseException) -> bool:
    import httpx

    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code in (408, 409, 429) or error.response.status_code >= 500
    return isinstance(error, httpx.TransportError)
