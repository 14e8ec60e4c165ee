"""What a typing error may have been meant for."""

from __future__ import annotations

from services.answerer.dates import DAYS, MONTHS

# What a typing error may have been meant for: the plain words of the cues and of the periods, four letters and more.
VOCABULARY = (
    frozenset(
        """what which when where much many often number count spend spent spending cost costs paid paying payment
        payments charge charged charges purchase purchases purchased transaction transactions expense expenses
        bought order orders total altogether overall amount money average largest biggest highest smallest
        cheapest lowest expensive most least first last latest recent list show percent percentage share change
        difference compared compare more less income earned earn earnings salary received deposit deposits
        interest fees refund refunds refunded cash withdraw withdrew withdrawn withdrawals subscription
        subscriptions increase increased price prices raise raised sent send transferred transfer moved abroad
        overseas foreign countries currency weekend weekends weekdays month months monthly week weeks weekly
        year years yearly quarter half days since between until during over under above below from with merchant
        merchants shop shops store stores place places visit visits today yesterday previous start beginning
        summer have went goes ever there please before after ignoring excluding including this that did account
        accounts card credit debit checking savings outflow three seven eight twelve fifteen twenty thirty
        twice still period calendar paycheck combined previous
        different distinct exactly together single biggest anything everything separate dearest median times
        bigger smaller larger cheapest
        inclusive onwards costing counting without typical receive received receiving active priciest""".split()  # noqa: SIM905
    )
    | frozenset(MONTHS)
    | frozenset(DAYS)
)
