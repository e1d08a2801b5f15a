"""Mails as servers and programs make them, and as people who mean harm do."""

from __future__ import annotations

import pytest

from assets.tickets.mail_parts import parse
from assets.tickets.replies import strip

HEAD = b"From: Ana <ana@halvor.example>\nSubject: Pump\nMIME-Version: 1.0\n"


def test_lines_that_a_program_wrapped_are_joined() -> None:
    mail = parse(
        HEAD + b"Content-Type: text/plain; format=flowed\n\nThe pump stops after \nten minutes.\n\n"
        b"> Which version \n> runs there?\n\n-- \nAna\n"
    )
    assert mail.body.raw == "The pump stops after ten minutes.\n\n> Which version runs there?\n\n-- \nAna"
    assert strip(mail.body.raw).body == "The pump stops after ten minutes."
    split = parse(HEAD + b"Content-Type: text/plain; format=flowed; delsp=yes\n\nThe pu \nmp.\n From here\n")
    assert split.body.raw == "The pump.\nFrom here"


def test_a_file_in_the_text_is_named_and_taken_out() -> None:
    mail = parse(HEAD + b"\nSee the log.\n\nbegin 644 pump.log\n#0V%T\n`\nend\n\nThanks\n")
    assert (mail.body.raw.split(), mail.attachments) == (["See", "the", "log.", "Thanks"], ["pump.log"])
    said = parse(HEAD + b"\nbegin 644 things at once\nand it fails\nend\n")
    assert (said.body.raw, said.attachments) == ("begin 644 things at once\nand it fails\nend", [])


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("application/ms-tnef; name=winmail.dat", "winmail.dat"),
        ("application/pgp-signature; name=s.asc", "s.asc"),
    ],
)
def test_what_programs_attach_is_named(kind: str, named: str) -> None:
    parts = f"--b\nContent-Type: text/plain\n\nIt stops.\n--b\nContent-Type: {kind}\n\nAAAA\n--b--\n"
    mail = parse(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + parts.encode())
    assert (mail.body.raw, mail.attachments) == ("It stops.", [named])


def test_what_is_encrypted_is_flagged() -> None:
    sealed = (
        b"Content-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nAAAA\n"
    )
    assert (parse(HEAD + sealed).flags, parse(HEAD + sealed).attachments) == (
        ["encrypted", "without_date"],
        ["smime.p7m"],
    )
    assert "encrypted" in parse(HEAD + b"\n-----BEGIN PGP MESSAGE-----\n\nhQEM\n").flags


def test_text_that_is_no_base64_stays_as_it_is() -> None:
    mail = parse(HEAD + b"Content-Transfer-Encoding: base64\n\nIt stops, as I said!\n")
    assert mail.body.raw == "It stops, as I said!"


@pytest.mark.parametrize(
    "data",
    [
        HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n"
        + b"--b\nContent-Type: image/png; name=a.png\n\nAAAA\n" * 3000 + b"--b\n\nIt stops.\n--b--\n",
        b"From: " + b'("' * 20_000 + b"\nSubject: x\n\nIt stops.\n",
        HEAD + b"Content-Type: text/plain; " + b"a=b; " * 50_000 + b"\n\nIt stops.\n",
        HEAD + b"References: " + b"<a@b> " * 50_000 + b"\n\nIt stops.\n",
        HEAD + b"X-A: b\n" * 20_000 + b"\nIt stops.\n",
        HEAD + b"Content-Type: text/html\n\n" + b"<div>" * 20_000 + b"It stops.",
    ],
    ids=["parts", "comments", "parameters", "references", "headers", "depth"],
)  # fmt: skip
def test_too_much_of_anything_costs_no_text(data: bytes) -> None:
    assert parse(data).body.text == "It stops."


def test_parts_within_parts_without_end_are_refused() -> None:
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000))
    with pytest.raises(ValueError, match="nested too deep"):
        parse(HEAD + nested + b"\nIt stops.\n")


@pytest.mark.parametrize("inside", [b"", b"; boundary=b%d"], ids=["boundaries unsaid", "boundaries said"])
def test_every_line_of_parts_within_parts_is_read_a_few_times_at_most(inside: bytes) -> None:
    def opened(number: int) -> bytes:
        kind = inside % number if b"%" in inside else inside
        return b"Content-Type: multipart/mixed" + kind + b"\n\n--b%d\n" % number

    lines = b"x\n" * 200_000  # read once a level, it would take minutes
    deep = HEAD + b"".join(map(opened, range(250))) + b"\n" + lines
    if inside:
        with pytest.raises(ValueError, match="nested too deep"):
            parse(deep)
    else:
        assert parse(deep).body.raw.endswith("x\nx")


def test_parts_whose_header_names_another_boundary_are_found() -> None:
    inner = b"--i\nContent-Type: text/plain\n\nIt stops.\n--i--\n"
    outer = b"--o\nContent-Type: multipart/alternative; boundary=wrong\n\n" + inner + b"--o--\n"
    assert parse(HEAD + b"Content-Type: multipart/mixed\n\n" + outer).body.raw == "It stops."
