"""Only what the person wrote: a message without the mails it quotes, its signature and its footers."""

from assets.tickets.replies.strip import Stripped, strip

__all__ = ["Stripped", "strip"]
