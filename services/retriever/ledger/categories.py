"""Categories: Plaid's personal finance categories (version 2 names of 2023), and the words that people use for them.

https://plaid.com/documents/transactions-personal-finance-category-taxonomy.csv
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from services.retriever.ledger.folding import fold

_TAXONOMY = {
    "INCOME": (
        "DIVIDENDS INTEREST_EARNED RETIREMENT_PENSION TAX_REFUND UNEMPLOYMENT WAGES OTHER_INCOME SALARY BENEFITS "
        "GIG_ECONOMY CHILD_SUPPORT RENTAL CONTRACTOR MILITARY LONG_TERM_DISABILITY"
    ),
    "TRANSFER_IN": "CASH_ADVANCES_AND_LOANS DEPOSIT INVESTMENT_AND_RETIREMENT_FUNDS SAVINGS ACCOUNT_TRANSFER OTHER_TRANSFER_IN WIRE",
    "TRANSFER_OUT": "INVESTMENT_AND_RETIREMENT_FUNDS SAVINGS WITHDRAWAL ACCOUNT_TRANSFER OTHER_TRANSFER_OUT WIRE",
    "LOAN_PAYMENTS": "CAR_PAYMENT CREDIT_CARD_PAYMENT PERSONAL_LOAN_PAYMENT MORTGAGE_PAYMENT STUDENT_LOAN_PAYMENT OTHER_PAYMENT BNPL",
    "BANK_FEES": "ATM_FEES FOREIGN_TRANSACTION_FEES INSUFFICIENT_FUNDS INTEREST_CHARGE OVERDRAFT_FEES OTHER_BANK_FEES LATE_FEES",
    "ENTERTAINMENT": (
        "CASINOS_AND_GAMBLING MUSIC_AND_AUDIO SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS TV_AND_MOVIES VIDEO_GAMES "
        "OTHER_ENTERTAINMENT"
    ),
    "FOOD_AND_DRINK": "BEER_WINE_AND_LIQUOR COFFEE FAST_FOOD GROCERIES RESTAURANT VENDING_MACHINES OTHER_FOOD_AND_DRINK",
    "GENERAL_MERCHANDISE": (
        "BOOKSTORES_AND_NEWSSTANDS CLOTHING_AND_ACCESSORIES CONVENIENCE_STORES DEPARTMENT_STORES DISCOUNT_STORES ELECTRONICS "
        "GIFTS_AND_NOVELTIES OFFICE_SUPPLIES ONLINE_MARKETPLACES PET_SUPPLIES SPORTING_GOODS SUPERSTORES TOBACCO_AND_VAPE "
        "OTHER_GENERAL_MERCHANDISE"
    ),
    "HOME_IMPROVEMENT": "FURNITURE HARDWARE REPAIR_AND_MAINTENANCE SECURITY OTHER_HOME_IMPROVEMENT",
    "MEDICAL": (
        "DENTAL_CARE EYE_CARE NURSING_CARE PHARMACIES_AND_SUPPLEMENTS PRIMARY_CARE VETERINARY_SERVICES OTHER_MEDICAL"
    ),
    "PERSONAL_CARE": "GYMS_AND_FITNESS_CENTERS HAIR_AND_BEAUTY LAUNDRY_AND_DRY_CLEANING OTHER_PERSONAL_CARE",
    "GENERAL_SERVICES": (
        "ACCOUNTING_AND_FINANCIAL_PLANNING AUTOMOTIVE CHILDCARE CONSULTING_AND_LEGAL EDUCATION INSURANCE POSTAGE_AND_SHIPPING "
        "STORAGE OTHER_GENERAL_SERVICES"
    ),
    "GOVERNMENT_AND_NON_PROFIT": "DONATIONS GOVERNMENT_DEPARTMENTS_AND_AGENCIES TAX_PAYMENT OTHER_GOVERNMENT_AND_NON_PROFIT",
    "TRANSPORTATION": (
        "BIKES_AND_SCOOTERS GAS PARKING PUBLIC_TRANSIT TAXIS_AND_RIDE_SHARES TOLLS OTHER_TRANSPORTATION"
    ),
    "TRAVEL": "FLIGHTS LODGING RENTAL_CARS OTHER_TRAVEL",
    "RENT_AND_UTILITIES": (
        "GAS_AND_ELECTRICITY INTERNET_AND_CABLE RENT SEWAGE_AND_WASTE_MANAGEMENT TELEPHONE WATER OTHER_UTILITIES"
    ),
}
TAXONOMY: dict[str, tuple[str, ...]] = {primary: tuple(rests.split()) for primary, rests in _TAXONOMY.items()}
PRIMARIES = frozenset(TAXONOMY)
DETAILED = frozenset(f"{primary}_{rest}" for primary, rests in TAXONOMY.items() for rest in rests)


def expand(category_ids: Iterable[str]) -> tuple[str, ...]:
    """Detailed ids of detailed and primary ones; an id that is neither stays as it is, and matches only itself."""
    expanded: dict[str, None] = {}
    for category_id in category_ids:
        rests = TAXONOMY.get(category_id)
        if rests is None:
            expanded[category_id] = None
        else:
            expanded.update((f"{category_id}_{rest}", None) for rest in rests)
    return tuple(expanded)


def _under(primary: str, *, without: str = "") -> tuple[str, ...]:
    left_out = {f"{primary}_{rest}" for rest in without.split()}
    return tuple(one for one in expand((primary,)) if one not in left_out)


def _some(primary: str, rests: str) -> tuple[str, ...]:
    return tuple(f"{primary}_{rest}" for rest in rests.split())


@dataclass(frozen=True, slots=True)
class CategoryGroup:
    """What a word for spending stands for. `name` is its id and how it is shown."""

    name: str
    category_ids: tuple[str, ...]
    words: tuple[str, ...]


# The first column is the money semantics' own table (section 4); words beside it are its plurals, and UK and US forms.
GROUPS: tuple[CategoryGroup, ...] = tuple(
    CategoryGroup(name, category_ids, tuple(word.strip() for word in words.split(",")))
    for name, category_ids, words in (
        (
            "coffee",
            _some("FOOD_AND_DRINK", "COFFEE"),
            "coffee, coffees, coffee shop, coffee shops, coffee houses, coffeeshops",
        ),
        ("restaurants", _some("FOOD_AND_DRINK", "RESTAURANT"), "restaurant, restaurants, sit-down restaurants"),
        (
            "fast food",
            _some("FOOD_AND_DRINK", "FAST_FOOD"),
            "fast food, fast-food, fastfood, fast food places, fast food restaurants",
        ),
        (
            "eating out",
            _some("FOOD_AND_DRINK", "RESTAURANT FAST_FOOD"),
            "eating out, dining out, eat out, eating-out, dining, meals out, restaurants and fast food, fast food and restaurants",
        ),
        (
            "groceries",
            _some("FOOD_AND_DRINK", "GROCERIES"),
            "grocery, groceries, grocery stores, grocery shopping, supermarket, supermarkets, food shopping",
        ),
        (
            "food and drink",
            _under("FOOD_AND_DRINK"),
            "food and drink, food & drink, food and drinks, food & drinks, food and beverages, food, eating and drinking",
        ),
        (
            "alcohol",
            _some("FOOD_AND_DRINK", "BEER_WINE_AND_LIQUOR"),
            "alcohol, liquor, liquor stores, off licence, off licences, booze, beer wine and liquor",
        ),
        (
            "fuel",
            _some("TRANSPORTATION", "GAS"),
            "gas stations, gas station, gasoline, fuel, petrol, petrol stations, petrol station, filling stations, filling station, gas at the pump, diesel",
        ),
        (
            "taxis and rideshares",
            _some("TRANSPORTATION", "TAXIS_AND_RIDE_SHARES"),
            "taxis and rideshares, taxis and ride shares, taxis, taxi, cabs, cab, rideshare, rideshares, ride shares, ride share, "
            "ride sharing, ridesharing, ride-hailing, taxi rides, cab rides, cab fares, taxi fares, minicabs",
        ),
        (
            "public transit",
            _some("TRANSPORTATION", "PUBLIC_TRANSIT"),
            "public transit, public transport, public transportation, transit, fares, fare, bus fares, train fares, transit fares, "
            "buses and trains, trains and buses, mass transit",
        ),
        ("parking", _some("TRANSPORTATION", "PARKING"), "parking, parking fees, parking meters, car parks"),
        ("tolls", _some("TRANSPORTATION", "TOLLS"), "tolls, toll, road tolls, toll roads, tollways"),
        ("transport", _under("TRANSPORTATION"), "transport, transportation, getting around, travel around town"),
        (
            "flights",
            _some("TRAVEL", "FLIGHTS"),
            "flights, flight, airfare, airfares, air fare, air travel, airlines, airline, airline tickets, plane tickets, flying",
        ),
        ("hotels", _some("TRAVEL", "LODGING"), "hotels, hotel, lodging, accommodation, hotel stays, places to stay"),
        (
            "car rental",
            _some("TRAVEL", "RENTAL_CARS"),
            "car rental, car rentals, rental cars, rental car, car hire, hire cars, hire car",
        ),
        ("travel", _under("TRAVEL"), "travel, travelling, traveling, trips and travel"),
        ("entertainment", _under("ENTERTAINMENT"), "entertainment, fun and entertainment"),
        (
            "video games",
            _some("ENTERTAINMENT", "VIDEO_GAMES"),
            "video games, video game, gaming, videogames, computer games",
        ),
        ("music", _some("ENTERTAINMENT", "MUSIC_AND_AUDIO"), "music, music and audio, music streaming"),
        (
            "tv and movies",
            _some("ENTERTAINMENT", "TV_AND_MOVIES"),
            "tv and movies, movies, films, cinema, cinemas, tv streaming, movie theaters",
        ),
        (
            "clothes",
            _some("GENERAL_MERCHANDISE", "CLOTHING_AND_ACCESSORIES"),
            "clothes, clothing, apparel, clothes shopping, clothing stores, clothing and accessories, fashion",
        ),
        (
            "electronics",
            _some("GENERAL_MERCHANDISE", "ELECTRONICS"),
            "electronics, gadgets, electronics stores, tech gear",
        ),
        (
            "books",
            _some("GENERAL_MERCHANDISE", "BOOKSTORES_AND_NEWSSTANDS"),
            "books, bookstores, bookshops, bookstore, bookshop, book stores, book shops",
        ),
        (
            "convenience stores",
            _some("GENERAL_MERCHANDISE", "CONVENIENCE_STORES"),
            "convenience stores, convenience store, corner shops, corner stores",
        ),
        ("department stores", _some("GENERAL_MERCHANDISE", "DEPARTMENT_STORES"), "department stores, department store"),
        ("superstores", _some("GENERAL_MERCHANDISE", "SUPERSTORES"), "superstores, superstore, big box stores"),
        (
            "online marketplaces",
            _some("GENERAL_MERCHANDISE", "ONLINE_MARKETPLACES"),
            "online marketplaces, online marketplace",
        ),
        (
            "sporting goods",
            _some("GENERAL_MERCHANDISE", "SPORTING_GOODS"),
            "sporting goods, sports gear, sports equipment",
        ),
        ("office supplies", _some("GENERAL_MERCHANDISE", "OFFICE_SUPPLIES"), "office supplies, stationery"),
        ("gifts", _some("GENERAL_MERCHANDISE", "GIFTS_AND_NOVELTIES"), "gift shops, gifts and novelties"),
        ("general merchandise", _under("GENERAL_MERCHANDISE"), "general merchandise"),
        (
            "pet care",
            ("GENERAL_MERCHANDISE_PET_SUPPLIES", "MEDICAL_VETERINARY_SERVICES"),
            "pet care, pets, pet expenses, pet costs, my pet, my pets",
        ),
        ("pet supplies", ("GENERAL_MERCHANDISE_PET_SUPPLIES",), "pet supplies, pet food, pet stores, pet shops"),
        (
            "vets",
            ("MEDICAL_VETERINARY_SERVICES",),
            "vets, veterinary care, veterinary services, veterinarians, vet bills, vet visits",
        ),
        (
            "home improvement",
            _under("HOME_IMPROVEMENT"),
            "home improvement, home improvements, hardware and furniture, diy, furniture and hardware, hardware & furniture, do it yourself, home and diy",
        ),
        ("furniture", _some("HOME_IMPROVEMENT", "FURNITURE"), "furniture, furniture stores"),
        ("hardware", _some("HOME_IMPROVEMENT", "HARDWARE"), "hardware stores, hardware store, hardware"),
        (
            "pharmacies",
            _some("MEDICAL", "PHARMACIES_AND_SUPPLEMENTS"),
            "pharmacies, pharmacy, drugstores, drugstore, drug stores, chemists, chemist, pharmacies and supplements",
        ),
        (
            "medical care",
            _under("MEDICAL", without="VETERINARY_SERVICES"),
            "medical care, healthcare, health care, medical, medical bills, medical expenses, medical costs, health expenses, health costs",
        ),
        ("dental care", _some("MEDICAL", "DENTAL_CARE"), "dental care, dental, dentists, dental work"),
        ("eye care", _some("MEDICAL", "EYE_CARE"), "eye care, opticians, optometrists"),
        ("doctors", _some("MEDICAL", "PRIMARY_CARE"), "doctors, primary care, doctor visits, gp visits"),
        (
            "utilities",
            _under("RENT_AND_UTILITIES", without="RENT"),
            "utilities, utility bills, utility, utility companies, household bills",
        ),
        ("rent", _some("RENT_AND_UTILITIES", "RENT"), "rent, rent payments, rental payments"),
        (
            "phone",
            _some("RENT_AND_UTILITIES", "TELEPHONE"),
            "phone, phone bill, phone bills, telephone, cell phone, cellphone, mobile phone, mobile phone bill, mobile bill, phone service",
        ),
        (
            "internet and cable",
            _some("RENT_AND_UTILITIES", "INTERNET_AND_CABLE"),
            "internet, internet and cable, internet bill, internet bills, broadband, broadband bill, cable, cable bill, wifi bill, home internet",
        ),
        ("water", _some("RENT_AND_UTILITIES", "WATER"), "water bill, water bills, water"),
        (
            "gas and electricity",
            _some("RENT_AND_UTILITIES", "GAS_AND_ELECTRICITY"),
            "gas and electricity, electricity, electric bill, electric bills, power bill, power bills, energy, energy bills, energy bill, "
            "electricity bill, electricity bills, gas and electric, gas bill, gas bills, heating",
        ),
        (
            "insurance",
            _some("GENERAL_SERVICES", "INSURANCE"),
            "insurance, insurances, insurance premiums, insurance payments",
        ),
        (
            "childcare",
            _some("GENERAL_SERVICES", "CHILDCARE"),
            "childcare, child care, daycare, day care, nursery, nursery fees, babysitting",
        ),
        ("education", _some("GENERAL_SERVICES", "EDUCATION"), "education, tuition, school fees, courses"),
        (
            "car repair",
            _some("GENERAL_SERVICES", "AUTOMOTIVE"),
            "car repairs, car repair, car maintenance, automotive, auto repair, auto repairs, car service, mechanics, garages",
        ),
        ("postage", _some("GENERAL_SERVICES", "POSTAGE_AND_SHIPPING"), "postage, shipping, postage and shipping"),
        ("storage", _some("GENERAL_SERVICES", "STORAGE"), "storage units, self storage, self-storage"),
        (
            "gym",
            _some("PERSONAL_CARE", "GYMS_AND_FITNESS_CENTERS"),
            "gym, gyms, fitness, gym membership, gym memberships, gyms and fitness, fitness centers, fitness centres",
        ),
        (
            "hair and beauty",
            _some("PERSONAL_CARE", "HAIR_AND_BEAUTY"),
            "hair and beauty, hair & beauty, beauty, haircuts, haircut, hairdressers, hairdresser, salons, barbers, hair salons, beauty salons, cosmetics",
        ),
        (
            "laundry",
            _some("PERSONAL_CARE", "LAUNDRY_AND_DRY_CLEANING"),
            "laundry, dry cleaning, laundry and dry cleaning, dry cleaners, laundrettes",
        ),
        ("personal care", _under("PERSONAL_CARE"), "personal care"),
        (
            "charity",
            _some("GOVERNMENT_AND_NON_PROFIT", "DONATIONS"),
            "charity, charities, donations, donation, charitable donations, charitable giving, giving to charity, donated",
        ),
        ("taxes", _some("GOVERNMENT_AND_NON_PROFIT", "TAX_PAYMENT"), "tax payments, taxes paid, taxes"),
        (
            "mortgage",
            _some("LOAN_PAYMENTS", "MORTGAGE_PAYMENT"),
            "mortgage, mortgage payment, mortgage payments, home loan",
        ),
        (
            "student loans",
            _some("LOAN_PAYMENTS", "STUDENT_LOAN_PAYMENT"),
            "student loan, student loans, student loan payments, student debt",
        ),
        (
            "car payments",
            _some("LOAN_PAYMENTS", "CAR_PAYMENT"),
            "car payment, car payments, car loan, auto loan, car finance",
        ),
        (
            "loan payments",
            _under("LOAN_PAYMENTS", without="CREDIT_CARD_PAYMENT"),
            "loan payments, loans, loan repayments, loan payment",
        ),
    )
)


def display_name(category_id: str) -> str:
    """A category as a person reads it: the group that is just it, or its id in words."""
    named = _names().get(category_id)
    if named:
        return named
    primary = next((one for one in PRIMARIES if category_id.startswith(f"{one}_")), "")
    return category_id.removeprefix(f"{primary}_").replace("_", " ").lower()


@cache
def _names() -> dict[str, str]:
    return {group.category_ids[0]: group.name for group in reversed(GROUPS) if len(group.category_ids) == 1}


@cache
def groups_by_words() -> dict[tuple[str, ...], CategoryGroup]:
    """Folded words → what they stand for."""
    return {tuple(fold(word).split()): group for group in GROUPS for word in group.words}


def find_group(words: str) -> CategoryGroup | None:
    """The category that a text names as a whole, or None."""
    return groups_by_words().get(tuple(fold(words).split()))


def read_bank_category(text: str) -> str:
    """A detailed id for what a bank's own file calls a category ("Food > Coffee", "Groceries"), or ""."""
    for part in reversed([one.strip() for one in text.replace("/", ">").replace(":", ">").split(">")]):
        if part.upper() in DETAILED:
            return part.upper()
        group = find_group(part)
        if group is not None and len(group.category_ids) == 1:
            return group.category_ids[0]
        if group is not None:
            primary = next((one for one in PRIMARIES if group.category_ids == expand((one,))), "")
            if primary:
                return f"{primary}_OTHER_{primary}" if f"{primary}_OTHER_{primary}" in DETAILED else ""
    return ""
