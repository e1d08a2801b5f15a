"""Countries and their parts as contracts name them: whose law governs, and what is no party's name."""

from __future__ import annotations

import re

# fmt: off
_STATES = """Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii
|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan
|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York
|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island
|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia
|Wisconsin|Wyoming|District of Columbia|Ontario|Quebec|Québec|British Columbia|Alberta|Manitoba
|Saskatchewan|Nova Scotia|New Brunswick|Newfoundland and Labrador|Prince Edward Island
|New South Wales|Queensland|Victoria|Western Australia|South Australia|Tasmania|Bavaria|Dubai
|Abu Dhabi"""
_COUNTRIES = """Argentina|Australia|Austria|Bahamas|Bahrain|Bangladesh|Barbados|Belgium|Bermuda|Brazil
|British Virgin Islands|Bulgaria|Canada|Cayman Islands|Chile|China|Colombia|Costa Rica|Croatia
|Cyprus|Czech Republic|Denmark|Egypt|England and Wales|England & Wales|England|Wales|Scotland
|Northern Ireland|Estonia|Finland|France|Germany|Gibraltar|Greece|Guernsey|Hong Kong|Hungary|Iceland
|India|Indonesia|Ireland|Isle of Man|Israel|Italy|Japan|Jersey|Jordan|Kazakhstan|Kenya|Korea|Kuwait
|Latvia|Liechtenstein|Lithuania|Luxembourg|Macau|Malaysia|Malta|Mauritius|Mexico|Monaco|Morocco
|Netherlands|New Zealand|Nigeria|Norway|Oman|Pakistan|Panama|Peru|Philippines|Poland|Portugal|Qatar
|Romania|Russian Federation|Russia|Saudi Arabia|Serbia|Singapore|Slovakia|Slovak Republic|Slovenia
|South Africa|South Korea|Spain|Sri Lanka|Sweden|Switzerland|Taiwan|Thailand|Tunisia|Turkey|Ukraine
|United Arab Emirates|United Kingdom|United States of America|United States|Uruguay|Vanuatu
|Venezuela|Vietnam|USA|U.S.A.|UK|U.K.|U.S.|PRC|P.R.C.|P.R. China"""
_CITIES = """London|Paris|Berlin|Munich|Frankfurt|Hamburg|Vienna|Zurich|Geneva|Amsterdam|Brussels|Madrid
|Barcelona|Rome|Milan|Tokyo|Osaka|Beijing|Shanghai|Shenzhen|Mumbai|New Delhi|Toronto|Vancouver
|Montreal|Sydney|Melbourne|Los Angeles|San Francisco|San Diego|San Jose|Chicago|Houston|Dallas
|Austin|Boston|Atlanta|Denver|Seattle|Miami|Philadelphia|Phoenix|Las Vegas|Salt Lake City
|Minneapolis|Oxford|Cambridge|Stockholm|Oslo|Copenhagen|Helsinki"""
# fmt: on
_SPLIT = re.compile(r"\s*\|\s*")
JURISDICTIONS = tuple(_SPLIT.split(" ".join(f"{_STATES}|{_COUNTRIES}".split())))
_PLACES = frozenset(name.lower() for name in (*JURISDICTIONS, *_SPLIT.split(" ".join(_CITIES.split()))))
_OFFICIAL = re.compile(
    r"^(?:the )?(?:(?:state|commonwealth|province|republic|federal republic|kingdom"
    r"|people['’ ]*s republic|emirate|"
    r"canton|city|county|grand duchy|sultanate) of )?",
    re.I,
)


def is_place(name: str) -> bool:
    """The name is that of a country, a state or a large town: 'Delaware', 'the State of New York'."""
    plain = short_place(name).lower()
    return plain in _PLACES or plain.replace(".", "") in _PLACES


def short_place(name: str) -> str:
    """A jurisdiction as people call it: 'the State of New York' -> 'New York'."""
    plain = " ".join(name.split()).strip(" ,.;:")
    return _OFFICIAL.sub("", plain) or plain


PLACE = re.compile(
    r"\b(?:"
    + "|".join(re.escape(n).replace(r"\ ", r"\s+") for n in sorted(JURISDICTIONS, key=len, reverse=True))
    + r")(?![\w])",
    re.I,
)
"""A jurisdiction's name in running text."""
