"""The invented people of the exam: who banks where, what they buy, who pays them. `PRACTICE` and `SEALED` never share a person."""

from __future__ import annotations

import datetime as dt

from tests.eval.exam.latent import Account, Charge, Merchant, Person, Source, Spec

D = dt.date.fromisoformat


def _accounts(text: str) -> tuple[Account, ...]:
    out = []
    for line in text.strip().splitlines():
        key, name, subtype, mask, currency = (x.strip() for x in line.split(";"))
        out.append(Account(key, name, subtype, mask, currency))
    return tuple(out)


def _merchants(text: str) -> tuple[Merchant, ...]:
    """`name ; category ; a month ; low-high ; option option`: online, @account, >COUNTRY:City, old=Name@day, or=CATEGORY."""
    out = []
    for line in text.strip().splitlines():
        name, cat, rate, span, opts = [*(x.strip() for x in line.split(";")), ""][:5]
        low, high = (round(float(x) * 100) for x in span.split("-"))
        more: dict[str, object] = {}
        for o in opts.split("|"):
            o = o.strip()
            if o == "online":
                more["online"] = True
            elif o.startswith("@"):
                more["account"] = o[1:]
            elif o.startswith(">"):
                more["country"], more["city"] = o[1:].split(":")
            elif o.startswith("old="):
                old, day = o[4:].split("@")
                more |= {"old_name": old, "renamed_on": D(day)}
            elif o.startswith("or="):
                more["second_category"] = o[3:]
        out.append(Merchant(name, cat, float(rate), low, high, **more))  # type: ignore[arg-type]
    return tuple(out)


def _charges(text: str) -> tuple[Charge, ...]:
    """`name ; category ; day ; price, price@day ; option`: sub, ~jitter, until=day, @account, every=N."""
    out = []
    for line in text.strip().splitlines():
        name, cat, day, prices, opts = [*(x.strip() for x in line.split(";")), ""][:5]
        steps = []
        for p in prices.split(","):
            amount, _, since = p.strip().partition("@")
            steps.append((D(since) if since else dt.date(2000, 1, 1), round(float(amount) * 100)))
        more: dict[str, object] = {}
        for o in opts.split("|"):
            o = o.strip()
            if o == "sub":
                more["subscription"] = True
            elif o.startswith("~"):
                more["jitter"] = round(float(o[1:]) * 100)
            elif o.startswith("until="):
                more["end"] = D(o[6:])
            elif o.startswith("@"):
                more["account"] = o[1:]
            elif o.startswith("every="):
                more["every"] = int(o[6:])
        out.append(Charge(name, cat, int(day), tuple(steps), **more))  # type: ignore[arg-type]
    return tuple(out)


P1 = Spec(
    user="p1",
    country="US",
    city="Columbus",
    region="OH",
    first=D("2024-06-03"),
    as_of=D("2026-02-17"),
    accounts=_accounts("""
chk; Heartland Checking; checking; 4412; USD
sav; Rainy Day Savings; savings; 9931; USD
cc; Citi Custom Cash; credit card; 0778; USD"""),
    merchants=_merchants("""
Kroger; GRO; 6; 12-138
Aldi; GRO; 3; 9-74
Giant Eagle; GRO; 1.5; 8-92
Kroger Fuel Center; GAS; 1.4; 18-52
Speedway; GAS; 2.3; 21-58
Scioto Coffee Roasters; COF; 6; 3.2-14.5
Starbucks; COF; 2.6; 3.5-12.8
Fourth Street Cafe; RES; 1.6; 11-38
Oak & Ember Grill; RES; 1.3; 24-96
Pho Saigon House; RES; 1.2; 13-44
Wendy's; FF; 2.5; 6.5-19
Chick-fil-A; FF; 2; 7-23; old=Chickfila Express@2025-03-01
Lyft; TAXI; 1.6; 8-39; online
ParkColumbus; PARK; 2; 1.5-9; online
COTA; PT; 1.8; 2-4.5
CVS; PHA; 1.6; 4-48
Walgreens; PHA; 0.8; 5-37
Old Navy; CLO; 0.8; 18-95
Aldo; CLO; 0.4; 35-120
Best Buy; ELE; 0.5; 19-420
Gramercy Books; BOOK; 0.8; 8-46
Target; SUP; 2.4; 12-155; or=GRO
Amazon; MKT; 5; 6-140; online
Lowe's; HW; 0.9; 7-230
PetSmart; PETS; 1; 14-88
Olentangy Veterinary Hospital; VET; 0.3; 60-310
Bexley Dental Care; DEN; 0.25; 40-260
OhioHealth Primary Care; DOC; 0.4; 25-180
Gateway Film Center; TV; 0.7; 9-31
Clippers Ballpark; EVENT; 0.3; 15-80
Delta Air Lines; FLY; 0.25; 120-480; online
Hampton Inn; HOTEL; 0.25; 109-330
Toronto Noodle Bar; RES; 0.12; 14-60; >CA:Toronto
Muji Toronto; CLO; 0.08; 20-90; >CA:Toronto
Shear Delight Salon; HAIR; 0.7; 32-95"""),
    charges=_charges("""
Short North Lofts; RENT; 1; 1385, 1440@2025-08-01
AEP Ohio; ELEC; 11; 92; ~34
Spectrum; NET; 8; 69.99, 79.99@2025-09-01
T-Mobile; TEL; 17; 85
Geico; INS; 21; 126.40
Honda Financial Services; LOAN; 5; 289.17
Mid-Ohio Food Collective; CHA; 28; 25
Netflix; TV; 12; 15.49, 17.99@2025-02-01; sub | @cc
Spotify; MUS; 3; 11.99; sub | @cc
Amazon Music; MUS; 19; 9.99, 10.99@2025-10-01; sub | @cc
Peloton App; GYM; 24; 12.99, 15.99@2025-06-20; sub | @cc
New York Times; BOOK; 9; 17.00; sub | until=2025-07-30 | @cc"""),
    sources=(
        Source("Columbus City Schools", "INCOME_WAGES", 198_412, 1_250, every_days=14),
        Source("Franklin County Tutoring", "INCOME_WAGES", 24_000, 9_000, day=19, end=D("2025-12-20")),
    ),
    people=(
        Person("Megan Ortiz", 0.7, 0.4, 1200, 8500),
        Person("Megan Oates", 0.35, 0.1, 900, 6000),
        Person("Tyler Brandt", 0.4, 0.5, 1000, 9000),
    ),
    savings=(("chk", "sav", 25_000, 16),),
    cards=("cc",),
    main="chk",
    spend_on=(("cc", 0.7), ("chk", 0.3)),
    cash_rate=0.7,
    fee_rate=0.14,
    statements=(
        ("2025-02-03T14:00:00Z", "My pharmacy is CVS."),
        ("2025-05-06T14:00:00Z", "My usual coffee spot is Scioto Coffee Roasters."),
        ("2025-11-11T14:00:00Z", "Actually my pharmacy is Walgreens now."),
    ),
)

P2 = Spec(
    user="p2",
    country="GB",
    city="Leeds",
    region="GB",
    first=D("2024-03-11"),
    as_of=D("2026-05-26"),
    pfx="uk",
    accounts=_accounts("""
cur; FlexDirect Account; checking; 3381; GBP
isa; Marcus Savings; savings; 7720; GBP
bar; Barclaycard Rewards; credit card; 5006; GBP"""),
    merchants=_merchants("""
Tesco; GRO; 5; 6-92
Aldi; GRO; 3; 8-61
Morrisons; GRO; 1.8; 5-70
Tesco Petrol; GAS; 1.2; 22-64
Shell; GAS; 0.9; 18-71
Laynes Espresso; COF; 4.5; 2.9-11.4
Caffe Nero; COF; 3; 2.8-9.9
North Star Coffee Academy; SVC; 0.1; 45-90
Bundobust; RES; 1; 14-52
Wagamama; RES; 0.9; 15-63
Greggs; FF; 3.4; 2-8.4
Northern Rail; PT; 3; 3.1-27
First Leeds; PT; 4; 2-4.6
Uber; TAXI; 1.5; 5-26; online
Leeds City Parking; PARK; 1.3; 2-14
Boots; PHA; 1.3; 3-42
Superdrug; PHA; 0.8; 3-27
Primark; CLO; 0.8; 9-68
Next; CLO; 0.5; 14-110
Currys; ELE; 0.3; 15-520
Waterstones; BOOK; 0.9; 7-39
John Lewis; DEPT; 0.6; 12-230
Argos; SUP; 0.6; 8-140
Amazon; MKT; 3.4; 5-96; online
B&Q; HW; 0.7; 5-160
IKEA; FUR; 0.3; 20-390
Pets at Home; PETS; 1; 10-54
Aireborough Vets; VET; 0.3; 38-260
Headingley Dental Practice; DEN; 0.2; 27-240
Specsavers; EYE; 0.15; 25-210
Everyman Cinema; TV; 0.7; 11-38
Elland Road Tickets; EVENT; 0.3; 28-90
Ryanair; FLY; 0.25; 32-240; online
Premier Inn; HOTEL; 0.3; 45-190
Toni & Guy; HAIR; 0.6; 28-78
Bar Mercat Lisboa; RES; 0.15; 11-58; >PT:Lisbon
Hotel Alfama; HOTEL; 0.06; 120-420; >PT:Lisbon
British Heart Foundation; CHA; 0.5; 4-30"""),
    charges=_charges("""
Harrogate Road Lettings; RENT; 1; 825, 860@2025-04-01
Octopus Energy; ELEC; 15; 108; ~22
Yorkshire Water; WAT; 20; 34.20
Virgin Media; NET; 9; 36.00, 40.50@2025-04-01
giffgaff; TEL; 22; 12
Leeds City Council; TAX; 3; 148
Aviva; INS; 27; 31.75
Netflix; TV; 18; 10.99, 12.99@2025-03-01; sub | @bar
Spotify; MUS; 6; 11.99, 12.99@2025-12-01; sub | @bar
The Guardian; BOOK; 11; 12.00; sub | @bar
PureGym; GYM; 2; 22.99, 24.99@2026-01-01; sub
Now TV; TV; 25; 9.99; sub | until=2025-10-01 | @bar"""),
    sources=(
        Source("Leeds Teaching Hospitals", "INCOME_WAGES", 241_207, 14_800, day=24),
        Source("HMRC Child Benefit", "INCOME_OTHER_INCOME", 10_260, 0, every_days=28),
    ),
    people=(
        Person("Sophie Hartley", 0.9, 0.3, 500, 7000),
        Person("Sophia Hart", 0.4, 0.4, 700, 5000),
        Person("Gareth Lunn", 0.4, 0.2, 1000, 6000),
    ),
    savings=(("cur", "isa", 15_000, 26),),
    cards=("bar",),
    main="cur",
    spend_on=(("cur", 0.6), ("bar", 0.4)),
    cash_rate=0.6,
    fee_rate=0.08,
    statements=(
        ("2025-01-05T10:00:00Z", "My local is Bundobust."),
        ("2025-06-10T10:00:00Z", "When I say the big shop I mean Morrisons."),
    ),
)

P3 = Spec(
    user="p3",
    country="IE",
    city="Dublin",
    region="D",
    first=D("2024-09-02"),
    as_of=D("2026-04-08"),
    pfx="uk",
    accounts=_accounts("""
joi; Everyday Joint; checking; 6120; EUR
per; Aoife Personal; checking; 6138; EUR
dep; Holiday Fund; savings; 6144; EUR"""),
    merchants=_merchants("""
Dunnes Stores; GRO; 4.5; 9-118
SuperValu; GRO; 2.8; 6-88
Lidl; GRO; 3; 7-66
Lidia's Trattoria; RES; 0.7; 22-88
Applegreen; GAS; 2; 20-74
Insomnia; COF; 4; 3.2-12
Cloud Picker; COF; 2.4; 3.4-13.5
The Bagel Cafe; FF; 2; 6-17
Supermac's; FF; 1.6; 8-26
Brother Hubbard; RES; 1; 16-64
Chapter One; RES; 0.15; 110-330
Irish Rail; PT; 2.2; 3.4-42
Leap Card; PT; 3; 5-20
FreeNow; TAXI; 1.4; 9-38; online
M50 eFlow; TOLL; 2.5; 3.2-4.1; online
Dublin City Parking; PARK; 1.2; 3-16
Boots; PHA; 1; 4-46
McCabes Pharmacy; PHA; 0.7; 5-39
Penneys; CLO; 1; 10-75
Harvey Norman; ELE; 0.3; 25-640
Hodges Figgis; BOOK; 0.8; 9-48
Woodie's; HW; 0.8; 6-150
Maxi Zoo; PETS; 1; 12-66
Clontarf Vets; VET; 0.3; 45-240
Smithfield Dental; DEN; 0.2; 50-180
Light House Cinema; TV; 0.8; 10-33
Dublin Zoo; EVENT; 0.3; 19-74
Smyths Toys; SUP; 0.6; 9-120
Aer Lingus; FLY; 0.3; 60-520; online
The Address Hotel; HOTEL; 0.25; 119-390
Peter Mark; HAIR; 0.7; 29-120
Barcelona Tapas Bar; RES; 0.15; 15-70; >ES:Barcelona
Hotel Gracia; HOTEL; 0.07; 140-480; >ES:Barcelona
Trocaire; CHA; 0.4; 10-50
Kelly's Butchers; GRO; 1; 12-48
Kelly's Bakery; FF; 1.1; 4-19"""),
    charges=_charges("""
AIB Mortgages; MORT; 3; 1512.40, 1476.20@2025-11-01
Electric Ireland; ELEC; 16; 131; ~36
Uisce Eireann; WAT; 22; 21; every=3
Eir; NET; 12; 54.99
Vodafone; TEL; 7; 40
Laya Healthcare; INS; 24; 118.50
Bright Horizons Creche; KID; 1; 684
Disney+; TV; 10; 8.99, 9.99@2025-06-01; sub
Spotify Family; MUS; 21; 17.99, 20.99@2025-10-01; sub
FLYEfit; GYM; 4; 29.99; sub | @per
The Irish Times; BOOK; 14; 12.00, 14.00@2025-09-01; sub | until=2026-01-20
Google One; SVC; 27; 2.99; sub | @per"""),
    sources=(
        Source("Grand Canal Software", "INCOME_WAGES", 342_118, 0, day=27, account="per"),
        Source("Beaumont Hospital", "INCOME_WAGES", 268_990, 8_000, day=25),
        Source("Dept of Social Protection", "INCOME_OTHER_INCOME", 14_000, 0, day=2),
    ),
    people=(
        Person("Ciara Nolan", 0.8, 0.3, 1000, 9000),
        Person("Ciaran Nolan", 0.3, 0.3, 1000, 7000),
        Person("Declan Byrne", 0.4, 0.2, 1500, 9900),
    ),
    savings=(("per", "joi", 120_000, 28), ("joi", "dep", 20_000, 6)),
    cards=(),
    main="joi",
    spend_on=(("joi", 0.75), ("per", 0.25)),
    cash_rate=0.5,
    fee_rate=0.12,
    statements=(
        ("2025-03-02T10:00:00Z", "Our creche is Bright Horizons Creche."),
        ("2025-04-02T10:00:00Z", "My coffee place is Cloud Picker."),
    ),
)

P4 = Spec(
    user="p4",
    country="CA",
    city="Toronto",
    region="ON",
    first=D("2024-01-08"),
    as_of=D("2026-07-15"),
    pfx="us",
    accounts=_accounts("""
chq; Everyday Chequing; checking; 2204; CAD
usd; US Dollar Account; checking; 2291; USD
sav; ePremium Savings; savings; 2217; CAD
vis; TD Cash Back Visa; credit card; 8840; CAD
mc; Rogers Mastercard; credit card; 1173; CAD"""),
    merchants=_merchants("""
Loblaws; GRO; 4; 11-128
No Frills; GRO; 3; 9-84
Metro; GRO; 1.6; 7-66
Metrolinx; PT; 2; 4-17
Tim Hortons; COF; 7; 2.1-13.5
Balzac's Coffee; COF; 2.6; 3.6-15
Café Boréal; RES; 1.3; 12-52
Queen Street Pho; RES; 1.2; 13-41
Swiss Chalet; RES; 0.7; 19-74
A&W; FF; 1.5; 8-22
Popeyes; FF; 0.9; 9-27
Petro-Canada; GAS; 2; 28-86
Esso; GAS; 0.8; 24-79
TTC; PT; 5; 3.3-3.4
Uber; TAXI; 1.4; 8-39; online
Uber Eats; FF; 2; 16-58; online
Green P Parking; PARK; 1.6; 2.5-18
407 ETR; TOLL; 1; 8-46; online
Shoppers Drug Mart; PHA; 2; 5-62
Rexall; PHA; 0.6; 4-38
Roots; CLO; 0.5; 25-160
Winners; CLO; 0.7; 15-120
Canada Computers; ELE; 0.3; 20-620
Canadian Tire; HW; 1.1; 9-210
Indigo; BOOK; 0.8; 9-64
Hudson's Bay; DEPT; 0.4; 20-240
Costco; SUP; 1.6; 45-330
Amazon; MKT; 4; 7-130; online
Pet Valu; PETS; 1; 15-84
Danforth Animal Clinic; VET; 0.3; 70-390
Bloor Smiles Dental; DEN; 0.25; 60-320
Cineplex; TV; 0.8; 12-46
Scotiabank Arena; EVENT; 0.3; 60-280
Air Canada; FLY; 0.3; 140-690; online
Porter Airlines; FLY; 0.2; 99-380; online
Fairmont Royal York; HOTEL; 0.12; 210-520
Buffalo Outlet Shoes; CLO; 0.2; 30-140; >US:Buffalo
Wegmans; GRO; 0.35; 25-140; >US:Buffalo
DigitalOcean; SVC; 1; 12-48; online|@usd
Namecheap; SVC; 0.5; 9-38; online|@usd
Etsy; MKT; 0.5; 14-90; online|@usd
Salon Rosedale; HAIR; 0.6; 45-140"""),
    charges=_charges("""
Parkdale Property Management; RENT; 1; 2150, 2203.75@2025-05-01; @chq
Toronto Hydro; ELEC; 18; 88; ~27
Enbridge Gas; ELEC; 23; 74; ~30
Rogers; NET; 9; 95.00, 101.00@2025-07-01
Koodo; TEL; 13; 48
Intact Insurance; INS; 26; 164.20
Crave; TV; 15; 19.99, 22.00@2025-04-01; sub | @vis
Spotify; MUS; 8; 10.99, 11.99@2024-11-01; sub | @vis
GoodLife Fitness; GYM; 4; 64.99, 69.99@2026-02-01; sub | @vis
The Globe and Mail; BOOK; 20; 29.99; sub | @mc
Dropbox; SVC; 11; 11.99; sub | @usd
Audible; BOOK; 27; 14.95; sub | until=2025-11-30 | @mc"""),
    sources=(
        Source("Northlake Analytics", "INCOME_WAGES", 268_355, 2_000, every_days=14),
        Source("Prairie Data Collective", "INCOME_OTHER_INCOME", 95_000, 42_000, day=12, account="usd"),
        Source("Canada Revenue Agency", "INCOME_TAX_REFUND", 8_800, 1_500, day=5, end=D("2026-04-30")),
    ),
    people=(
        Person("Priya Desai", 0.8, 0.4, 1000, 12000),
        Person("Priya Dhillon", 0.3, 0.3, 800, 6000),
        Person("Marc Tremblay", 0.4, 0.4, 1000, 8000),
    ),
    savings=(("chq", "sav", 40_000, 17),),
    cards=("vis", "mc"),
    main="chq",
    spend_on=(("vis", 0.55), ("mc", 0.2), ("chq", 0.25)),
    cash_rate=0.5,
    fee_rate=0.1,
    statements=(
        ("2025-09-09T10:00:00Z", "My vet is Danforth Animal Clinic."),
        ("2025-09-10T10:00:00Z", "By my commute I mean TTC."),
    ),
)

P5 = Spec(
    user="p5",
    country="US",
    city="Seattle",
    region="WA",
    first=D("2023-08-01"),
    as_of=D("2026-03-02"),
    refund_rate=0.07,
    accounts=_accounts("""
chk; Cascade Free Checking; checking; 1180; USD
sav; High-Yield Savings; savings; 1191; USD
amx; Amex Gold; credit card; 3007; USD
vsa; REI Co-op Visa; credit card; 6655; USD
jpy; Yen Travel Account; checking; 0902; JPY"""),
    merchants=_merchants("""
QFC; GRO; 7; 8-96
PCC Community Markets; GRO; 3; 12-110
Uwajimaya; GRO; 2; 10-85
Costco; SUP; 2; 48-310; or=GRO
Costa Vida; FF; 1.6; 9-26
Victrola Coffee; COF; 10; 3.4-13
Victrola Records; BOOK; 0.5; 12-60
Starbucks; COF; 6; 3.7-14.5
Cafe Campagne; RES; 1.2; 22-86
Din Tai Fung; RES; 1.4; 28-120
Ezell's Chicken; FF; 1.5; 9-31
Dick's Drive-In; FF; 3; 5-21
Ba Bar; RES; 1.6; 18-72
Chevron; GAS; 2.6; 28-71
Shell; GAS; 1.1; 25-68
ORCA; PT; 4; 5-30; online
Uber; TAXI; 3; 9-52; online
Uber Eats; FF; 3; 17-66; online
PayByPhone; PARK; 4; 2-16; online
Good To Go; TOLL; 3; 1.8-6.5; online
Bartell Drugs; PHA; 1.6; 5-48; old=Bartell@2025-01-15
Walgreens; PHA; 0.7; 4-39
REI; SPORT; 1.2; 18-260
REI Adventures; FLY; 0.05; 300-900; online
Nordstrom; DEPT; 0.8; 30-310
Nordstrom Rack; CLO; 0.9; 18-130
Uniqlo; CLO; 0.5; 20-110
Elliott Bay Book Company; BOOK; 1.4; 9-72
Amazon; MKT; 9; 6-180; online
Amazon Fresh; GRO; 1.2; 35-140; online
Home Depot; HW; 1.2; 8-280
McLendon Hardware; HW; 0.7; 6-120
Mud Bay; PETS; 1.3; 16-94
Emerald City Veterinary; VET; 0.35; 70-420
Ballard Dental Arts; DEN; 0.3; 50-340
Swedish Medical Group; DOC; 0.6; 30-240
SIFF Cinema; TV; 0.9; 11-44
Climate Pledge Arena; EVENT; 0.4; 55-290
Steam; GAME; 1.2; 5-70; online
Alaska Airlines; FLY; 0.6; 110-560; online
Hyatt; HOTEL; 0.35; 140-480
Lawson; CONV; 2; 3-22; >JP:Tokyo|@jpy
FamilyMart; CONV; 1.5; 2.5-18; >JP:Tokyo|@jpy
JR East; PT; 1.2; 2-38; >JP:Tokyo|@jpy
Ichiran Ramen; RES; 0.8; 10-28; >JP:Tokyo|@jpy
Vancouver Bakery; FF; 0.3; 6-40; >CA:Vancouver
Rudy's Barbershop; HAIR; 0.9; 34-78
Swanson's Nursery; HW; 0.5; 14-130"""),
    charges=_charges("""
Wallingford Flats; RENT; 1; 2450, 2525@2024-09-01, 2610@2025-09-01
Seattle City Light; ELEC; 19; 96; ~31
Seattle Public Utilities; WAT; 25; 88; ~19 | every=2
CenturyLink; NET; 6; 65
Verizon; TEL; 14; 92.30
Pemco Insurance; INS; 22; 141.85
Nelnet; STUD; 10; 212.66
Hulu; TV; 16; 7.99, 9.99@2024-10-17, 11.99@2025-10-17; sub | @amx
HBO Max; TV; 5; 16.99, 18.49@2025-11-01; sub | @amx
Spotify; MUS; 23; 10.99, 11.99@2024-07-01; sub | @amx
Adobe; SVC; 13; 22.99; sub | @vsa
Dropbox; SVC; 2; 11.99; sub | @vsa
Orangetheory Fitness; GYM; 8; 99, 109@2025-05-01; sub | @vsa
The Seattle Times; BOOK; 26; 15.96; sub | until=2025-09-01 | @vsa
Fred Hutch Foundation; CHA; 28; 40"""),
    sources=(
        Source("Puget Robotics", "INCOME_WAGES", 412_090, 900, every_days=14),
        Source("Kestrel Advisory", "INCOME_OTHER_INCOME", 155_000, 60_000, day=20),
        Source("Tokyo Sensor Lab", "INCOME_OTHER_INCOME", 45_000, 12_000, day=8, account="jpy"),
    ),
    people=(
        Person("Jordan Kim", 1.2, 0.5, 1000, 15000),
        Person("Jordan King", 0.4, 0.3, 900, 7000),
        Person("Aiko Tanaka", 0.5, 0.5, 1500, 9000),
        Person("Lena Fischer", 0.3, 0.2, 1000, 6000),
    ),
    savings=(("chk", "sav", 60_000, 15),),
    cards=("amx", "vsa"),
    main="chk",
    spend_on=(("amx", 0.5), ("vsa", 0.35), ("chk", 0.15)),
    cash_rate=0.8,
    fee_rate=0.08,
)

P6 = Spec(
    user="p6",
    country="US",
    city="Tucson",
    region="AZ",
    first=D("2025-01-06"),
    as_of=D("2026-06-30"),
    categories=False,
    accounts=_accounts("""
chk; Desert Share Checking; checking; 5501; USD
sav; Holiday Club; savings; 5519; USD"""),
    merchants=_merchants("""
Safeway; GRO; 4; 9-96
Catalina Grocery; GRO; 3; 8-104
Sonora Coffee Company; COF; 5; 3-12
Starbucks; COF; 2; 3.6-11
McDonald's; FF; 2; 5-18
Chevron; GAS; 2.5; 22-61
Circle K; CONV; 2; 3-24
Saguaro Vet Clinic; VET; 0.3; 55-280
Walgreens; PHA; 1; 5-44
Bookmans; BOOK; 0.8; 6-41
Ace Hardware; HW; 0.8; 6-88
Mesquite Auto Repair; AUTO; 0.3; 80-490
Barrio Taqueria; RES; 1.4; 10-46
Home Depot; HW; 0.6; 9-190
Petco; PETS; 0.9; 12-70
Southwest Airlines; FLY; 0.2; 98-380; online"""),
    charges=_charges("""
Cholla Ridge Apartments; RENT; 1; 1120, 1165@2026-01-01
Tucson Electric Power; ELEC; 14; 104; ~41
Cox Communications; NET; 9; 70
Progressive; INS; 20; 98.25
Netflix; TV; 7; 15.49, 17.99@2025-08-01; sub
Spotify; MUS; 17; 11.99; sub
Planet Fitness; GYM; 17; 10.00, 15.00@2026-02-01; sub"""),
    sources=(Source("Pima Solar Works", "INCOME_WAGES", 164_880, 7_000, every_days=14),),
    people=(Person("Luis Armenta", 0.7, 0.3, 1000, 8000), Person("Luisa Arms", 0.2, 0.2, 1000, 5000)),
    savings=(("chk", "sav", 10_000, 12),),
    cards=(),
    main="chk",
    spend_on=(("chk", 1.0),),
    cash_rate=0.9,
    fee_rate=0.18,
    statements=(("2026-01-03T10:00:00Z", "My mechanic is Mesquite Auto Repair."),),
)

S1 = Spec(
    user="s1",
    country="US",
    city="Austin",
    region="TX",
    first=D("2024-02-05"),
    as_of=D("2026-01-03"),
    accounts=_accounts("""
chk; Lone Star Checking; checking; 7410; USD
joi; Household Checking; checking; 7428; USD
sav; Emergency Fund; savings; 7436; USD
cc; Wells Fargo Active Cash; credit card; 2039; USD"""),
    merchants=_merchants("""
H-E-B; GRO; 6; 10-142
Central Market; GRO; 1.4; 14-96
Randalls; GRO; 1; 8-70
Houndstooth Coffee; COF; 5; 3.4-14
Dutch Bros; COF; 3; 4-13
Cenote Cafe; RES; 1.3; 12-41
Franklin Barbecue; RES; 0.5; 24-98
Loro; RES; 0.9; 20-84
Whataburger; FF; 2.6; 7-24
P. Terry's; FF; 2; 6-19
Buc-ee's; GAS; 1.4; 25-74
Valero; GAS; 1.6; 22-63
Lyft; TAXI; 1.6; 8-44; online
CapMetro; PT; 1.5; 1.25-6
TxTag; TOLL; 2; 2-19; online
ParkMobile; PARK; 2; 2-12; online
Walgreens; PHA; 1; 5-51
Tarrytown Pharmacy; PHA; 0.7; 6-60
Kendra Scott; CLO; 0.3; 45-160
Academy Sports; SPORT; 0.8; 14-190
BookPeople; BOOK; 0.9; 9-58
Target; SUP; 2; 14-160
Target Optical; EYE; 0.15; 60-280
Amazon; MKT; 5; 7-150; online
Home Depot; HW; 1; 8-260
Tomlinson's Feed; PETS; 1; 16-92
Zilker Veterinary Clinic; VET; 0.3; 65-360
South Lamar Dental; DEN; 0.25; 50-310
Alamo Drafthouse; TV; 1; 12-62
Moody Center; EVENT; 0.3; 50-220
Southwest Airlines; FLY; 0.35; 98-420; online
Hotel San Jose; HOTEL; 0.15; 180-420
Cancun Grill House; RES; 0.15; 14-70; >MX:Cancun
Birds Barbershop; HAIR; 0.8; 30-72"""),
    charges=_charges("""
Bouldin Creek Apartments; RENT; 2; 1725, 1790@2025-02-01
Austin Energy; ELEC; 12; 118; ~45
Google Fiber; NET; 7; 70
Mint Mobile; TEL; 19; 30
USAA; INS; 23; 133.60
Peacock; TV; 11; 5.99, 7.99@2024-08-01, 10.99@2025-08-01; sub | @cc
Apple Music; MUS; 15; 10.99; sub | @cc
Headspace; SVC; 21; 12.99; sub | until=2025-06-30 | @cc
Life Time Fitness; GYM; 5; 139, 149@2025-07-01; sub | @cc
Texas Monthly; BOOK; 26; 4.99; sub | @cc
Central Texas Food Bank; CHA; 27; 30"""),
    sources=(
        Source("Balcones Software", "INCOME_WAGES", 287_140, 1_100, every_days=14),
        Source("Barton Springs Yoga", "INCOME_WAGES", 31_000, 12_000, day=9),
    ),
    people=(
        Person("Carlos Medina", 0.8, 0.4, 1000, 9000),
        Person("Carla Medina", 0.3, 0.3, 800, 6000),
        Person("Beth Sawyer", 0.5, 0.3, 1000, 9000),
    ),
    savings=(("chk", "sav", 30_000, 18), ("chk", "joi", 90_000, 3)),
    cards=("cc",),
    main="chk",
    spend_on=(("cc", 0.65), ("chk", 0.2), ("joi", 0.15)),
    cash_rate=0.6,
    fee_rate=0.12,
)

S2 = Spec(
    user="s2",
    country="GB",
    city="Glasgow",
    region="GB",
    first=D("2025-02-03"),
    as_of=D("2026-06-10"),
    pfx="uk",
    accounts=_accounts("""
cur; Student Account; checking; 9015; GBP
sav; Rainy Pot; savings; 9023; GBP"""),
    merchants=_merchants("""
Lidl; GRO; 4; 4-48
Sainsbury's; GRO; 2; 5-52
Co-op; GRO; 3; 2-21
Thomson's Coffee; COF; 4; 2.8-9
Papercup Coffee Company; COF; 2; 3-9.6
The Glad Cafe; RES; 1; 9-34
Paesano Pizza; RES; 1.3; 11-38
Mother India; RES; 0.6; 18-54
Greggs; FF; 4; 2-7.2
KFC; FF; 1.2; 5-16
ScotRail; PT; 3; 3.4-31
First Bus; PT; 5; 2-5.4
Glasgow Taxis; TAXI; 1; 6-19
Boots; PHA; 1; 3-28
Urban Outfitters; CLO; 0.5; 15-85
Vinted; MKT; 1.5; 4-38; online
Amazon; MKT; 2; 5-70; online
Waterstones; BOOK; 0.9; 7-34
Voltaire & Rousseau; BOOK; 0.4; 4-22
Grosvenor Picture Theatre; TV; 0.7; 8-26
Barrowland Ballroom; EVENT; 0.5; 22-60
Steam; GAME; 1; 4-48; online
Argos; SUP; 0.4; 8-90
Loganair; FLY; 0.15; 62-210; online
Bella Roma Trattoria; RES; 0.15; 12-46; >IT:Rome
Barnardo's; CHA; 0.3; 3-15"""),
    charges=_charges("""
Kelvin Student Lets; RENT; 1; 540, 565@2025-09-01
Scottish Power; ELEC; 13; 52; ~14
Hyperoptic; NET; 8; 25
Smarty; TEL; 16; 10
Spotify; MUS; 5; 5.99, 6.49@2025-10-01; sub
Disney+; TV; 19; 4.99, 5.99@2026-01-01; sub
The Gym Group; GYM; 22; 19.99, 21.99@2026-03-01; sub
iCloud+; SVC; 27; 2.99; sub | until=2026-02-28"""),
    sources=(
        Source("Student Awards Agency", "INCOME_OTHER_INCOME", 90_000, 0, day=7),
        Source("Kelvingrove Museum Shop", "INCOME_WAGES", 38_000, 9_000, day=28),
    ),
    people=(
        Person("Eilidh Ross", 1.0, 0.4, 400, 4000),
        Person("Eilidh Roscoe", 0.4, 0.3, 400, 3000),
        Person("Fraser Kerr", 0.5, 0.4, 500, 5000),
    ),
    savings=(("cur", "sav", 5_000, 9),),
    cards=(),
    main="cur",
    spend_on=(("cur", 1.0),),
    cash_rate=0.7,
    fee_rate=0.1,
)

S3 = Spec(
    user="s3",
    country="NL",
    city="Utrecht",
    region="UT",
    first=D("2024-05-06"),
    as_of=D("2026-03-31"),
    pfx="uk",
    accounts=_accounts("""
bet; Betaalrekening; checking; 4071; EUR
spa; Oranje Spaarrekening; savings; 4089; EUR
yen; Yen Wallet; checking; 4097; JPY"""),
    merchants=_merchants("""
Albert Heijn; GRO; 6; 5-84
Jumbo; GRO; 3; 6-72
Ekoplaza; GRO; 1; 8-60
Koffie Leute; COF; 4; 2.9-11
The Village Coffee; COF; 2.4; 3-12
Café Olivier; RES; 1.2; 14-62
Ramen-Ya; RES; 0.9; 15-48
Febo; FF; 1.4; 3-14
NS Reizigers; PT; 4; 3-34
NS International; PT; 0.3; 29-160
U-OV; PT; 3; 1.2-4.8
Tinq; GAS; 1.5; 26-78
Bolt; TAXI; 0.9; 7-28; online
Q-Park; PARK; 1.2; 3-24
Kruidvat; PHA; 1.4; 3-34
Etos; PHA; 0.8; 4-30
Zeeman; CLO; 0.5; 6-40
De Bijenkorf; DEPT; 0.4; 20-210
Coolblue; ELE; 0.4; 18-640; online
Broese; BOOK; 0.9; 9-52
Bol.com; MKT; 3; 8-110; online
Gamma; HW; 0.8; 6-130
HEMA; SUP; 1.5; 4-60
Pathé; TV; 0.7; 11-38
TivoliVredenburg; EVENT; 0.5; 20-76
KLM; FLY; 0.3; 79-540; online
Tandarts Oudwijk; DEN; 0.2; 40-210
Seven Eleven Shibuya; CONV; 1; 2-18; >JP:Tokyo|@yen
Tokyo Metro; PT; 0.8; 2-12; >JP:Tokyo|@yen
Antwerp Bistro; RES; 0.2; 18-80; >BE:Antwerp
Kapsalon Knip; HAIR; 0.7; 28-70"""),
    charges=_charges("""
Woonstichting Domstad; RENT; 1; 1045, 1092.30@2025-07-01
Vattenfall; ELEC; 15; 142; ~28
Ziggo; NET; 10; 52.50, 55.00@2025-07-01
Simyo; TEL; 18; 14.50
Zilveren Kruis; INS; 26; 148.95, 159.20@2026-01-01
Videoland; TV; 6; 9.99, 11.99@2025-05-01; sub
Spotify; MUS; 12; 10.99, 12.99@2025-08-01; sub
NRC; BOOK; 20; 15.00; sub
Basic-Fit; GYM; 3; 24.99; sub
Figma; SVC; 24; 15.00; sub | until=2025-12-31"""),
    sources=(
        Source("Gemeente Utrecht", "INCOME_WAGES", 275_431, 0, day=23),
        Source("Atelier Noordzij", "INCOME_OTHER_INCOME", 62_000, 30_000, day=14),
    ),
    people=(
        Person("Sanne de Vries", 0.8, 0.3, 800, 8000),
        Person("Sander de Vries", 0.3, 0.3, 800, 6000),
        Person("Joost Bakker", 0.4, 0.3, 1000, 7000),
    ),
    savings=(("bet", "spa", 25_000, 25),),
    cards=(),
    main="bet",
    spend_on=(("bet", 1.0),),
    cash_rate=0.4,
    fee_rate=0.1,
)

PRACTICE = (P1, P2, P3, P4, P5, P6)
SEALED = (S1, S2, S3)
