"""Lists of English words that the rules go by. General ones: nothing here is of one user or one data set."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# ISO 4217 codes that are read behind or before an amount.
CURRENCIES = _words("""
    AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GHS HKD HUF IDR ILS INR ISK JPY KES KRW KWD
    LKR MXN MYR NGN NOK NZD PHP PKR PLN RON SAR SEK SGD THB TRY TWD UAH USD VND ZAR
""")

# Words that stand for something said elsewhere, so never for a name.
PRONOUNS = _words("""
    everything he her here him it nothing one she something that them there these they this those
""")

# What a business or a person is to somebody: with these a name may be written in lower case.
ROLES = _words("""
    accountant agency bakery bank bar barber beautician bookshop bookstore boss broker builder butcher cafe carrier
    chemist childminder cinema cleaner clinic club coach coffeeshop company contractor daycare dealer dealership
    deli dentist doctor drugstore electrician employer florist garage gardener grocer grocery gym hairdresser
    handyman hospital insurer internet joint kindergarten landlady landlord laundry lawyer lender library local
    market mechanic nanny nursery optician optometrist pharmacist pharmacy photographer physio physiotherapist
    plumber pool practice provider pub restaurant salon school servicer shop spa spot station store studio
    supermarket supplier tailor takeaway therapist trainer tutor university utility vet veterinarian walker
    warehouse yoga
""")

# Attributes with rules of their own, and what is nobody's place or business.
NO_NAME = _words("""
    address age birthday budget city day earnings email goal height home hometown income name number password pay
    payday phone pin rent salary target wage weight
""")

# Words that make what follows "is" a remark and not a name.
PREDICATES = _words("""
    a always an at awful bad best broken cheap close closed done due empty expensive far fine full gone good great
    here ill in late moving near never new nice not ok okay old on open shut sick so terrible there too very worst
""")

# Months, by their full names.
MONTHS = _words("""
    april august december february january july june march may november october september
""")

# Units of time.
TIMES = _words("""
    day month quarter today week year
""")

# What a name in a question never goes across.
STOP = _words("""
    a about above across add adds after all am an and april are around as at august be because been before began
    begin begins below between both but by can change changed come comes cost costs could december decrease
    decreased did do does down during each end ended ends ever every february fell for friday from get gets give
    given go goes got had happen happened has have he her here him his how i if in increase increased into is it its
    january july june just last least less like made make many march me mine minus monday month more most much my
    near need next nor not november now october of off on once one only or our out over paid pay pays per plus
    previous quarter rose said same saturday say see sent september she should show since so spend spends spent
    start started starts still sum sunday take takes tell than that the their them then there these they this those
    through thursday till times to today told too took tuesday up upon us used versus vs want was we wednesday week
    weekend went were what when where which who whom whose why will with within without work works would year years
    yesterday yet you your
""")

# What is asked about a thing; behind a name these are no part of it.
MEASURES = _words("""
    amount average balance bill charge cost debit expenditure expense fee invoice order outlay payment price
    purchase receipt refund row spend spending statement sum total transaction trip visit
""")

# What picks one of several; before a name these are no part of it.
ADJECTIVES = _words("""
    active annual average big biggest cheapest combined common costly current daily dearest earliest expensive
    favorite favourite final first frequent full highest individual joint largest last latest lowest main many max
    mean median min monthly most net new newest next old oldest only other overall own past pending posted previous
    recent regular second separate shared single smallest third top total typical usual weekly whole worst yearly
""")

# Heads that mean a part of everybody's finances, not something that one user has a name for.
FINANCE = _words("""
    account activity alcohol app apr asset atm balance bank banking behavior behaviour bill book booking borrowing
    breakfast budget business car card care cash category charity checking cheque child clothes clothing coffee
    company coverage credit currency data day debit debt deduction deposit dining dinner direct dividend document
    donation drink earning eating electricity employer entertainment equity escrow expense fare fee file finance
    fine flight food fuel fund funds furniture gas gift goal groceries grocery habit health heating history hobby
    holiday home hotel house household housing income inflow info information installment instalment insurance
    interest internet investment item job kid ledger life limit line list loan lunch meal medicine membership
    merchant money mortgage name number outflow overdraft paper parking pattern pay paycheck paycheque payday payee
    payer payroll pension pet pharmacy phone policy portfolio premium profit property purchase question rate record
    refund rent rental repayment restaurant retirement return reward ride salaries salary saving savings school
    score service share shopping spend spending stock streaming subscription subscriptions supply tax taxes taxi tip
    toll train transfer transport transportation travel trend tuition upload utilities utility vacation vendor wage
    wages water wealth wire withdrawal work worth
""")

# Words of a question about what was said, which say nothing of what it was about.
ABOUT_RECALL = _words("""
    know mention remember statement tell
""")
