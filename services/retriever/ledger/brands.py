"""Widely known businesses: how card networks abbreviate them, and what they sell, for banks that say neither.

Also the words in a business's name that tell its trade, and the words that only describe it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from services.retriever.ledger.folding import fold, joined


@dataclass(frozen=True, slots=True)
class Brand:
    """A known business. `category_id` is empty where what it sells differs from shop to shop."""

    name: str
    category_id: str


# category | name = abbreviation = …, one business between semicolons.
_TABLE = """
FOOD_AND_DRINK_COFFEE | Starbucks = starbucks coffee; Dunkin' = dunkin donuts; Costa Coffee; Caffè Nero = caffe nero; Peet's Coffee = peets; Tim Hortons; Blue Bottle Coffee; Philz Coffee; Dutch Bros = dutch bros coffee; Black Sheep Coffee; Gail's Bakery = gails; Caribou Coffee; Stumptown Coffee; Einstein Kaffee; Balzac Coffee
FOOD_AND_DRINK_FAST_FOOD | McDonald's = mcd = mcdonalds; Burger King; Chipotle = chipotle mexican grill; Subway; Taco Bell; KFC = kentucky fried chicken; Wendy's; Five Guys; Chick-fil-A = chickfila; Popeyes; Panda Express; In-N-Out Burger = in n out; Shake Shack; Greggs; Pret A Manger = pret; Domino's = dominos pizza; Pizza Hut; Papa John's = papa johns pizza; Jack in the Box; Sonic Drive-In = sonic; Arby's; Panera Bread = panera; Little Caesars; Leon; Itsu; Nordsee; Taco Hut; Whataburger; Jersey Mike's; Jimmy John's; Sweetgreen; Cava
FOOD_AND_DRINK_RESTAURANT | Uber Eats = ubereats = uber eats pending; DoorDash = doordash dasher; Grubhub; Deliveroo; Just Eat; Nando's = nandos chickenland; Dishoom; Wagamama; Pizza Express = pizzaexpress; Olive Garden; Applebee's; IHOP; Denny's; Cheesecake Factory; Buffalo Wild Wings; Vapiano; Lieferando; Postmates; Red Lobster; Outback Steakhouse; Texas Roadhouse; Chili's; Cracker Barrel; P.F. Chang's = pf changs; Franco Manca; Zizzi; Wahaca
FOOD_AND_DRINK_GROCERIES | Whole Foods Market = wholefds = whole foods = wholefoods = wfm; Trader Joe's = trader joe s = trader joes; Safeway; Kroger; Publix; Albertsons; Aldi = aldi sued = aldi nord; Lidl; Tesco = tesco stores = tesco express = tesco extra; Sainsbury's = sainsburys s/mkt = sainsburys local; Asda; Morrisons; Waitrose; Ocado; REWE = rewe markt = rewe sagt danke; EDEKA; Netto; Penny; Kaufland; Wegmans; H-E-B = heb; Food Lion; Giant Food = giant; Stop & Shop = stop and shop; Sprouts Farmers Market = sprouts; Fred Meyer; QFC; WinCo Foods = winco; Meijer; Instacart; Co-op Food = coop; Iceland; M&S Food = m and s simply food; Carrefour; Albert Heijn; Hy-Vee; Harris Teeter; Ralphs; Vons; Grocery Outlet; New Seasons Market
FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR | Total Wine = total wine and more; BevMo; Majestic Wine
TRANSPORTATION_GAS | Chevron; Shell = shell oil = shell service station; Exxon = exxonmobil; Mobil; BP; Esso = esso tiger; Texaco; Arco; Circle K; Speedway; Valero; Sunoco; Marathon Petroleum; Aral; Total Energies = totalenergies; Jet; Wawa; Sheetz; Phillips 66; Conoco; QuikTrip
TRANSPORTATION_TAXIS_AND_RIDE_SHARES | Uber = uber trip = uber rides = uber ride; Lyft = lyft ride = lyft rides; Bolt; FREENOW = free now; Cabify; Addison Lee; Gett; Curb; Via
TRANSPORTATION_PUBLIC_TRANSIT | TfL = tfl travel charge = tfl travel ch = transport for london; TriMet = trimet hop fare = trimet tap = hop fastpass; BVG = bvg app = bvg ticket; MTA = mta nyct paygo = mta nyct = mta metrocard; BART = bart clipper; Clipper; Caltrain; Amtrak; Deutsche Bahn = db vertrieb = deutsche bahn db vertrieb = bahn; Trainline = thetrainline = trainline.com; LNER; Avanti West Coast; GWR; WMATA = smartrip; CTA = ventra; SEPTA; MBTA; Metrolink; Greyhound; FlixBus = flix; National Express; Northern Rail
TRANSPORTATION_PARKING | ParkMobile; RingGo; PayByPhone; SpotHero; NCP; JustPark; EasyPark; Parkopedia; ParkWhiz
TRANSPORTATION_TOLLS | E-ZPass = ezpass; FasTrak; SunPass; Dartford Crossing = dart charge; TxTag
TRANSPORTATION_BIKES_AND_SCOOTERS | Lime; Bird; Tier; Voi; Santander Cycles; Citi Bike
TRAVEL_FLIGHTS | Alaska Airlines = alaska air; Delta Air Lines = delta air; United Airlines = united; American Airlines; Southwest Airlines = southwest; JetBlue; Spirit Airlines; Frontier Airlines; British Airways; easyJet; Ryanair; Lufthansa; Eurowings; KLM; Air France; Virgin Atlantic; Wizz Air; Air Canada; Condor; Jet2
TRAVEL_LODGING | Marriott; Hilton; Hyatt; Holiday Inn; Best Western; Airbnb; Booking.com = booking; Expedia; Premier Inn; Travelodge; Motel One; Motel 6; Hampton Inn; Ibis; Vrbo; Hostelworld; Hotels.com = hotels; Sheraton; Radisson
TRAVEL_RENTAL_CARS | Hertz; Avis; Enterprise Rent-A-Car = enterprise rent a car; Budget Rent a Car; Sixt; Europcar; Zipcar; Turo
ENTERTAINMENT_TV_AND_MOVIES | Netflix = netflix.com; Hulu; Disney+ = disney plus = disneyplus; Max = hbo max; Paramount+ = paramount plus; Peacock = peacock tv; Amazon Prime Video = prime video; Apple TV+ = apple tv plus; YouTube Premium = youtubepremium; YouTube TV; AMC Theatres = amc; Regal Cinemas = regal; Cineworld; Odeon; Vue Cinema = vue; NOW TV = now; TV Licensing = tv licence; Crunchyroll; DAZN; Sling TV; Cinemark; BritBox
ENTERTAINMENT_MUSIC_AND_AUDIO | Spotify = spotify usa; Apple Music; Deezer; Tidal; Audible = audible uk; Pandora; SiriusXM; SoundCloud; Ticketmaster; Amazon Music; Qobuz
ENTERTAINMENT_VIDEO_GAMES | Steam = steamgames.com = steam purchase = steam games; PlayStation = playstation network = sony playstation; Xbox = microsoft xbox; Nintendo = nintendo eshop; Epic Games; GameStop; Roblox; Blizzard; Twitch
GENERAL_MERCHANDISE_ONLINE_MARKETPLACES | Amazon = amzn mktp = amazon.com = amazon mktpl = amazon marketplace = amzn = amazon mktplace; eBay; Etsy = etsy.com = etsy inc; AliExpress; Temu; Alibaba; Vinted; Wish
GENERAL_MERCHANDISE_SUPERSTORES | Target = target t; Walmart = wal mart = wm supercenter = walmart supercenter; Costco = costco whse = costco wholesale; Sam's Club; BJ's Wholesale = bjs; Argos = argos retail
GENERAL_MERCHANDISE_CONVENIENCE_STORES | 7-Eleven = seven eleven; Circle K Stores; Spar; WHSmith
GENERAL_MERCHANDISE_DISCOUNT_STORES | Dollar Tree; Dollar General; Family Dollar; Poundland; B&M = b and m; Five Below; Big Lots; Ross = ross stores; T.J. Maxx = tj maxx = tjmaxx; TK Maxx; Marshalls
GENERAL_MERCHANDISE_DEPARTMENT_STORES | Macy's; Nordstrom; Kohl's; JCPenney; John Lewis; Marks & Spencer = m and s = marks spencer; Selfridges; Galeria; Bloomingdale's; Dillard's; Debenhams
GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES | Old Navy = old navy us; Gap = gap us; H&M = h and m; Zara; Uniqlo; Primark = primark stores; Nike; Adidas; Zalando; ASOS; Levi's; Lululemon; Next; Shein; Foot Locker; Patagonia; Urban Outfitters; Banana Republic; C&A = c and a; Victoria's Secret; Anthropologie
GENERAL_MERCHANDISE_ELECTRONICS | Best Buy; Apple Store; Currys = currys.co.uk; MediaMarkt = media markt; Saturn; Micro Center; Newegg; B&H Photo = b and h photo; Samsung; Dell
GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS | Powell's Books = powells; Barnes & Noble = barnes noble; Waterstones; Foyles; Dussmann = dussmann das kulturkaufhaus; Thalia; Kindle = kindle svcs; Half Price Books; Books-A-Million
GENERAL_MERCHANDISE_SPORTING_GOODS | REI = rei.com; Dick's Sporting Goods; Decathlon; Sports Direct; Academy Sports
GENERAL_MERCHANDISE_PET_SUPPLIES | Petco; PetSmart; Chewy = chewy.com; Pets at Home; Fressnapf; Mud Bay
GENERAL_MERCHANDISE_OFFICE_SUPPLIES | Staples; Office Depot; OfficeMax; Ryman
HOME_IMPROVEMENT_HARDWARE | Home Depot = the home depot; Lowe's = lowes; B&Q = b and q = bandq; Ace Hardware; Bauhaus; OBI; Hornbach; Screwfix; Toolstation; Menards; Harbor Freight; Wickes
HOME_IMPROVEMENT_FURNITURE | IKEA; Wayfair; Crate & Barrel; West Elm; Pottery Barn; DFS; Dunelm; Ashley Furniture
MEDICAL_PHARMACIES_AND_SUPPLEMENTS | CVS = cvs pharmacy; Walgreens; Rite Aid; Boots; Superdrug; Rossmann; dm = dm drogeriemarkt; Lloyds Pharmacy; GNC; Duane Reade
MEDICAL_EYE_CARE | Specsavers; LensCrafters; Warby Parker; Vision Express; Target Optical; Pearle Vision; Fielmann
PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS | Planet Fitness = planet fit club fees = planet fit; PureGym = pure gym; The Gym Group; LA Fitness; 24 Hour Fitness; Equinox; Orangetheory; Urban Sports Club = urban sports gmbh = urban sports; McFit; Peloton; ClassPass; YMCA; Anytime Fitness; Gold's Gym; David Lloyd; Crunch Fitness; FitX
PERSONAL_CARE_HAIR_AND_BEAUTY | Sephora; Ulta = ulta beauty; Great Clips; Supercuts; Toni & Guy; Sally Beauty; Douglas
GENERAL_SERVICES_INSURANCE | State Farm; Geico; Progressive = progressive ins; Allstate; Aviva; Admiral; Direct Line; Allianz; HUK-Coburg = huk24; Liberty Mutual; USAA Insurance; Lemonade; AXA; Farmers Insurance; Nationwide Insurance; Techniker Krankenkasse
GENERAL_SERVICES_AUTOMOTIVE | Jiffy Lube; Les Schwab = les schwab tires = les schwab tire; Kwik Fit; Halfords; AutoZone; Midas; Firestone; Pep Boys; O'Reilly Auto Parts; ATU; Discount Tire
GENERAL_SERVICES_POSTAGE_AND_SHIPPING | USPS; UPS; FedEx; Royal Mail; DHL; Evri; Deutsche Post
GENERAL_SERVICES_OTHER_GENERAL_SERVICES | Adobe = adobe systems = adobe creative cloud = adobe inc; iCloud+ = icloud = icloud plus; Google One = google storage; Dropbox; Microsoft 365 = microsoft office; GitHub = github inc; ChatGPT = openai chatgpt = openai; Figma; Notion; DigitalOcean = digitalocean.com; Amazon Web Services = aws emea amazon web services = aws = aws emea; Namecheap = name cheap; The New York Times = nytimes = new york times = nyt; The Guardian = guardian news and media = guardian news media; The Washington Post = washington post; The Economist; Amazon Prime = amzn prime = amazon prime membership = prime membership; 1Password; NordVPN; Zoom; LinkedIn; Canva; Patreon; Substack; Slack; Wall Street Journal = wsj; Financial Times; LastPass; GoDaddy; Squarespace; Evernote; Duolingo; Headspace; Medium
GENERAL_SERVICES_STORAGE | Public Storage; Extra Space Storage; CubeSmart; Big Yellow
GENERAL_SERVICES_CHILDCARE | KinderCare; Bright Horizons
GENERAL_SERVICES_EDUCATION | Coursera; Udemy; Skillshare; MasterClass; Kumon
RENT_AND_UTILITIES_TELEPHONE | Verizon Wireless = vzwrlss = verizon = vzw; AT&T = at and t = att = att mobility; T-Mobile = tmobile; giffgaff = giffgaff.com; Vodafone; O2; EE; Three; Telekom = telekom deutschland = deutsche telekom; Mint Mobile; Tesco Mobile; Lebara; Cricket Wireless; Google Fi; 1&1 = 1und1; SMARTY
RENT_AND_UTILITIES_INTERNET_AND_CABLE | Xfinity = comcast = comcast cable xfinity = comcast xfinity = xfinity internet = comcast cable; Spectrum = charter = charter spectrum; Cox Communications = cox; CenturyLink; Sky = sky digital = sky broadband = sky uk; BT = bt group = british telecom; Virgin Media; TalkTalk; Plusnet; Frontier Communications; Google Fiber; Optimum; Starlink; DirecTV; Dish Network = dish
RENT_AND_UTILITIES_GAS_AND_ELECTRICITY | Portland General Electric = pge portland general electric; PG&E = pacific gas electric = pgande = pacific gas and electric; Con Edison = coned; Octopus Energy; British Gas; EDF Energy = edf; E.ON = eon next = eon energie; NW Natural; Duke Energy; Dominion Energy; Vattenfall; Bulb; OVO Energy; Scottish Power; Pacific Power; Southern California Edison = sce; Xcel Energy; SSE; Stadtwerke
RENT_AND_UTILITIES_WATER | Thames Water = thames water util; Severn Trent = severn trent water; Anglian Water; Tualatin Valley Water; United Utilities
LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT | Nelnet = nelnet student ln = nelnet student ln pmt; Navient; MOHELA; Great Lakes Loans; Aidvantage; Student Loans Company = slc; Sallie Mae
LOAN_PAYMENTS_MORTGAGE_PAYMENT | Rocket Mortgage = quicken loans; Mr. Cooper; Loandepot; Nationwide Mortgage; PennyMac; Freedom Mortgage
LOAN_PAYMENTS_CAR_PAYMENT | Toyota Financial; Honda Financial; Ford Credit = ford motor credit; Ally Auto; GM Financial; Capital One Auto
GOVERNMENT_AND_NON_PROFIT_DONATIONS | Oxfam; Red Cross; UNICEF; Cancer Research UK; RNLI; British Heart Foundation; Oregon Food Bank; Salvation Army; Greenpeace; WWF; Amnesty International; Save the Children; St. Jude; Wikimedia; GoFundMe; Doctors Without Borders
GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT | IRS = usataxpymt = irs usataxpymt; HMRC; Finanzamt
 | Apple = apple.com = apple.com/bill; Google; Microsoft; PayPal; Uber One; Tesla; Virgin; Sony; Chase; Wells Fargo; Bank of America; Citi = citibank; Capital One; American Express = amex; Barclays; HSBC; Lloyds; NatWest; Monzo; Revolut; Wise; Venmo; Cash App; Zelle; Klarna
"""

_TRADES = """
FOOD_AND_DRINK_COFFEE: coffee, espresso, roasters, roastery, kaffee, kaffeehaus, roasting
FOOD_AND_DRINK_GROCERIES: grocery, groceries, grocers, supermarket, supermarkt, supermercado, grocer, greengrocer
FOOD_AND_DRINK_RESTAURANT: restaurant, ristorante, trattoria, osteria, bistro, brasserie, grill, steakhouse, sushi, ramen, taqueria, pizzeria, diner, tavern, eatery, cantina, thai, izakaya, noodle, noodles, wok, dumpling, tapas, gastropub
FOOD_AND_DRINK_FAST_FOOD: burger, burgers, tacos, taco, kebab, sandwiches, donuts, doughnuts, fried chicken
FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR: liquor, liquors, wines, bottle shop, off licence
MEDICAL_PHARMACIES_AND_SUPPLEMENTS: pharmacy, drugstore, drugs, chemist, chemists, apotheke, pharmacie
MEDICAL_DENTAL_CARE: dental, dentist, dentistry, orthodontics, zahnarzt
MEDICAL_EYE_CARE: optical, optician, opticians, optometry, eyecare, vision center
MEDICAL_VETERINARY_SERVICES: vet, vets, veterinary, animal hospital, tierarzt
MEDICAL_PRIMARY_CARE: clinic, family medicine, medical center, medical group, physicians, surgery center, arztpraxis
GENERAL_MERCHANDISE_PET_SUPPLIES: pet, pets, pet supply, pet supplies
PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS: gym, fitness, yoga, pilates, crossfit, climbing
PERSONAL_CARE_HAIR_AND_BEAUTY: salon, barber, barbers, barbershop, hair, nails, beauty, spa, friseur
PERSONAL_CARE_LAUNDRY_AND_DRY_CLEANING: laundry, laundromat, cleaners, launderette
TRANSPORTATION_PARKING: parking, car park, parkhaus
TRANSPORTATION_TAXIS_AND_RIDE_SHARES: taxi, cab, cabs, taxis, minicab
TRANSPORTATION_TOLLS: toll, tollway, tolls
TRANSPORTATION_PUBLIC_TRANSIT: transit, metro, railway, rail, bus, subway fare, verkehrsbetriebe
TRANSPORTATION_GAS: petrol, fuel, gas station, petroleum, tankstelle
TRAVEL_LODGING: hotel, motel, inn, hostel, lodge, resort, hotels
TRAVEL_FLIGHTS: airlines, airways, airline
TRAVEL_RENTAL_CARS: rent a car, car rental, car hire
ENTERTAINMENT_TV_AND_MOVIES: cinema, cinemas, theatres, streaming, movies
ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS: museum, zoo, aquarium, stadium, bowling
GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS: books, bookshop, bookstore, buchhandlung, newsagent, newsagents
GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES: apparel, clothing, clothes, shoes, boutique, outfitters, fashion
GENERAL_MERCHANDISE_ELECTRONICS: electronics
GENERAL_MERCHANDISE_OFFICE_SUPPLIES: stationery, stationers, schreibwaren
HOME_IMPROVEMENT_HARDWARE: hardware, lumber, baumarkt
HOME_IMPROVEMENT_FURNITURE: furniture, moebel
GENERAL_SERVICES_INSURANCE: insurance, versicherung, assurance
GENERAL_SERVICES_CHILDCARE: daycare, childcare, nursery, preschool, kita
GENERAL_SERVICES_AUTOMOTIVE: tires, tyres, auto repair, autohaus, garage
GENERAL_SERVICES_EDUCATION: university, college, tuition, academy
GENERAL_SERVICES_STORAGE: self storage, storage
RENT_AND_UTILITIES_RENT: rent, property management, property mgmt, apartments, lettings, hausverwaltung, realty, miete
RENT_AND_UTILITIES_TELEPHONE: wireless, mobile, telecom, cellular
RENT_AND_UTILITIES_INTERNET_AND_CABLE: broadband, internet, cable
RENT_AND_UTILITIES_GAS_AND_ELECTRICITY: electric, energy, power, electricity, gas and electric, natural gas, stadtwerke
RENT_AND_UTILITIES_WATER: water
RENT_AND_UTILITIES_SEWAGE_AND_WASTE_MANAGEMENT: waste management, sanitation, disposal
LOAN_PAYMENTS_MORTGAGE_PAYMENT: mortgage, home lending, home loans
LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT: student loan, student ln, student loans
LOAN_PAYMENTS_CAR_PAYMENT: auto loan, auto finance, motor finance, car finance
GOVERNMENT_AND_NON_PROFIT_DONATIONS: donation, charity, foundation, food bank, spende
GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT: tax payment, council tax, property tax
"""

# Words that only describe a business, with the primary categories in which adding them to a name changes nothing.
# "" means any business. A word that names another trade than the business's own makes it another business.
_DESCRIPTIVE = """
: the, store, stores, shop, shops, online, com, inc, llc, ltd, limited, plc, gmbh, corp, corporation, company, co, se, ag, usa, us, uk, outlet, branch, app, website
FOOD_AND_DRINK: coffee, cafe, restaurant, restaurants, bakery, market, markets, supermarket, supermarkets, grocery, groceries, foods, pizza, donuts, doughnuts, grill, bar, bistro, kitchen, burgers, mexican, coffeehouse, deli, diner, house, eatery, express, local, metro, extra, superstore, markt
GENERAL_MERCHANDISE: market, marketplace, supercenter, superstore, books, bookstore, bookshop, electronics, clothing, fashion, convenience, department, warehouse, wholesale, supplies, retail
HOME_IMPROVEMENT: hardware, furniture
MEDICAL: pharmacy, drugstore, chemist, chemists, clinic, dental, group, veterinary, hospital, practice
PERSONAL_CARE: gym, fitness, club, salon, studio, spa, gyms
GENERAL_SERVICES: insurance, daycare, nursery, tires, services, service, group, software, storage, monthly, membership, newspaper, subscription, systems
TRANSPORTATION: station, gas, petrol, fuel, oil, taxi, cab, rides, ride, trip, trips, transit, parking, trains, train, tickets, travel
TRAVEL: airlines, airline, airways, air, lines, hotel, hotels, inn, inns, resort, resorts, flights
ENTERTAINMENT: streaming, tv, music, games, cinema, cinemas, theatres, theaters, video, plus, premium, movies
RENT_AND_UTILITIES: wireless, mobile, internet, cable, broadband, energy, electric, electricity, water, power, utilities, telecom, communications, digital, property, properties, management, lettings, lets, phone, deutschland
LOAN_PAYMENTS: loan, loans, mortgage, servicing, student, lending, financial
GOVERNMENT_AND_NON_PROFIT: charity, foundation, donation, trust
INCOME: inc, employer, group, partners
"""


@cache
def _index() -> dict[str, Brand]:
    index: dict[str, Brand] = {}
    for line in _TABLE.strip().splitlines():
        category_id, _, brands = line.partition("|")
        for entry in brands.split(";"):
            name, *aliases = (one.strip() for one in entry.split("="))
            brand = Brand(name, category_id.strip())
            for alias in (name, *aliases):
                index.setdefault(joined(alias), brand)
                index.setdefault(joined(alias, umlauts=True), brand)
    return index


def find_brand(key: str) -> Brand | None:
    """The business with this name or abbreviation (folded, without blanks)."""
    return _index().get(key)


@cache
def _trades() -> dict[tuple[str, ...], str]:
    trades: dict[tuple[str, ...], str] = {}
    for line in _TRADES.strip().splitlines():
        category_id, _, words = line.partition(":")
        for word in words.split(","):
            trades[tuple(fold(word).split())] = category_id
    return trades


def trade_in_name(name: str) -> str:
    """The category that a business's own name tells ("Bridgeport Dental Group"), or "". The last such word decides."""
    words = fold(name, umlauts=True).split()
    trades = _trades()
    for end in range(len(words), 0, -1):
        for length in (3, 2, 1):
            if end - length >= 0 and (category_id := trades.get(tuple(words[end - length : end]))):
                return category_id
    return ""


@cache
def _descriptive() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for line in _DESCRIPTIVE.strip().splitlines():
        primary, _, words = line.partition(":")
        for word in words.split(","):
            table.setdefault(fold(word), set()).add(primary.strip())
    return {word: frozenset(primaries) for word, primaries in table.items()}


def describes(word: str, category_id: str) -> bool:
    """Whether a folded word says nothing new about a business of that category ("" where it is not known)."""
    primaries = _descriptive().get(word)
    if primaries is None:
        return False
    return "" in primaries or not category_id or any(category_id.startswith(primary) for primary in primaries)
