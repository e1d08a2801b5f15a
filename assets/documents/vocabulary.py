"""The words families are told by, in the languages business documents here come in."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+|[§°]")


class Words:
    """Words and phrases to be found in plain text. `*` at an end of a phrase stands for any letters.
    Substring search: a single expression of all of them took 20 times as long."""

    def __init__(self, *phrases: str) -> None:
        self._needles = {_needle(phrase): phrase for phrase in phrases}

    def found_in(self, plain: str) -> list[str]:
        """The phrases that stand in `plain`, the text as `plain_words` gives it."""
        return [phrase for needle, phrase in self._needles.items() if needle in plain]

    def count_in(self, plain: str) -> int:
        """How often any of the phrases stands in `plain`."""
        return sum(plain.count(needle) for needle in self._needles)


def plain_words(text: str) -> str:
    """The words of a text in lower case, one space before and after each."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


def _needle(phrase: str) -> str:
    words = plain_words(phrase.strip("*"))
    return words[phrase.startswith("*") : len(words) - phrase.endswith("*")]


# fmt: off
CONTRACT_NAMES = Words(
    "agreement", "agreements", "contract", "contracts", "subcontract", "amendment", "amendments", "addendum",
    "lease", "sublease", "license", "licence", "nda", "msa", "non disclosure", "terms and conditions",
    "terms of service", "terms of use", "statement of work", "order form", "memorandum of understanding",
    "letter of intent", "deed", "indenture", "covenants", "specification", "specifications", "change order",
    "general conditions", "*vertrag", "*verträge", "*vereinbarung", "nachtrag", "agb",
    "allgemeine geschäftsbedingungen", "contrat", "contrats", "accord", "convention", "avenant", "bail",
    "conditions générales", "contrato", "acuerdo", "convenio", "contratto", "accordo", "overeenkomst",
    "acordo", "umowa",
)
INVOICE_NAMES = Words(
    "invoice", "invoices", "credit note", "purchase order", "receipt", "receipts", "packing slip",
    "delivery note", "pay application", "application for payment", "billing statement", "*rechnung",
    "*gutschrift", "rechnungskorrektur", "bestellung", "quittung", "lieferschein", "kassenbon", "facture",
    "factures", "avoir", "bon de commande", "reçu", "factura", "recibo", "albarán", "fattura", "ricevuta",
    "factuur", "fatura", "faktura",
)
DRAWING_NAMES = Words(
    "drawing", "drawings", "plan", "plans", "sheet", "elevation", "elevations", "section", "sections",
    "detail", "details", "schedules", "framing", "floor", "blueprint", "dwg", "ask", "sk", "grundriss",
    "schnitt", "ansicht", "lageplan", "*zeichnung", "bauplan", "coupe", "façade", "plano", "planos",
)
TICKET_NAMES = Words("ticket", "tickets", "issues", "incidents", "helpdesk", "support", "mailbox", "inbox")
PROSE_NAMES = Words(
    "report", "handbook", "manual", "policy", "minutes", "newsletter", "article", "paper", "press release",
    "speech", "bericht", "handbuch", "protokoll", "rapport", "manuel", "informe",
)
CONTRACT_PHRASES = Words(
    "this agreement", "this contract", "this amendment", "this lease", "this license", "hereinafter",
    "hereto", "hereof", "hereunder", "hereby", "herein", "thereof", "by and between",
    "made and entered into", "in witness whereof", "whereas", "witnesseth", "now, therefore", "the parties",
    "either party", "each party", "governing law", "indemnif*", "confidential information", "force majeure",
    "receiving party", "disclosing party", "effective date", "the contractor", "the owner",
    "section includes", "related sections", "related documents", "submittals", "contract documents",
    "quality assurance", "die parteien", "vertragspartner", "dieser vertrag", "dieses vertrages",
    "im folgenden", "kündigung", "les parties", "ci-après", "présent contrat", "las partes", "en adelante",
    "presente contrato", "le parti",
)
OBLIGATIONS = Words("shall", "hereby", "agrees", "warrants", "muss", "verpflichtet", "doit", "deberá")
INVOICE_WORDS = Words(
    "invoice no", "invoice number", "invoice date", "invoice", "due date", "amount due", "balance due",
    "subtotal", "sub total", "grand total", "total", "vat", "tax", "qty", "quantity", "unit price", "iban",
    "bic", "bill to", "ship to", "sold to", "payment terms", "order number", "customer no", "po number",
    "remit to", "rechnung", "rechnungsnummer", "rechnungsdatum", "gutschrift", "mwst", "ust", "umsatzsteuer",
    "steuer*", "betrag", "gesamtbetrag", "summe", "menge", "einzelpreis", "zahlbar", "kundennummer",
    "bestellung", "bankverbindung", "facture", "tva", "montant", "total ttc", "total ht", "quantité",
    "prix unitaire", "échéance", "siret", "factura", "importe", "iva", "cantidad", "fattura", "imponibile",
    "factuur", "btw",
)
DRAWING_WORDS = Words(
    "floor plan", "finish plan", "framing plan", "foundation plan", "roof plan", "site plan", "*work plan",
    "reflected ceiling plan", "lighting plan", "elevation", "elevations", "building section", "wall section",
    "finish schedule", "door schedule", "window schedule", "material schedule", "*tion schedule",
    "equipment schedule", "legend", "general notes", "keynotes", "key plan", "sheet", "sheet title",
    "sheet number", "drawn by", "checked by", "project no", "project number", "drawing no", "revisions",
    "north", "not to scale", "typ", "detail", "details", "true north", "grundriss", "schnitt", "ansicht",
    "maßstab", "gezeichnet", "plan n°", "échelle", "escala",
)
# fmt: on
E_INVOICE_FILES = re.compile(
    r"(?:factur-?x|zugferd|xrechnung|order-?x|fatturapa|ubl|cii)[\w.-]*\.xml$", re.IGNORECASE
)
E_INVOICE_ROOTS = frozenset(
    {
        "CrossIndustryInvoice",
        "CrossIndustryDocument",
        "SCRDMCCBDACIOMessageStructure",
        "SCRDMCCBDACIODMessageStructure",
        "SCRDMCCBDACIORMessageStructure",
        "Invoice",
        "CreditNote",
        "Order",
        "OrderResponse",
        "OrderChange",
        "DespatchAdvice",
        "FatturaElettronica",
    }
)
"""Root elements of UN/CEFACT CII (Factur-X, ZUGFeRD, Order-X), UBL 2 and FatturaPA."""
