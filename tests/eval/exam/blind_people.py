"""People of the blind part: nobody else meets them, and it is asked once in a while to see what strangers are told."""

from __future__ import annotations

from tests.eval.exam.latent import Person, Source, Spec
from tests.eval.exam.people import D, _accounts, _charges, _merchants

B1 = Spec(
    user="b1",
    country="GB",
    city="Cardiff",
    region="GB",
    first=D("2024-10-01"),
    as_of=D("2026-05-20"),
    pfx="uk",
    accounts=_accounts("""
cur; Principality Current; checking; 4471; GBP
sav; Holiday Saver; savings; 4480; GBP"""),
    merchants=_merchants("""
Morrisons; GRO; 4; 8-74
Aldi; GRO; 3; 6-48
Asda; GRO; 1.5; 5-80
Coffi Lab; COF; 5; 2.9-11
Uncommon Ground; COF; 2; 3-9
The Potted Pig; RES; 0.8; 24-88
Mowgli Street Food; RES; 1.2; 14-52
Nando's; FF; 1.4; 9-31
Burger King; FF; 1.6; 4-17
Transport for Wales; PT; 4; 3.2-42
Cardiff Bus; PT; 5; 2-6
Dragon Taxis; TAXI; 1; 6-24
Superdrug; PHA; 1.1; 3-27
Next; CLO; 0.8; 14-96
TK Maxx; CLO; 0.6; 9-75
eBay; MKT; 1.5; 5-66; online
Foyles; BOOK; 0.7; 8-32
Chapter Arts Centre; TV; 0.8; 7-24
Principality Stadium; EVENT; 0.3; 30-95
Nintendo; GAME; 0.5; 8-50; online
IKEA; SUP; 0.4; 12-140
Ryanair; FLY; 0.2; 38-190; online
Taberna do Porto; RES; 0.15; 12-48; >PT:Porto
Tenovus; CHA; 0.4; 4-20"""),
    charges=_charges("""
Cathays Lettings; RENT; 1; 725, 760@2025-10-01
Octopus Energy; ELEC; 12; 74; ~19
Sky; NET; 9; 31
giffgaff; TEL; 18; 12
Netflix; TV; 6; 10.99, 12.99@2025-11-01; sub
Apple Music; MUS; 20; 10.99; sub
JD Gyms; GYM; 24; 21.99, 23.99@2026-02-01; sub
Dropbox; SVC; 3; 9.99; sub | until=2025-12-31"""),
    sources=(
        Source("Cardiff Council", "INCOME_WAGES", 241_000, 0, day=26),
        Source("Glamorgan Tutors", "INCOME_WAGES", 21_000, 6_000, day=14),
    ),
    people=(Person("Rhys Morgan", 0.9, 0.5, 500, 6000), Person("Carys Bevan", 0.5, 0.4, 500, 4500)),
    savings=(("cur", "sav", 15_000, 27),),
    cards=(),
    main="cur",
    spend_on=(("cur", 1.0),),
    cash_rate=0.8,
    fee_rate=0.15,
)
B2 = Spec(
    user="b2",
    country="US",
    city="Denver",
    region="CO",
    first=D("2024-08-05"),
    as_of=D("2026-03-24"),
    pfx="us",
    accounts=_accounts("""
chk; Front Range Checking; checking; 7702; USD
sav; Summit Savings; savings; 7719; USD"""),
    merchants=_merchants("""
King Soopers; GRO; 5; 12-140
Sprouts; GRO; 2; 9-80
Natural Grocers; GRO; 1; 8-66
Corvus Coffee; COF; 5; 3.8-13
Huckleberry Roasters; COF; 3; 3.5-12
Root Down; RES; 0.7; 28-110
Illegal Pete's; RES; 1.6; 11-34
Chick-fil-A; FF; 2; 7-24
Wendy's; FF; 1.5; 6-19
RTD Denver; PT; 3; 2.75-10
Lyft; TAXI; 1.4; 8-38; online
CVS; PHA; 1.2; 5-48
Old Navy; CLO; 0.8; 18-95
Nordstrom Rack; CLO; 0.5; 22-120
Etsy; MKT; 1.1; 9-70; online
Tattered Cover; BOOK; 0.8; 9-46
Alamo Drafthouse; TV; 0.7; 12-48
Mission Ballroom; EVENT; 0.4; 35-120
PlayStation Store; GAME; 0.7; 7-70; online
Home Depot; SUP; 0.8; 9-180
Frontier Airlines; FLY; 0.25; 58-310; online
Sushi Koto; RES; 0.12; 15-60; >JP:Kyoto
Denver Rescue Mission; CHA; 0.3; 10-40"""),
    charges=_charges("""
Highland Lofts; RENT; 2; 1640, 1710@2025-08-01
Xcel Energy; ELEC; 11; 88; ~26
Comcast; NET; 7; 70
T-Mobile; TEL; 21; 55
Hulu; TV; 5; 7.99, 9.99@2025-10-01; sub
Spotify; MUS; 13; 10.99, 11.99@2025-07-01; sub
24 Hour Fitness; GYM; 16; 34.99; sub
Notion; SVC; 25; 10; sub | until=2025-11-30"""),
    sources=(
        Source("Denver Health", "INCOME_WAGES", 214_000, 0, day=15),
        Source("Mile High Tutoring", "INCOME_WAGES", 30_000, 8_000, day=4),
    ),
    people=(Person("Tomas Rivera", 0.8, 0.4, 800, 9000), Person("Grace Liu", 0.5, 0.5, 800, 7000)),
    savings=(("chk", "sav", 20_000, 18),),
    cards=(),
    main="chk",
    spend_on=(("chk", 1.0),),
    cash_rate=0.7,
    fee_rate=0.2,
)
BLIND = (B1, B2)
