"""Words that say a number, a money or a day, in the languages that statements and questions come in.

English in full; German, French, Spanish, Italian, Portuguese and Dutch as far as amounts are written out in them
(cardinals to a trillion with their compounds). Digits and numeral signs of other scripts need no list: Unicode has it.
"""

from __future__ import annotations

import re
from functools import cache

from babel import Locale
from babel.numbers import list_currencies

ENGLISH = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million"
    r"|billion|trillion|dozen|score|half|halves|third|thirds|quarters?|first|second|fourth|fifth|sixth|seventh|eighth"
    r"|ninth|tenth|once|twice|thrice|single|double|triple|pair|couple|both|nil|percent)s?\b",
    re.IGNORECASE,
)
# More of English that only a model would write: run together, colloquial, ordinals above ten.
_ENGLISH_TOO = (
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:one|two|three|four|five|six|seven|eight|nine)"
    r"|(?:eleven|twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|hundred|thousand|million|billion)th"
    r"|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ieth|nought|naught|zilch|grand|quid|bucks?|pence|cents?"
    r"|quadruple|fourfold|twofold|threefold|tenfold|per ?cent|percentage|basis points?|bps|tens|umpteen|k"
)
_OTHERS = {
    "de": (
        r"null|eins?|eine[rmns]?|zwei|zwo|drei|vier|fünf|fuenf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwoelf|dutzend"
        r"|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn"
        r"|(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?"
        r"(?:zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)"
        r"|\w*(?:hundert|tausend)\w*|million(?:en)?|milliarden?|prozent|halb(?:e[rns]?)?|erste[rns]?|zweite[rns]?"
    ),
    "fr": (
        r"zéro|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente"
        r"|quarante|cinquante|soixante|septante|huitante|nonante|cents?|mille|milliards?|millions?|pour ?cent|douzaine"
        r"|moitié|premi(?:er|ère)|deuxième|troisième"
    ),
    "es": (
        r"cero|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\w+"
        r"|veint\w+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to)?|\w*cient[oa]s|mil"
        r"|mill(?:ón|ones)|por ?ciento|docena|mitad|primer[oa]?|segund[oa]"
    ),
    "it": (
        r"zero|un[oa]?|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici"
        r"|sedici|dicias?s?ette|diciotto|diciannove|vent\w+|trent\w+|quarant\w+|cinquant\w+|sessant\w+|settant\w+"
        r"|ottant\w+|novant\w+|cento|\w+cento|mill?[ea]|\w+mila|milion[ei]|miliard[oi]|per ?cento|dozzina|metà"
        r"|prim[oa]|second[oa]"
    ),
    "pt": (
        r"zero|uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|catorze|quinze"
        r"|dezesseis|dezasseis|dezessete|dezassete|dezoito|dezenove|dezanove|vinte|trinta|quarenta|cinquenta|sessenta"
        r"|setenta|oitenta|noventa|cem|cento|\w+[cz]ent[oa]s|mil|milh(?:ão|ões)|bilh(?:ão|ões)|por ?cento|dúzia|metade"
        r"|primeir[oa]|segund[oa]"
    ),
    "nl": (
        r"nul|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|(?:der|veer|vijf|zes|zeven|acht|negen)"
        r"tien|\w*(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)|\w*honderd\w*|\w*duizend\w*"
        r"|miljoen|miljard|procent|dozijn|helft|eerste|tweede"
    ),
}
# Ordinary English words that are a number elsewhere.
_ALSO_ENGLISH = r"(?!(?:due|once|son|trent|a|an)\b)"


@cache
def written_out() -> re.Pattern[str]:
    """Any number word of the languages read."""
    every = "|".join((_ENGLISH_TOO, *_OTHERS.values()))
    return re.compile(rf"{ENGLISH.pattern}|\b{_ALSO_ENGLISH}(?:{every})\b", re.IGNORECASE)


@cache
def days_and_months() -> re.Pattern[str]:
    """Names of months and weekdays, and English words for a day or a stretch of days."""
    names: set[str] = {"today", "yesterday", "tomorrow", "tonight", "fortnight", "weekend", "midnight", "noon"}
    for language in ("en", *_OTHERS):
        locale = Locale(language)
        for table in (locale.months, locale.days):
            names.update(one.casefold() for one in table["format"]["wide"].values())
    for table in (Locale("en").months, Locale("en").days):
        names.update(one.casefold() for one in table["format"]["abbreviated"].values())
    names.add("sept")
    said = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"\b(?:{said})s?\b", re.IGNORECASE)


@cache
def moneys() -> re.Pattern[str]:
    """Codes of currencies, in capitals, and their names in English."""
    codes = "|".join(sorted(list_currencies()))
    names = (
        r"dollars?|euros?|pounds?|sterling|yen|yuan|renminbi|rupees?|francs?|pesos?|reais|kron(?:a|or|er)|krone|zloty"
        r"|forints?|lira|rubles?|roubles?|rand|won|dirhams?|dinars?|shekels?|bitcoins?|satoshis?"
    )
    return re.compile(rf"\b(?:{codes})\b|\b(?i:{names})\b")
