"""Ways to ask that the grammar was not written from, on a made-up user: each is read as it is meant, or refused."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.answerer.grammar import Declined, OwnName, Planned, read
from services.answerer.model import (
    AmountSide,
    Candidate,
    EntityKind,
    FactAttribute,
    MatchKind,
    MovementKind,
    Netting,
    Per,
    Period,
    Plan,
    RefusalReason,
    ResolutionSource,
)
from tests.unit.answerer.ledger_fake import TODAY, FakeLedger, sample_rows

LEDGER = FakeLedger(sample_rows())

READ = (
    # Idioms stand for plain words.
    ("how deep am I into Juniper Roast this year", "sum"),
    ("add Juniper Roast and Osteria Blu together in May", "sum"),
    ("how much of a dent did Marlpit Grocers make in May, in money", "sum"),
    ("Is it true that I spent more on groceries in May than in April?", "is_more.periods"),
    ("Since what date have I been buying from Juniper Roast", "first"),
    # What stands around a question does not hide it.
    ("My sister's cat is ill again so, how much did I spend on coffee in May?", "sum"),
    ("when did I cancel... I mean when was the last payment to Streamly", "last"),
    # One slip of the keyboard, in any word of the grammar.
    ("whta did I spned at Juniper Roast in May", "sum"),
    ("how mnay purchaes did I make at Juniper Roast in May", "count"),
    ("do I sill pay for Streamly", "recurring.active"),
    # What comes again.
    ("How often does Streamly bill me", "recurring.cadence"),
    ("has Streamly stopped charging me", "recurring.ended"),
    ("what's the current price of Streamly", "recurring.price"),
    # The month that stands out, and who.
    ("what month of 2026 was spendiest", "peak_month"),
    ("lightest month for groceries in 2026", "peak_month"),
    ("which coffee shops did I go to in May", "merchants"),
    ("taking refunds into account, what did I spend at Fenwick & Daughters in 2026", "sum"),
    ("total refunds in March", "sum"),
    ("what did I get refunded by Fenwick & Daughters", "sum"),
    ("amount of the latest Marlpit Grocers charge", "last"),
    ("How much did I spend on coffee each month this year?", "breakdown"),
    ("What did I spend by category in May?", "breakdown"),
    ("Break down my spending in May by merchant", "breakdown"),
    ("my spending in 2026 month by month", "breakdown"),
    ("spending in May broken down by account", "breakdown"),
    ("income by month in 2026", "breakdown"),
    ("category breakdown for May", "breakdown"),
    ("average spend each month on groceries in 2026", "average.month"),
    ("Did my salary come in this month?", "exists"),
    ("Has the refund from Fenwick & Daughters arrived?", "exists"),
    ("When did I pay rent in May?", "when"),
    ("When was rent last paid?", "last"),
    ("What are my biggest expenses in May?", "list.largest"),
    ("how much interest did Rainy Day Saver pay me in May", "sum"),
    ("average per year on groceries in 2025", "average.year"),
    ("Are there any purchases over £100 in May?", "exists"),
    ("what did my Juniper Roast trips cost in May", "sum"),
    ("Did Streamly charge me in May?", "exists"),
    ("What's the size of Streamly's last price increase?", "price_step"),
    ("how much extra am I paying Streamly since the price rise", "price_step"),
    ("Streamly went up by how much?", "price_step"),
    ("by what amount did Streamly raise prices", "price_step"),
    ("How big was Streamly's price hike?", "price_step"),
    ("how much more per month is Streamly charging me since it went up", "price_step"),
    ("date of the Streamly price rise", "price_step"),
    ("When did I start paying more for Streamly?", "price_step"),
    ("what day did Streamly put its price up", "price_step"),
    ("when was streamly's last price increase", "price_step"),
    ("When did Streamly start charging more?", "price_step"),
    ("when did streamly get pricier", "price_step"),
    ("when did my Streamly subscription go up?", "price_step"),
    ("How much coffee money goes at weekends?", "sum"),
    ("coffee on Saturdays and Sundays in May: how much", "sum"),
    ("what do I spend on eating out on weekends", "sum"),
    ("weekend groceries in May, total", "sum"),
    ("on weekends, how much goes on coffee in May", "sum"),
    ("what did weekends in May cost me in coffee", "sum"),
    ("weekend spend on eating out, last 3 months", "sum"),
    ("coffee Monday to Friday in May, how much", "sum"),
    ("coffee on weekdays only in May, total", "sum"),
    ("what did I spend on coffee during the week in May", "sum"),
    ("Weekday coffee in May: what did it come to?", "sum"),
    ("How much do weekdays cost me in coffee? (May)", "sum"),
    ("total for coffee on Mondays in May", "sum"),
    ("number of ATM visits in May", "count"),
    ("how many times did I hit the ATM in May", "count"),
    ("cash machine withdrawals in May, how many", "count"),
    ("count my cash withdrawals in 2026", "count"),
    ("How often did I take cash out in May?", "count"),
    ("how many times did I withdraw money in May", "count"),
    ("how often was I at the cash machine in May", "count"),
    ("bank charges last month", "sum"),
    ("how much in fees has the bank taken this year", "sum"),
    ("fees paid in 2026 (without interest)", "sum"),
    ("account fees in may", "sum"),
    ("How much did banking fees come to in 2026?", "sum"),
    ("what did I pay the bank in fees in May", "sum"),
    ("fees, not counting interest, in May", "sum"),
    ("bank fees excluding interest in May", "sum"),
    ("Fenwick & Daughters in 2026, gross", "sum"),
    ("ignoring anything refunded, what did I spend at Fenwick & Daughters this year", "sum"),
    ("money out to Fenwick & Daughters this year, refunds not counted", "sum"),
    ("How much did I hand over at Fenwick & Daughters in 2026 before any refunds", "sum"),
    ("total charged by Fenwick & Daughters in 2026, leaving refunds out", "sum"),
    ("what did Fenwick & Daughters charge in total in 2026, refunds ignored", "sum"),
    ("Fenwick & Daughters gross total this year", "sum"),
    ("Don't take refunds off: what did I spend at Fenwick & Daughters in 2026?", "sum"),
    ("what do I spend in an average month", "average.month"),
    ("average month of spending in Q1 2026", "average.month"),
    ("In an average month of 2026, how much do I spend?", "average.month"),
    ("how much do I get through in an average month this year", "average.month"),
    ("average spend each month in the first quarter of 2026", "average.month"),
    ("per month, on average, what did I spend in 2026?", "average.month"),
    ("How many Marlpit Grocers shops cost me less than £50 this year?", "count"),
    ("number of purchases at Juniper Roast for under £5", "count"),
    ("how many of my Juniper Roast purchases were less than £5 in 2026", "count"),
    ("How many times did I pay Juniper Roast under £5?", "count"),
    ("How many Juniper Roast charges came in below £5 in 2026?", "count"),
    ("how many times was Juniper Roast cheaper than £5 in 2026", "count"),
    ("how much money has gone out in May, everything included", "outflow"),
    ("What left my accounts in May", "outflow"),
    ("total money out in May", "outflow"),
    ("How much went out in May altogether, cash and payments to people included?", "outflow"),
    ("my total outflow for May", "outflow"),
    ("how much flowed out in May", "outflow"),
    ("outflow in May, all accounts", "outflow"),
    ("Total outgoings in May", "outflow"),
    ("count my subscriptions", "recurring.count"),
    ("number of subscriptions I have", "recurring.count"),
    ("How many subscriptions do I pay for at the moment?", "recurring.count"),
    ("how many subscriptions are active", "recurring.count"),
    ("how many things am I subscribed to", "recurring.count"),
    ("How many running subscriptions have I got?", "recurring.count"),
    ("What day am I paid on?", "recall"),
    ("What is my pay day?", "recall"),
    ("how much do I want saved by June 2026", "recall"),
    ("what's my savings target?", "recall"),
    ("How much did I say I'd like to put aside?", "recall"),
    ("When's payday?", "recall"),
    ("what did I say my rent is", "recall"),
    ("what budget did I set for groceries?", "recall"),
    ("how many transactions did I have in May", "count"),
    ("number of purchases in May", "count"),
    ("biggest single expense last month", "maximum.money"),
    ("What did I spend the most on in one go in May", "maximum.money"),
    ("Which merchant did my largest charge in May come from?", "maximum.name"),
    ("What was my smallest purchase at Marlpit Grocers this year?", "minimum.money"),
    ("cheapest visit to Juniper Roast ever", "minimum.money"),
    ("Between Juniper Roast and Marlpit Grocers, where did more of my money go in May?", "which.names"),
    ("Did Juniper Roast or Marlpit Grocers get more from me in May?", "which.names"),
    ("coffee or groceries: which cost more last month", "which.names"),
    ("Was May or April more expensive?", "which.periods"),
    ("Which month was dearer, April or May?", "which.periods"),
    ("Did I spend less in May than in April?", "is_more.periods"),
    ("groceries minus coffee in May", "difference.names"),
    ("By how much did groceries exceed coffee in May?", "difference.names"),
    ("What fraction of my spending in May went on groceries?", "share"),
    ("In percent, how much of May's spending was rent?", "share"),
    ("How many percent of my May spending went to Marlpit Grocers?", "share"),
    ("rent share of spending in May, percent", "share"),
    ("How have my groceries changed in percent from April to May 2026?", "change"),
    ("groceries, April to May 2026: up or down by what percent?", "change"),
    ("what's the percentage increase in groceries from April 2026 to May 2026", "change"),
    ("Who did I spend the most with in May?", "top"),
    ("Which merchants got the most of my money in May? Top 3 please", "top"),
    ("rank my top 5 shops in May", "top"),
    ("top three places I spent money in May", "top"),
    ("where does most of my money go in 2026", "top"),
    ("Top 2 eating out places in May", "top"),
    ("How much did I earn in 2026, from all sources?", "sum"),
    ("all my income this year", "sum"),
    ("how much did I get paid in May", "sum"),
    ("What did Lintel Studio pay me last month?", "sum"),
    ("what did I move to savings in May", "sum"),
    ("how much did I transfer from Rainy Day Saver in May", "sum"),
    ("my credit card payments in May", "sum"),
    ("what did I pay my credit card in May", "sum"),
    ("How much did Amber Card get paid off in 2026?", "sum"),
    ("total paid to Amber Card this year", "sum"),
    ("what have I paid Priya Anand so far", "sum"),
    ("Has Priya Anand paid me anything this year?", "exists"),
    ("Have I sent Priya Anand any money in May?", "exists"),
    ("how often did I send money to Priya Anand", "count"),
    ("When did I last send Priya Anand money?", "last"),
    ("When did Priya Anand last pay me?", "last"),
    ("spending outside the UK in May", "sum"),
    ("How much did I spend in foreign countries in 2026?", "sum"),
    ("How many purchases did I make in Spain?", "count"),
    ("biggest purchase abroad this year", "maximum.money"),
    ("what did I buy abroad in May", "list"),
    ("list charges above £50 from Marlpit Grocers", "list"),
    ("which charges over £100 did I have in May?", "list"),
    ("purchases between £40 and £100 in May, list them", "list"),
    ("sum of all purchases over £50 in May", "sum"),
    ("how much do purchases over £50 add up to in May", "sum"),
    ("How much was spent on purchases of more than £100 in May?", "sum"),
    ("what did I spend on the 12th of May", "sum"),
    ("How much did I spend on 2026-05-12?", "sum"),
    ("what did I spend in the last 30 days", "sum"),
    ("spending over the past 2 weeks", "sum"),
    ("expenses in the last two months", "sum"),
    ("How much did I spend at Juniper Roast, not counting refunds, in May?", "sum"),
    ("what did I spend", "sum"),
    ("How much have I spent at Juniper Roast?", "sum"),
    ("juniper roast last month, total?", "sum"),
    ("What has Juniper Roast cost me so far this year?", "sum"),
    ("how much money did i give Juniper Roast in May", "sum"),
    ("total at Marlpit Grocers for May 2026", "sum"),
    ("What did Marlpit Grocers set me back last month", "sum"),
    ("what's the damage at Osteria Blu in May", "sum"),
    ("Spending at Tramway, Q2 2026", "sum"),
    ("how much did i drop at Fenwick & Daughters in 2026", "sum"),
    ("Give me my Streamly total for 2026", "sum"),
    ("My Marlpit Grocers bill for May?", "sum"),
    ("how much does Streamly cost me altogether", "sum"),
    ("money I've spent at Juniper Roast since January", "sum"),
    ("sum up what I paid Holt Lettings in April and May 2026", "sum"),
    ("I'd like to know how much I paid Holt Lettings this year", "sum"),
    ("How much went to Juniper Roast between 1 May and 31 May 2026?", "sum"),
    ("what's been my spend on groceries since the start of the year", "sum"),
    ("how much do i shell out on eating out last month", "sum"),
    ("food and drink: how much last month?", "sum"),
    ("Transport costs in May", "sum"),
    ("What were my rent payments in total in 2026", "sum"),
    ("What did rent come to in May?", "sum"),
    ("how much was rent in May", "sum"),
    ("How much in total did I spend in May?", "sum"),
    ("overall spending last month", "sum"),
    ("What did I spend this week?", "sum"),
    ("how much have we spent yesterday", "sum"),
    ("Before refunds, how much did I spend at Fenwick & Daughters this year?", "sum"),
    ("gross spend at Fenwick & Daughters this year", "sum"),
    ("what did I spend at Fenwick & Daughters in 2026, without deducting refunds", "sum"),
    ("How much did I spend at Fenwick & Daughters in 2026 with refunds taken off?", "sum"),
    ("How much did Fenwick & Daughters refund me in March?", "sum"),
    ("What did I get back from Fenwick & Daughters this year?", "sum"),
    ("refunds last quarter?", "sum"),
    ("How much money was refunded to me in 2026?", "sum"),
    ("how much did fenwick & daughters give back in march 2026", "sum"),
    ("How many times have I been to Juniper Roast this year?", "count"),
    ("how often do I go to Juniper Roast", "count"),
    ("number of visits to Juniper Roast in May", "count"),
    ("How many coffee purchases did I make in May?", "count"),
    ("count of transactions at Marlpit Grocers in 2026", "count"),
    ("How many payments did I make to Holt Lettings in 2026?", "count"),
    ("How many times did I eat at Osteria Blu", "count"),
    ("how many charges under £5 in May", "count"),
    ("How many purchases over £50 did I make last month?", "count"),
    ("in May how many times did I spend more than £100", "count"),
    ("How many refunds did I get this year?", "count"),
    ("how many paychecks did I get from Lintel Studio this year", "count"),
    ("How many times did Lintel Studio pay me in 2026?", "count"),
    ("How many ATM withdrawals did I make in May?", "count"),
    ("how many times did I get cash out last month", "count"),
    ("How many cash withdrawals last month?", "count"),
    ("How many Juniper Roast purchases were below £5.00 this year?", "count"),
    ("was I charged twice by Streamly in May?", "count"),
    ("Did Streamly bill me twice in May 2026?", "count"),
    ("How often was I charged by Streamly this year?", "count"),
    ("What's my average purchase at Juniper Roast?", "average.purchase"),
    ("On average, what do I pay per visit at Marlpit Grocers in 2026", "average.purchase"),
    ("how much do I spend per transaction at Marlpit Grocers this year", "average.purchase"),
    ("average monthly spend on groceries in Q2 2026", "average.month"),
    ("how much do i spend on coffee per month this year", "average.month"),
    ("What do I spend on average each month on eating out in 2026?", "average.month"),
    ("monthly average spending in the first half of 2026", "average.month"),
    ("weekly average on groceries over the last 4 weeks", "average.week"),
    ("How much a week have I spent on coffee over the last 6 weeks?", "average.week"),
    ("Average total spend per month over the last 3 months?", "average.month"),
    ("what is my mean monthly spending this year", "average.month"),
    ("What was my biggest purchase in May?", "maximum.money"),
    ("most expensive thing I bought at Marlpit Grocers", "maximum.money"),
    ("largest single charge in May 2026 and where was it", "maximum.name"),
    ("Where did I make my biggest purchase last month?", "maximum.name"),
    ("when was my largest purchase at Marlpit Grocers", "maximum.date"),
    ("cheapest coffee purchase this year", "minimum.money"),
    ("What's the most I've spent at Marlpit Grocers in one go?", "maximum.money"),
    ("smallest amount paid to Juniper Roast in 2026", "minimum.money"),
    ("what is the largest amount I ever paid Marlpit Grocers", "maximum.money"),
    ("What was the highest charge from Marlpit Grocers this year?", "maximum.money"),
    ("the least I ever paid at Juniper Roast in one go", "minimum.money"),
    ("top 3 merchants last month", "top"),
    ("Which three shops got most of my money in May?", "top"),
    ("What are my top five merchants this year?", "top"),
    ("Where did I spend the most last month?", "top"),
    ("Which shop did I spend most at in May?", "top"),
    ("who got the most of my money in May", "top"),
    ("my biggest merchant in May", "top"),
    ("What are the 5 largest purchases in May?", "list.largest"),
    ("show my 3 biggest purchases last month", "list.largest"),
    ("When did I last go to Juniper Roast?", "last"),
    ("when was my most recent purchase at Marlpit Grocers", "last"),
    ("What was the date of my first Juniper Roast purchase?", "first"),
    ("When did I first shop at Marlpit Grocers?", "first"),
    ("last time I was at Osteria Blu?", "last"),
    ("When did Lintel Studio last pay me?", "last"),
    ("when was the last time I got paid by Lintel Studio", "last"),
    ("How long ago did I last eat at Osteria Blu?", "days_since"),
    ("how many days has it been since my last Juniper Roast purchase", "days_since"),
    ("days since I was last at Osteria Blu", "days_since"),
    ("How much was my last Marlpit Grocers purchase?", "last"),
    ("how much did I pay at my first visit to Juniper Roast", "first"),
    ("On what date did I last buy something at Marlpit Grocers?", "last"),
    ("Show me everything I bought at Juniper Roast in May", "list"),
    ("list all my purchases over £100 in May", "list"),
    ("What purchases did I make at Juniper Roast in May?", "list"),
    ("give me all coffee transactions in May 2026", "list"),
    ("Which payments did I make to Holt Lettings this year?", "list"),
    ("list my juniper roast charges for may", "list"),
    ("what did I buy at Marlpit Grocers last month", "list"),
    ("Did I spend more at Juniper Roast or Marlpit Grocers last month?", "which.names"),
    ("Which was more in May, coffee or groceries?", "which.names"),
    ("how much more did I spend on groceries than on coffee in May", "difference.names"),
    ("What's the difference between May and April spending on rent?", "difference.periods"),
    ("how much less did I spend at Juniper Roast in April than in May", "difference.periods"),
    ("spending May 2026 minus April 2026", "difference.periods"),
    ("Did I spend more in May or in April?", "which.periods"),
    ("In which did I spend more, May or April 2026?", "which.periods"),
    ("which month did I spend more in, April or May", "which.periods"),
    ("What percentage of my spending in May was groceries?", "share"),
    ("how much of my spending went on rent last month, in percent", "share"),
    ("groceries as a share of total spending in May", "share"),
    ("What share of May's spending was at Marlpit Grocers?", "share"),
    ("What share of my spending went to Juniper Roast this year?", "share"),
    ("percentage change in groceries between April and May 2026", "change"),
    ("How much did my spending on groceries change, in percent, from October 2025 to May 2026?", "change"),
    ("groceries % change May 2026 vs October 2025", "change"),
    ("Which month was my most expensive this year?", "peak_month"),
    ("In what month did I spend the most on groceries?", "peak_month"),
    ("What was my biggest spending month in 2026?", "peak_month"),
    ("month with the highest spending in the first half of 2026", "peak_month"),
    ("which month had the highest spending in 2026", "peak_month"),
    ("How much did I earn last month?", "sum"),
    ("What was my total income in May?", "sum"),
    ("how much did Lintel Studio pay me in 2026", "sum"),
    ("what did I get from Lintel Studio in May", "sum"),
    ("how much money came in last month", "sum"),
    ("What did I make in May?", "sum"),
    ("payments from Lintel Studio this year, total", "sum"),
    ("How much have I received from Lintel Studio since April?", "sum"),
    ("salary in May", "sum"),
    ("What did I pay in bank fees last month?", "sum"),
    ("total fees in May", "sum"),
    ("how much interest did I pay in May", "sum"),
    ("how much interest did I earn last month", "sum"),
    ("Interest earned in May?", "sum"),
    ("How much did the bank charge me in fees this year?", "sum"),
    ("fees and interest together in May", "sum"),
    ("ATM fees in 2026", "sum"),
    ("What have bank fees cost me this year?", "sum"),
    ("How much cash did I take out in May?", "sum"),
    ("cash withdrawn last month", "sum"),
    ("How much did I withdraw from ATMs in May?", "sum"),
    ("how much did I move into Rainy Day Saver in May", "sum"),
    ("How much did I put into savings last month?", "sum"),
    ("transfers to Rainy Day Saver this year", "sum"),
    ("How much did I pay off on Amber Card in May?", "sum"),
    ("payments to my credit card in May", "sum"),
    ("What did I pay towards Amber Card last month", "sum"),
    ("how much did I pay off my credit card in May", "sum"),
    ("total outflow in May", "outflow"),
    ("How much money left my accounts in May?", "outflow"),
    ("What went out in May overall?", "outflow"),
    ("how much went out of my accounts last month", "outflow"),
    ("money out in May", "outflow"),
    ("How much did I send Priya Anand in May?", "sum"),
    ("How much did Priya Anand send me?", "sum"),
    ("what did Priya Anand pay me back in May", "sum"),
    ("money from Priya Anand this year", "sum"),
    ("how much have I given to Priya Anand", "sum"),
    ("payments to Priya Anand in 2026", "sum"),
    ("What did I receive from Priya Anand in May?", "sum"),
    ("How much did I spend on weekends in May?", "sum"),
    ("weekend coffee spending in May", "sum"),
    ("what did I spend on Saturdays in May", "sum"),
    ("how much on weekdays in May did I spend on coffee", "sum"),
    ("What did I spend with Amber Card last month?", "sum"),
    ("spending on my credit card in May", "sum"),
    ("how much did I spend on eating out using Amber Card in May", "sum"),
    ("What did I spend abroad in May?", "sum"),
    ("foreign spending this year", "sum"),
    ("how much did I spend in Spain last month", "sum"),
    ("What did I spend while I was in Spain?", "sum"),
    ("What subscriptions do I have?", "recurring.list"),
    ("list my active subscriptions", "recurring.list"),
    ("How many subscriptions am I paying for?", "recurring.count"),
    ("how many active subscriptions do I have right now", "recurring.count"),
    ("What do my subscriptions cost per month?", "recurring.cost"),
    ("How much do I pay for subscriptions every month?", "recurring.cost"),
    ("total monthly subscription cost", "recurring.cost"),
    ("Which subscriptions am I subscribed to?", "recurring.list"),
    ("when did Streamly get more expensive?", "price_step"),
    ("When did the price of Streamly go up?", "price_step"),
    ("By how much did Streamly raise its price?", "price_step"),
    ("How much did Streamly's price go up by?", "price_step"),
    ("how much did streamly go up", "price_step"),
    ("Has Streamly raised its price?", "price_step"),
    ("When did Streamly increase its price?", "price_step"),
    ("What was the Streamly price increase?", "price_step"),
    ("Which of my subscriptions got more expensive this year?", "price_step"),
    ("did any subscription go up in price this year", "price_step"),
    ("how much more does Streamly cost now than before", "price_step"),
    ("Have I ever been to Osteria Blu?", "exists"),
    ("Did I buy anything at Marlpit Grocers in May?", "exists"),
    ("have I paid Holt Lettings this month?", "exists"),
    ("Did I get any refund from Fenwick & Daughters?", "exists"),
    ("Was there any charge from Streamly in May?", "exists"),
    ("do I have any charges from Tramway", "exists"),
    ("how mcuh did i spned at juniper roast lsat month", "sum"),
    ("hiya could you tell me waht i spent on groceries in may pls", "sum"),
    ("Hi! I was wondering how many times I went to Juniper Roast in May, thanks", "count"),
    ("ok so, groceries, how much, last month?", "sum"),
    ("For May 2026, what's my spending on groceries?", "sum"),
    ("In May, at Marlpit Grocers, how much did I spend?", "sum"),
    ("Which account does Streamly come out of?", "graph.account"),
    ("Which of my accounts do I use at Juniper Roast?", "graph.account"),
    ("What else do I buy on days when I go to Juniper Roast?", "graph.same_day"),
    ("Which documents are about my Amber Card?", "graph.documents"),
    ("How much did I spend last month from the account I pay Streamly from?", "sum"),
    ("what did I spend in May on the card that Casa Lola is charged to", "sum"),
    # What people say before and after the question itself.
    ("Evening all! groceries in May, how much? Cheers in advance", "sum"),
    ("My wife was asking about this, how much went to Marlpit Grocers in May", "sum"),
    ("We're sorting out our budget again and, what did coffee cost in May", "sum"),
    ("Apologies for pestering but how often was I at Juniper Roast in May?", "count"),
    ("no idea whether you can tell me but how much did I pay Holt Lettings in May", "sum"),
    ("coffee in May, total (I need it for our tax return)", "sum"),
    # What is left out.
    ("How much did I spend on coffee except Juniper Roast?", "sum"),
    ("food and drink in May, leaving out eating out, how much", "sum"),
    ("What did I spend on everything but groceries in May?", "sum"),
    ("Juniper Roast but not Osteria Blu in May, total", "sum"),
    ("spending in May, Marlpit Grocers aside", "sum"),
    ("coffee in May, but not at Juniper Roast, total", "sum"),
    ("Which shops did I buy coffee from in May?", "merchants"),
    ("Which shop for coffee did I go to the most in May? Thank you so much", "top"),
    ("transactions over two hundred pounds in May, list them", "list"),
    # The next day of a charge by its past rhythm.
    ("When is my next Streamly payment?", "recurring.next"),
    ("when will Streamly charge me next", "recurring.next"),
    ("What day will Streamly next bill me?", "recurring.next"),
    ("when does my Streamly subscription renew", "recurring.next"),
    ("When's Streamly going to charge me again?", "recurring.next"),
    ("when is the next payment to Streamly", "recurring.next"),
    ("When will I be charged by Streamly again?", "recurring.next"),
    ("when do I next pay Streamly?", "recurring.next"),
    ("Next Streamly payment date if it keeps its rhythm?", "recurring.next"),
    ("Going by past charges, when will Streamly bill me next?", "recurring.next"),
    ("when is my next Streamly charge due, going by the past ones", "recurring.next"),
    # What a subscription cost when it was there.
    ("What was my Streamly subscription costing when I had it?", "recurring.then"),
    ("what did I pay a month for Streamly before I cancelled", "recurring.then"),
    ("How much was Streamly a month before it ended?", "recurring.then"),
    ("what did Streamly use to cost me a month", "recurring.then"),
    ("how much did I pay per month for Streamly while I was a member", "recurring.then"),
    # Prices of subscriptions.
    ("Is Streamly still charging me?", "recurring.active"),
    ("do I still pay for Ironhouse?", "recurring.active"),
    ("What's Streamly costing me a year?", "recurring.price"),
    ("how much is Streamly per month right now", "recurring.price"),
    ("what is my priciest subscription", "recurring.top"),
    ("By what percentage has Streamly gone up?", "price_step"),
    # One row by its amount, one merchant of several.
    ("What day did I pay £48.02 to Marlpit Grocers?", "when"),
    ("which shop charged me £61.15?", "exact"),
    ("who got exactly 32.00 pounds from me", "exact"),
    ("where did I last buy groceries?", "last"),
    ("which merchant was my latest coffee purchase from", "last"),
    ("How many distinct merchants did I buy coffee from in May?", "count.merchants"),
    ("name all the places I spent on eating out in May", "merchants"),
    ("Which shop do I go to most often for coffee?", "top.count"),
    ("What's my main source of income this year?", "top"),
    ("show my two latest Marlpit Grocers purchases", "list.newest"),
    # Two sides.
    ("Did I spend more on coffee in May than in April?", "is_more.periods"),
    ("Is my groceries spending up on the same period last year, in percent?", "change"),
    ("What share of my food and drink spending was at Juniper Roast in May?", "share"),
    ("coffee, this year to date vs the same period last year, % change", "change"),
    # Days.
    ("coffee since Easter", "sum"),
    ("my spending in Spain ever", "sum"),
    ("was I ever at Osteria Blu?", "exists"),
    ("What's my spending from 1 to 15 May?", "sum"),
    ("How much did I spend the first week of May?", "sum"),
    ("what did I spend on Boxing Day", "sum"),
    ("groceries from 3 May till now", "sum"),
    ("how much did I get through last month", "sum"),
)

REFUSED = (
    "What does Streamly cost me?",
    "What am I paying Holt Lettings?",
    "Did I spend over £500 on groceries in May?",
    "What's my net income in May?",
    "I need to know if I spent more than £500 on groceries in May",
    "my three most visited shops",
    "How come I spent so much in May?",
    "Was I charged more than £5 by Juniper Roast in May?",
    "Who paid me in May?",
    "What was the first thing I bought at Marlpit Grocers?",
    "income minus spending in May",
    "How much did I save in May?",
    "How much did I receive from people in May?",
    "how much did I send to friends in May",
    "juniper roast?",
    "May?",
    "total",
    "How much?",
    "how much does it cost",
    "How much should groceries cost",
    "How much did I spend at Juniper Roast or Osteria Blu in May?",
    "card payments in May",
    "What did I pay on Amber Card in May?",
    "How much did I spend at Juniper Lane?",
    "What will I spend on groceries in July?",
    "How much did I spend on oat milk at Marlpit Grocers?",
    "How much tax did I pay last year?",
    "What did Priya spend at Juniper Roast?",
    "how much did my wife spend on coffee",
    "What's my balance?",
    "And in April?",
    "How much was it?",
    "what did they charge",
    "How much did I spend at Juniper Roast in 2019?",
    "How much did I spend in August 2026?",
    "is my rent too high",
    "Cancel Streamly",
    "How many croissants did I buy at Juniper Roast?",
    "how much did I not spend on coffee in May",
    "how much did I spend at juniper roast before noon",
    "what was the weather in May",
    "How much do people spend on coffee",
    "What's the exchange rate",
    "Convert my May spending to dollars",
    "How much did I tip at Osteria Blu?",
    "Which category did I spend most on?",
    "how much did I spend on coffee with Priya Anand",
    "What did I spend at Tramway and Osteria last month?",
    "How much did I spend at Marlpit Grocers Express in May?",
    "how much did I spend on red wine last month",
    "How much do I need to save each month?",
    "How much did Juniper Roast earn last year?",
    "who is Priya Anand?",
    "What time did I go to Juniper Roast?",
    "how much have I spent since I moved house",
    "How much did I spend on my birthday?",
    "what is the interest rate on Amber Card",
    "How much did I lose last month?",
    "how much did I spend per person at Osteria Blu",
    "How much did I spend on lunch in May?",
    "What does Streamly cost in Germany?",
    "how much would I save without Streamly",
    "What was my second largest purchase in May?",
    "Which of them was the dearest?",
    "What did I spend there, please?",
    "Did I go to Juniper Roast at the weekend?",
    "What did I spend over Christmas?",
    "coffee in May, just my wife",
    "How much did I spend at Marlpit Grocers for my husband in May?",
    "Is Streamly cheaper than Ironhouse?",
    "Which shops did I spend more than £50 at in May?",
    "How many different days did I go to Juniper Roast?",
    "How much is in my Rainy Day Saver?",
    "how much would I spend without my £11.99 Streamly",
    "How much did I spend on £11.99?",
    "How much coffee without Hollow Beans in May?",
    "income without Lintel Studio in May",
    "How many euros is that in pounds?",
    "What does GROCERY mean?",
    "How much have I spent on average people?",
)


def _read(question: str, today: date = TODAY, **settings: str | bool) -> Planned | Declined:
    return read(question, today, LEDGER.spans(question), (), LEDGER.coverage(today), **settings)  # type: ignore[arg-type]


def _plan(question: str, today: date = TODAY) -> Plan:
    reading = _read(question, today)
    assert isinstance(reading, Planned), reading
    return reading.plan


@pytest.mark.parametrize(("question", "rule"), READ, ids=[question for question, _ in READ])
def test_a_question_is_read_as_it_is_meant(question: str, rule: str) -> None:
    assert _plan(question).rule == rule


@pytest.mark.parametrize("question", REFUSED)
def test_what_no_plan_expresses_is_refused(question: str) -> None:
    assert isinstance(_read(question), Declined)


def test_a_reading_is_the_same_every_time() -> None:
    assert _read("What did I spend on coffee in May?") == _read("What did I spend on coffee in May?")


def test_last_month_is_the_calendar_month_before() -> None:
    chosen = _plan("How much did I spend at Juniper Roast last month?").selections[0].filter
    assert chosen is not None
    assert chosen.period == Period(date(2026, 5, 1), date(2026, 5, 31))


def test_spending_is_net_and_refunds_alone_are_positive() -> None:
    assert _plan("What did I spend at Fenwick & Daughters this year?").selections[0].netting is Netting.NET
    refunds = _plan("What did Fenwick & Daughters refund me this year?").selections[0]
    assert refunds.netting is Netting.REFUNDS
    assert refunds.filter is not None
    assert refunds.filter.side is AmountSide.IN


def test_purchases_are_counted_by_rows_with_money_out() -> None:
    chosen = _plan("How many purchases did I make at Fenwick & Daughters?").selections[0].filter
    assert chosen is not None
    assert chosen.side is AmountSide.OUT


def test_neither_transfers_nor_card_payments_are_spending() -> None:
    chosen = _plan("How much did I spend in May?").selections[0].filter
    assert chosen is not None
    assert not {MovementKind.TRANSFER, MovementKind.CARD_PAYMENT, MovementKind.CASH_WITHDRAWAL} & set(chosen.kinds)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("How much did I spend at Juniper Lane?", RefusalReason.NO_DATA),
        ("How much did I spend at Marlpit Grocers Express?", RefusalReason.NO_DATA),
        ("How much did I spend at Juniper Roast in 2019?", RefusalReason.OUT_OF_COVERAGE),
        ("How much did I spend at Juniper Roast in August 2026?", RefusalReason.OUT_OF_COVERAGE),
        ("How much of my Marlpit Grocers spending was on flour?", RefusalReason.NOT_IN_DATA),
        ("What's my balance?", RefusalReason.NOT_IN_DATA),
        ("What did the tax on my lunch come to?", RefusalReason.NOT_IN_DATA),
        ("Should I shop at Marlpit Grocers less?", RefusalReason.OUT_OF_SCOPE),
        ("What will I spend next month?", RefusalReason.OUT_OF_SCOPE),
        ("How much will Streamly charge me next?", RefusalReason.OUT_OF_SCOPE),
        ("How much is my next Streamly payment?", RefusalReason.OUT_OF_SCOPE),
        ("When will Streamly raise its price?", RefusalReason.OUT_OF_SCOPE),
        ("When will Lintel Studio pay me next?", RefusalReason.OUT_OF_SCOPE),
        ("When will I be charged for groceries next?", RefusalReason.OUT_OF_SCOPE),
        ("How much did I spend at Streamly before I cancelled?", RefusalReason.UNSUPPORTED),
        ("What did I pay for Streamly in total when I had it?", RefusalReason.UNSUPPORTED),
        ("How much did I spend there?", RefusalReason.AMBIGUOUS),
        ("And the month before?", RefusalReason.AMBIGUOUS),
        ("How much did I spend on flights?", RefusalReason.NO_DATA),
        ("How much did I spend on coffee except in May?", RefusalReason.UNSUPPORTED),
    ],
)
def test_promise_3_a_refusal_has_its_reason(question: str, reason: RefusalReason) -> None:
    reading = _read(question)
    assert isinstance(reading, Declined)
    assert reading.reason is reason


def test_a_word_that_nothing_explains_refuses_the_whole_question() -> None:
    explained = _read("How much did I spend at Juniper Roast in May?")
    assert isinstance(explained, Planned)
    for word in ("frobnicated", "quietly", "vegan", "Extra"):
        assert isinstance(_read(f"How much did I spend {word} at Juniper Roast in May?"), Declined)


def test_a_name_of_two_things_is_ambiguous() -> None:
    question = "How much did I spend at Juniper in May?"
    two = tuple(
        Candidate(EntityKind.MERCHANT, entity, name, MatchKind.SHORTENED, 0.9, (), 3)
        for entity, name in (("m-1", "Juniper Roast"), ("m-2", "Juniper Books"))
    )
    place = question.index("Juniper")
    own = [OwnName(place, place + len("Juniper"), two, "")]
    reading = read(question, TODAY, (), own, LEDGER.coverage(TODAY))
    assert isinstance(reading, Declined)
    assert reading.reason is RefusalReason.AMBIGUOUS
    assert reading.choices == two


def test_a_name_of_the_users_own_stands_for_the_merchant() -> None:
    question = "How much did I spend at my local café in May?"
    place = question.index("my local café")
    own = [OwnName(place, place + len("my local café"), tuple(LEDGER.names["juniper roast"]), "fact-1")]
    reading = read(question, TODAY, LEDGER.spans(question), own, LEDGER.coverage(TODAY))
    assert isinstance(reading, Planned)
    assert reading.plan.selections[0].filter is not None
    assert reading.plan.selections[0].filter.merchant_ids == ("m-juniper-roast",)
    assert reading.plan.names[0].source is ResolutionSource.MEMORY


def test_an_own_name_that_was_never_said_is_no_data_of_the_memory() -> None:
    reading = _read("How much did I spend at my florist in May?")
    assert isinstance(reading, Declined)
    assert (reading.reason, reading.needs) == (RefusalReason.NO_DATA, "memory")


def test_a_name_is_not_read_as_a_cue() -> None:
    rows = [*sample_rows()]
    ledger = FakeLedger(rows)
    merchant = Candidate(EntityKind.MERCHANT, "m-best", "Best First Total", MatchKind.EXACT, 1.0, (), 2)
    ledger.names["best first total"] = [merchant]
    question = "How many times did I pay Best First Total in May?"
    reading = read(question, TODAY, ledger.spans(question), (), ledger.coverage(TODAY))
    assert isinstance(reading, Planned)
    assert reading.plan.rule == "count"


def test_slips_of_the_keyboard_are_undone_and_other_words_are_left_alone() -> None:
    assert _plan("how mcuh did I spned at Juniper Roast in May").rule == "sum"
    assert isinstance(_read("How much did I pay for shipping in May?"), Declined)
    assert isinstance(_read("How much did I spend at Costa in May?"), Declined)


def test_what_an_own_name_means_is_asked_of_the_memory() -> None:
    question = "Who is my landlord?"
    own = [OwnName(7, 18, tuple(LEDGER.names["holt lettings"]), "fact-1")]
    reading = read(question, TODAY, LEDGER.spans(question), own, LEDGER.coverage(TODAY))
    assert isinstance(reading, Planned)
    assert reading.plan.rule == "recall"
    assert reading.plan.fact is not None
    assert reading.plan.fact.attribute is FactAttribute.NAME_FOR


WORDS = """how much many did i spend spent at on in the of my total average per month most largest last first when
where which more than less and or juniper roast coffee may 2026 between since until 5 £10 over under refunds
cash fees interest income subscriptions was is there it that all any % percent share change price increase
what list top three merchants purchases days ago week groceries amber card savings moved to from priya anand
sent paid me who why not except account 12/05/2026""".split()  # noqa: SIM905


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=18))
def test_any_words_are_read_or_refused_and_never_break(words: list[str]) -> None:
    question = " ".join(words)
    assert _read(question) == _read(question)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert isinstance(_read(text), Planned | Declined)


def test_a_very_long_question_is_read_at_once() -> None:
    started = time.perf_counter()
    for piece in (
        "in may ",
        "how much of my ",
        "what else do i usually often ",
        "active current ",
        "1,",
        "(",
        "the account i pay ",
    ):
        _read((piece * 2000)[:2000])
    assert time.perf_counter() - started < 5


def test_an_average_without_its_unit_has_two_readings() -> None:
    reading = _read("What's my average spending on coffee?")
    assert isinstance(reading, Planned)
    assert {reading.plan.per, *(one.per for one in reading.others)} == {Per.PURCHASE, Per.MONTH}


def test_the_past_week_has_two_readings() -> None:
    reading = _read("How much did I spend in the past week?")
    assert isinstance(reading, Planned)
    assert len(reading.others) == 1


def test_private_characters_of_a_question_do_not_pass_for_names() -> None:
    assert isinstance(_read("How much did I spend at \ue000 in May?"), Planned | Declined)
    reading = _read("How much did I spend at \ue000\ue001?")
    assert not isinstance(reading, Planned) or not reading.plan.names


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("How much did my boyfriend spend at Marlpit Grocers in May?", RefusalReason.OUT_OF_SCOPE),
        ("What does my sister earn?", RefusalReason.OUT_OF_SCOPE),
        ("How does compound interest work?", RefusalReason.OUT_OF_SCOPE),
        ("Categorise my Marlpit Grocers purchases as business", RefusalReason.OUT_OF_SCOPE),
        ("What time does Osteria Blu close?", RefusalReason.OUT_OF_SCOPE),
        ("How many bananas did I buy at Marlpit Grocers last month?", RefusalReason.NOT_IN_DATA),
        ("What did I eat at Osteria Blu?", RefusalReason.NOT_IN_DATA),
        ("What seat did I book on my last flight?", RefusalReason.NOT_IN_DATA),
        ("Quibbleford Books in May, total?", RefusalReason.NO_DATA),
        ("do I have any quibbleford transactions at all", RefusalReason.NO_DATA),
        ("how often did I shop at juniper roast cellars in May", RefusalReason.NO_DATA),
        ("who was that payment to, the one I mentioned", RefusalReason.AMBIGUOUS),
        ("when was that?", RefusalReason.AMBIGUOUS),
        ("How much was the thing we talked about?", RefusalReason.AMBIGUOUS),
        ("What did I frobnicate in 2019?", RefusalReason.OUT_OF_COVERAGE),
    ],
)
def test_the_reason_for_a_refusal_is_the_one_that_tells_most(question: str, reason: RefusalReason) -> None:
    reading = _read(question)
    assert isinstance(reading, Declined), reading
    assert reading.reason is reason


def test_a_refusal_names_a_question_about_the_same_thing_that_works() -> None:
    reading = _read("What did I frobnicate at Juniper Roast in May?")
    assert isinstance(reading, Declined)
    assert reading.nearest == "How much did I spend at Juniper Roast?"
    assert isinstance(_read(reading.nearest), Planned)
