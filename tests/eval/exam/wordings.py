"""How people ask. Each bank is a list of whole questions with slots; every third wording of a bank is kept for the sealed part.

Slots: {m} {m2} merchants, {c} {c2} categories, {p} {p2} periods with their preposition, {a} account, {x} {y} amounts, {n} a number,
{who} a person, {src} who pays, {u} the name of a currency, {d} a set of weekdays, {k} a country.
"""

from __future__ import annotations

import random
import re

from tests.eval.exam.blind_wordings import BLIND
from tests.eval.exam.more_wordings import MORE

BANKS: dict[str, list[str]] = {
    "sum_m": [
        "How much did I spend at {m} {p}?",
        "What did {m} cost me {p}?",
        "how much have I given {m} {p}",
        "{m} {p}, total?",
        "Total at {m} {p}",
        "What's the damage at {m} {p}?",
        "tell me what I spent at {m} {p}",
        "How much money went to {m} {p}?",
        "what have i dropped at {m} {p}",
        "How much of my money did {m} get {p}?",
        "Add up my {m} spending {p}",
        "Can you tell me how much I spent at {m} {p}?",
        "I want to know what {m} came to {p}",
        "my {m} spend {p}",
        "Show me my total for {m} {p}",
        "what did i pay {m} {p} altogether",
        "How much has {m} had off me {p}?",
        "{p} how much did I spend at {m}?",
        "What's my {m} bill {p}?",
        "what is the {m} total {p}",
        "Please work out what I paid to {m} {p}.",
        "So {p}, what did I end up spending at {m}?",
        "spent at {m} {p}?",
        "How much did we spend in {m} {p}?",
        "what did {m} come to {p}",
        "Sum of everything at {m} {p}",
        "Work out my {m} costs {p}",
        "What is my total at {m} {p}?",
        "how much cash did i burn at {m} {p}",
        "I'd like my {m} total {p}",
    ],
    "sum_c": [
        "How much did I spend on {c} {p}?",
        "What did {c} cost me {p}?",
        "{c} spend {p}?",
        "how much went on {c} {p}",
        "my {c} total {p}",
        "What am I spending on {c}? {p} I mean",
        "Tell me how much I spent on {c} {p}",
        "What's my {c} spending {p}?",
        "How much have I forked out for {c} {p}?",
        "total for {c} {p}",
        "Show me what {c} came to {p}",
        "can u check how much i spent on {c} {p}",
        "I reckon I spent loads on {c} {p}, how much was it?",
        "{p}, what did I spend on {c}?",
        "What did I pay for {c} {p} all together?",
        "Add up {c} {p}",
        "How much money disappeared on {c} {p}?",
        "What was my {c} bill {p}?",
        "give me my {c} total {p}",
        "Could you total up {c} {p} for me?",
        "spending on {c} {p}",
        "how much did {c} set me back {p}",
        "What's {c} costing me? Just {p}.",
        "I need the figure for {c} {p}",
    ],
    "sum_t": [
        "How much did I spend {p}?",
        "total spending {p}",
        "What did I spend {p} in total?",
        "What was my total spend {p}?",
        "how much money did i go through {p}",
        "What were my outgoings on everything {p}, leaving out transfers?",
        "Add up everything I spent {p}",
        "overall spend {p}?",
        "Tell me my total spending {p}",
        "How much have I spent {p} across the board?",
        "what's the total of what I spent {p}",
        "{p}, how much did I spend overall?",
    ],
    "avg_m": [
        "What do I spend per visit at {m}? {p}",
        "average spend per purchase at {m} {p}",
        "On average, how much is a {m} purchase {p}?",
        "What's my typical {m} purchase {p}, on average?",
        "How much do I spend each time at {m} {p} on average?",
        "avg {m} transaction {p}",
        "What's the mean {m} charge {p}?",
        "per trip, what does {m} cost me {p}",
        "Average {m} bill {p}?",
        "what's my average basket at {m} {p}",
        "how much on average do I pay {m} per go {p}",
        "What does one visit to {m} come to on average {p}?",
    ],
    "avg_c": [
        "What's my average {c} purchase {p}?",
        "average per transaction on {c} {p}",
        "On average what does a {c} purchase cost me {p}?",
        "avg spend each time I buy {c} {p}",
        "What's the mean size of my {c} purchases {p}?",
        "how big is my average {c} purchase {p}",
    ],
    "median_m": [
        "What's my median purchase at {m} {p}?",
        "median {m} charge {p}",
        "What is the median amount I pay at {m} {p}?",
        "middle value of my {m} purchases {p} (the median)",
        "Give me the median of my {m} purchases {p}",
    ],
    "median_c": [
        "median {c} purchase {p}?",
        "What's the median I pay for {c} {p}?",
        "Median spend on {c} per purchase {p}",
        "what is the median size of a {c} purchase {p}",
    ],
    "avg_month_c": [
        "What do I spend on {c} a month on average {p}?",
        "average monthly {c} spend {p}",
        "How much per month goes on {c} {p}?",
        "monthly average for {c} {p}",
        "On average how much a month did I spend on {c} {p}?",
        "{c} per month {p}, on average?",
        "what's my average month of {c} {p}",
        "avg {c}/month {p}",
    ],
    "avg_month_m": [
        "What do I spend at {m} a month on average {p}?",
        "average monthly spend at {m} {p}",
        "How much per month goes to {m} {p}?",
        "{m} per month {p} on average",
        "my monthly average at {m} {p}?",
    ],
    "avg_month_t": [
        "What do I spend a month on average {p}?",
        "average monthly spending {p}",
        "How much do I get through in an average month {p}?",
        "my mean monthly total spend {p}",
    ],
    "avg_week_c": [
        "How much do I spend on {c} a week on average {p}?",
        "average weekly {c} spend {p}",
        "weekly average for {c} {p}",
        "per week, what goes on {c} {p}?",
        "what's my weekly {c} spend {p} on average",
    ],
    "avg_day_t": [
        "How much do I spend a day on average {p}?",
        "average daily spend {p}",
        "What's my average spend per day {p}?",
        "per day, what did I get through {p}?",
    ],
    "avg_day_c": [
        "What's my average daily spend on {c} {p}?",
        "per day, how much do I spend on {c} {p}?",
        "{c} per day on average {p}",
    ],
    "count_m": [
        "How many times did I go to {m} {p}?",
        "How often did I shop at {m} {p}?",
        "how many {m} purchases {p}",
        "Number of {m} transactions {p}?",
        "How many visits to {m} {p}?",
        "count of {m} charges {p}",
        "How many times have I bought something from {m} {p}?",
        "Tell me how many times I paid {m} {p}",
        "How many payments to {m} {p}?",
        "how many times was i at {m} {p}",
        "What's the number of times I used {m} {p}?",
        "How frequently did I use {m} {p}? a count please",
    ],
    "count_c": [
        "How many {c} purchases did I make {p}?",
        "how many times did I pay for {c} {p}",
        "number of {c} transactions {p}",
        "How often did I spend on {c} {p}?",
        "count my {c} purchases {p}",
        "How many times {p} did I buy {c}?",
        "How many separate payments for {c} {p}?",
    ],
    "max_m": [
        "What's the most I've spent at {m} in one go {p}?",
        "biggest {m} purchase {p}?",
        "largest single {m} charge {p}",
        "What was my most expensive {m} visit {p}?",
        "How much was my priciest {m} purchase {p}?",
        "Highest amount I paid {m} {p}",
        "my single biggest spend at {m} {p}, how much",
    ],
    "max_c": [
        "What's my largest {c} purchase {p}?",
        "biggest single {c} spend {p}, amount?",
        "How much was my most expensive {c} purchase {p}?",
        "the most i paid for {c} in one go {p}",
        "highest {c} charge {p}",
    ],
    "max_t": [
        "What was my biggest purchase {p}?",
        "largest single charge {p}",
        "How much was the most expensive thing I paid for {p}?",
        "What's the highest single amount I spent {p}?",
        "my largest transaction going out on spending {p}?",
    ],
    "max_where": [
        "Where did I make my biggest {c} purchase {p}?",
        "Which merchant got my largest {c} payment {p}?",
        "Who did I pay the most in a single {c} purchase {p}?",
        "where was my most expensive {c} purchase {p}",
    ],
    "max_date": [
        "When was my biggest {m} purchase {p}?",
        "On what date did I make my largest {m} purchase {p}?",
        "what day was my most expensive {m} purchase {p}",
    ],
    "min_m": [
        "What's the least I've spent at {m} {p} in one go?",
        "smallest {m} purchase {p}?",
        "cheapest {m} charge {p}",
        "What was my lowest {m} payment {p}?",
        "My smallest single amount at {m} {p}",
    ],
    "min_c": [
        "What's my smallest {c} purchase {p}?",
        "cheapest {c} purchase {p}, how much?",
        "lowest amount I paid for {c} in one go {p}",
    ],
    "biggest": [
        "Show me my {n} biggest purchases {p}",
        "my {n} largest charges {p}",
        "List the top {n} transactions by amount {p}",
        "What were the {n} most expensive things I paid for {p}?",
        "top {n} purchases {p}",
    ],
    "biggest_m": [
        "Show me my {n} biggest purchases at {m} {p}",
        "{n} largest {m} charges {p}",
        "What were my {n} most expensive {m} purchases {p}?",
    ],
    "top": [
        "What are my top {n} merchants {p}?",
        "Which {n} places got the most of my money {p}?",
        "top {n} shops by spend {p}",
        "Where did I spend the most {p}? Top {n}.",
        "who are the {n} biggest merchants I pay {p}, in order",
        "my {n} biggest merchants {p}",
    ],
    "top1": [
        "Where do I spend the most money? {p}",
        "Which merchant got the most money from me {p}?",
        "Who did I pay the most {p}?",
        "what's my number one merchant {p}",
        "Which shop took most of my money {p}?",
    ],
    "top_c": [
        "Top {n} places for {c} {p}?",
        "Which {n} merchants did I spend most on {c} with {p}?",
        "my {n} biggest {c} merchants {p}",
        "rank my top {n} {c} merchants {p}",
    ],
    "top1_c": [
        "Which merchant did I spend the most on {c} with {p}?",
        "Where do I spend most on {c}? {p}",
        "who gets most of my {c} money {p}",
        "What's my top {c} merchant {p}?",
    ],
    "most_often": [
        "Which merchant do I buy from most often for {c} {p}?",
        "What {c} merchant did I use most often {p}?",
        "where did I go most often for {c} {p}",
    ],
    "first": [
        "When did I first shop at {m}?",
        "What was the date of my first {m} purchase?",
        "first time I paid {m}?",
        "When did I start going to {m}?",
        "date of earliest {m} charge",
        "When was the very first {m} transaction?",
    ],
    "last": [
        "When was my last {m} purchase?",
        "When did I last go to {m}?",
        "last time at {m}?",
        "When did I last pay {m}?",
        "What date was my most recent {m} purchase?",
        "when was i last in {m}",
        "Most recent {m} charge, what day?",
        "When was the last time I used {m}?",
        "date of my latest {m} transaction",
    ],
    "last_c": [
        "When did I last spend on {c}?",
        "When was my most recent {c} purchase?",
        "last time I paid for {c}?",
        "what day did I last buy {c}",
    ],
    "last_amount": [
        "How much was my last {m} purchase?",
        "What did I pay {m} the last time?",
        "amount of my most recent {m} charge",
        "how much did i spend on my last trip to {m}",
        "What was my latest {m} payment for?",
    ],
    "last_where": [
        "Where did I last spend on {c}?",
        "Which merchant was my most recent {c} purchase from?",
        "where was the last place i paid for {c}",
    ],
    "days_since": [
        "How many days since my last {m} purchase?",
        "How long has it been since I went to {m}, in days?",
        "days since I last paid {m}",
        "How many days ago was my last {m} charge?",
        "how long since i last used {m} (days)",
    ],
    "list_m": [
        "Show me all my {m} purchases {p}",
        "List my {m} transactions {p}",
        "every {m} charge {p}",
        "What are my {m} purchases {p}? list them",
        "pull up {m} {p}",
        "can i see my {m} payments {p}",
        "break down each {m} charge {p}",
    ],
    "list_c": [
        "List my {c} purchases {p}",
        "Show me every {c} transaction {p}",
        "which {c} purchases did I make {p}? list them",
        "all {c} charges {p} please",
    ],
    "names_c": [
        "Which {c} merchants did I go to {p}?",
        "Name every place I spent on {c} {p}",
        "What are the different {c} merchants I used {p}?",
    ],
    "distinct": [
        "How many different merchants did I spend on {c} with {p}?",
        "How many different {c} merchants did I use {p}?",
        "number of distinct {c} merchants {p}",
    ],
    "which_m": [
        "Did I spend more at {m} or {m2} {p}?",
        "{m} or {m2}: who got more from me {p}?",
        "Which cost me more {p}, {m} or {m2}?",
        "where did I spend more {p}, {m} or {m2}",
        "Who took more of my money {p}: {m} or {m2}?",
    ],
    "which_c": [
        "Did I spend more on {c} or {c2} {p}?",
        "{c} or {c2}, which cost me more {p}?",
        "Which was higher {p}, {c} or {c2}?",
        "what did i spend more on {p}: {c} or {c2}",
    ],
    "which_p": [
        "Did I spend more on {c} {p} or {p2}?",
        "When was {c} higher, {p} or {p2}?",
        "Which was worse for {c}: {p} or {p2}?",
    ],
    "diff_m": [
        "How much more did I spend at {m} than at {m2} {p}?",
        "What's the difference between my {m} and {m2} spend {p}?",
        "{m} minus {m2} {p}",
        "by how much does {m} beat {m2} {p}",
    ],
    "diff_p": [
        "How much more did I spend on {c} {p} than {p2}?",
        "What's the difference in {c} spend between {p} and {p2}?",
        "How much higher was {c} {p} compared with {p2}, in money?",
    ],
    "diff_pm": [
        "How much more did I spend at {m} {p} than {p2}?",
        "Compared with {p2}, how much more did I spend at {m} {p}?",
    ],
    "pct_c": [
        "By what percentage did my {c} spending change from {p} to {p2}?",
        "percent change in {c} between {p} and {p2}",
        "How much did {c} go up or down in percent from {p} to {p2}?",
        "% change {c}, {p} to {p2}",
    ],
    "pct_m": [
        "By what percentage did my {m} spending change from {p} to {p2}?",
        "percentage change at {m} from {p} to {p2}",
    ],
    "is_more_c": [
        "Am I spending more on {c} {p} than {p2}?",
        "Did I spend more on {c} {p} than {p2}?",
        "was {c} higher {p} than {p2}?",
    ],
    "ytd": [
        "How does my {c} spending this year compare to the same time last year, in percent?",
        "{c} YTD vs same period last year, % change",
        "percent change in {c} year to date versus this time last year",
        "Is my {c} spending up on the same period last year? By what percent?",
    ],
    "share_c": [
        "What percentage of my spending went on {c} {p}?",
        "What share of my spending {p} was {c}?",
        "how much of my total spending was {c} {p}, as a percentage",
        "{c} as a % of total spend {p}",
        "What fraction of my money (in percent) went to {c} {p}?",
    ],
    "share_m": [
        "What percentage of my spending went to {m} {p}?",
        "{m} as a percentage of everything I spent {p}",
        "what share of my total spend is {m} {p}",
        "how much of my spending {p} was at {m}, in percent?",
    ],
    "share_mc": [
        "What percentage of my {c} spending was at {m} {p}?",
        "How much of my {c} spend went to {m} {p}, in percent?",
        "{m}'s share of my {c} spending {p}",
    ],
    "net_m": [
        "What did I spend at {m} {p} after refunds?",
        "{m} net of refunds {p}",
        "Taking returns into account, what did {m} cost me {p}?",
        "How much did I really spend at {m} {p} once refunds are taken off?",
    ],
    "gross_m": [
        "Ignoring refunds, what did I spend at {m} {p}?",
        "{m} {p} before refunds",
        "gross spend at {m} {p}",
        "How much did I pay {m} {p}, not counting anything they gave back?",
        "Without deducting refunds, total at {m} {p}?",
    ],
    "refund_m": [
        "How much did {m} refund me {p}?",
        "What did I get back from {m} {p}?",
        "refunds from {m} {p}",
        "total {m} refunds {p}?",
        "how much money came back from {m} {p}",
        "What has {m} given back to me {p}?",
    ],
    "refund_t": [
        "How much did I get back in refunds {p}?",
        "total refunds {p}",
        "What refunds did I get {p}, in total?",
        "how much was refunded to me {p}",
        "sum of all my refunds {p}",
    ],
    "refund_came": [
        "Did the refund from {m} arrive {p}?",
        "Has {m} refunded me {p}?",
        "did i get my money back from {m} {p}",
        "Did {m} send my refund {p}?",
        "has the {m} refund come through {p}",
    ],
    "income": [
        "How much did I earn {p}?",
        "total income {p}",
        "What was my income {p}?",
        "how much money came in as income {p}",
        "What did I make {p}?",
        "my earnings {p}",
        "How much was I paid {p} in total, all sources?",
    ],
    "income_from": [
        "How much did {src} pay me {p}?",
        "What did I get from {src} {p}?",
        "{src} pay {p}, total",
        "how much have i earned from {src} {p}",
        "income from {src} {p}",
    ],
    "income_last": [
        "When did {src} last pay me?",
        "last payday from {src}?",
        "When was my most recent payment from {src}?",
        "what date did i last get paid by {src}",
    ],
    "income_last_amount": [
        "How much was my last paycheck from {src}?",
        "What did {src} pay me last time?",
        "amount of my latest pay from {src}",
    ],
    "income_count": [
        "How many times did {src} pay me {p}?",
        "number of payments from {src} {p}",
        "How many paychecks from {src} {p}?",
    ],
    "income_avg": [
        "What's my average paycheck from {src} {p}?",
        "On average how much does {src} pay me each time {p}?",
        "average payment from {src} {p}",
    ],
    "top_source": ["Who paid me the most {p}?", "What's my biggest source of income {p}?", "largest income source {p}"],
    "fees": [
        "How much did I pay in bank fees {p}?",
        "bank fees {p}?",
        "what did my bank charge me in fees {p}",
        "Total fees {p}, not interest",
        "How much have fees cost me {p}?",
        "What have I lost to bank charges {p}, interest aside?",
    ],
    "interest": [
        "How much interest was I charged {p}?",
        "interest charges {p}",
        "What did I pay in card interest {p}?",
        "how much interest have i paid {p}",
        "credit card interest {p}, total?",
    ],
    "feesint": [
        "What did fees and interest cost me together {p}?",
        "bank fees plus interest {p}",
        "fees and interest combined {p}",
        "total of bank fees and interest charges {p}",
    ],
    "int_earned": [
        "How much interest did I earn {p}?",
        "interest earned {p}",
        "What interest did my savings pay me {p}?",
        "how much interest came in {p}",
    ],
    "cash": [
        "How much cash did I take out {p}?",
        "cash withdrawals {p}, total",
        "What did I withdraw from ATMs {p}?",
        "how much did i get out of cash machines {p}",
        "total cash withdrawn {p}",
        "How much money did I pull out in cash {p}?",
    ],
    "cash_n": [
        "How many times did I withdraw cash {p}?",
        "number of cash withdrawals {p}",
        "how often did I use an ATM {p}",
        "count my cash machine withdrawals {p}",
    ],
    "cash_last": ["When did I last withdraw cash?", "When was my last ATM withdrawal?", "last time i took cash out"],
    "cash_max": ["What's the largest amount of cash I took out at once {p}?", "biggest cash withdrawal {p}"],
    "subs_list": [
        "What subscriptions do I have?",
        "list my subscriptions",
        "Which subscriptions am I paying for right now?",
        "What am I subscribed to?",
        "show all my active subs",
        "which recurring subscriptions are still running",
    ],
    "subs_cost": [
        "How much are my subscriptions costing me a month?",
        "total monthly cost of my subscriptions",
        "What do I pay for subscriptions per month?",
        "monthly subscription bill?",
        "what do all my subs add up to each month",
    ],
    "subs_count": [
        "How many subscriptions do I have?",
        "number of active subscriptions",
        "how many subs am i paying for",
    ],
    "top_sub": [
        "What's my most expensive subscription?",
        "Which subscription costs me the most?",
        "priciest sub i have right now",
    ],
    "sub_price": [
        "How much is {m} a month now?",
        "What does {m} charge me each month these days?",
        "current price of my {m} subscription",
        "What am I paying for {m} monthly at the moment?",
        "how much is my {m} sub",
    ],
    "sub_year": [
        "What's my {m} costing me a year?",
        "How much is {m} per year?",
        "annual cost of {m}",
        "what does {m} cost me over a year",
    ],
    "sub_active": [
        "Am I still paying for {m}?",
        "Is my {m} subscription still active?",
        "Do I still have {m}?",
        "is {m} still charging me",
    ],
    "sub_last": [
        "When did {m} last charge me?",
        "When was my last {m} payment?",
        "last {m} charge date",
        "What day did {m} last bill me?",
    ],
    "cadence": [
        "How often does {m} charge me?",
        "How frequently am I billed by {m}?",
        "is {m} monthly or yearly",
        "what's the billing cycle of my {m} subscription",
    ],
    "next_charge": [
        "When is my next {m} charge due, going by the past ones?",
        "going by past charges, when will {m} bill me next",
        "Next {m} payment date if it keeps its rhythm?",
    ],
    "hike_date": [
        "When did {m} put its price up?",
        "When did my {m} subscription get more expensive?",
        "date {m} raised the price",
        "since when am I paying more for {m}?",
        "when did {m} go up",
    ],
    "hike_amt": [
        "How much did {m} go up by?",
        "By how much did {m} raise its price?",
        "how big was the {m} price increase",
        "What was the {m} price rise, in money?",
    ],
    "hike_pct": ["By what percent did {m} go up?", "what percentage was the {m} price increase"],
    "hike_names": [
        "Which subscriptions went up in price {p}?",
        "Did any of my subscriptions get more expensive {p}? Which?",
        "what subs raised their prices {p}",
        "name the subscriptions that increased {p}",
    ],
    "over_count": [
        "How many purchases over {x} did I make {p}?",
        "number of charges above {x} {p}",
        "how many times did i spend more than {x} in one go {p}",
        "count transactions bigger than {x} {p}",
    ],
    "over_list": [
        "Show me everything over {x} {p}",
        "List purchases above {x} {p}",
        "which charges were more than {x} {p}?",
        "anything over {x} {p}? list them",
    ],
    "over_sum": [
        "Add up all purchases over {x} {p}",
        "total of charges above {x} {p}",
        "What do my purchases over {x} come to {p}?",
    ],
    "under_count": [
        "How many {m} purchases were under {x} {p}?",
        "number of {m} charges below {x} {p}",
        "how many times did i spend less than {x} at {m} {p}",
    ],
    "between_count": ["How many purchases between {x} and {y} did I make {p}?", "count charges from {x} to {y} {p}"],
    "exact": [
        "Which merchant did I pay {x}?",
        "Who charged me {x}?",
        "what was the {x} charge from?",
        "Where did I spend exactly {x}?",
    ],
    "exact_date": [
        "When did I pay {x} to {m}?",
        "what day was the {x} {m} charge",
        "On which date did {m} charge me {x}?",
    ],
    "weekday_t": ["How much do I spend on {d} {p}?", "total spend on {d} {p}", "what did i spend on {d} {p}"],
    "weekday_c": [
        "How much did I spend on {c} on {d} {p}?",
        "{c} on {d} {p}, total",
        "what went on {c} {p}, counting only {d}?",
    ],
    "acct_t": [
        "How much did I spend on my {a} {p}?",
        "{a} spending {p}",
        "What went on {a} {p} (spending only)?",
        "total spend from {a} {p}",
        "how much have I put on the {a} {p}",
    ],
    "acct_c": [
        "How much {c} did I put on my {a} {p}?",
        "{c} paid with {a} {p}",
        "What did I spend on {c} from {a} {p}?",
    ],
    "acct_m": ["How much did I spend at {m} with my {a} {p}?", "{m} on the {a} {p}, total?"],
    "currency_t": ["How much did I spend in {u} {p}?", "total {u} spending {p}", "what did i spend {p} in {u} only"],
    "by_currency": [
        "Total spending {p}, per currency",
        "How much did I spend {p}? split it by currency",
        "my spending {p} in each currency",
    ],
    "foreign": [
        "How much did I spend abroad {p}?",
        "spending overseas {p}",
        "What did I spend outside the country {p}?",
        "foreign spending {p}",
    ],
    "country": ["How much did I spend in {k} {p}?", "my spending in {k} {p}", "what did i spend in {k} {p}"],
    "peak_t": [
        "Which month did I spend the most {p}?",
        "my most expensive month {p}",
        "What was my worst month for spending {p}?",
        "in which month did i spend most {p}",
    ],
    "peak_c": [
        "Which month did I spend the most on {c} {p}?",
        "most expensive month for {c} {p}?",
        "When did I spend the most on {c}, by month, {p}?",
    ],
    "low_c": [
        "Which month did I spend the least on {c} {p}?",
        "cheapest month for {c} {p}",
        "what was my lowest {c} month {p}",
    ],
    "low_t": [
        "Which month did I spend the least {p}?",
        "my cheapest month {p}",
        "What was my lowest spending month {p}?",
    ],
    "p2p_out": [
        "How much did I send {who} {p}?",
        "What have I paid {who} {p}?",
        "money sent to {who} {p}",
        "how much have I transferred to {who} {p}",
        "total to {who} {p}",
    ],
    "p2p_in": [
        "How much did {who} send me {p}?",
        "What have I received from {who} {p}?",
        "money from {who} {p}",
        "how much did {who} pay me {p}",
    ],
    "p2p_count": ["How many times did I send money to {who} {p}?", "number of payments to {who} {p}"],
    "p2p_last": ["When did I last send {who} money?", "last payment to {who}, when?", "When did I last pay {who}?"],
    "moved_in": [
        "How much did I move into {a} {p}?",
        "what went into {a} {p} from my other accounts",
        "How much have I put away in {a} {p}?",
        "total transferred into {a} {p}",
    ],
    "card_paid": ["How much did I pay off on my {a} {p}?", "payments to {a} {p}", "total paid towards {a} {p}"],
    "outflow": [
        "How much left my accounts {p}, counting spending, cash and payments to people?",
        "total outflow {p} (spending + cash + payments to people)",
    ],
    "exists": [
        "Have I ever bought anything from {m}?",
        "Did I ever shop at {m}?",
        "have i ever paid {m}",
        "Do I have any {m} transactions at all?",
        "Was I ever charged by {m}?",
    ],
    "exists_p": [
        "Did I buy anything at {m} {p}?",
        "Did I go to {m} {p}?",
        "was there a {m} charge {p}?",
        "Did {m} charge me {p}?",
        "any {m} purchases {p}?",
    ],
    "twice": [
        "Did I pay {m} twice {p}?",
        "Was I charged twice by {m} {p}?",
        "did {m} bill me two times {p}",
        "Did {m} double charge me {p}?",
    ],
    "two_m": [
        "How much did I spend at {m} and {m2} together {p}?",
        "{m} and {m2} combined {p}",
        "{m} plus {m2} {p}, total",
        "What do {m} and {m2} add up to {p}?",
        "total spend across {m} and {m2} {p}",
    ],
    "two_c": [
        "How much on {c} and {c2} together {p}?",
        "{c} plus {c2} {p}",
        "What did {c} and {c2} cost me combined {p}?",
        "total for {c} and {c2} {p}",
    ],
    "minus_mc": [
        "How much did I spend on {c} apart from {m} {p}?",
        "{c} excluding {m} {p}",
        "What did I spend on {c} {p}, not counting {m}?",
        "{c} {p} without {m}",
    ],
    "minus_ct": [
        "How much did I spend {p}, excluding {c}?",
        "total spending {p} not counting {c}",
        "everything except {c} {p}, how much?",
        "What did I spend {p} apart from {c}?",
        "my spend {p} without {c}",
    ],
}

# Words of a category that a person may use; British ones where the person is British.
CATEGORY_WORDS: dict[str, tuple[list[str], list[str]]] = {
    "coffee": (["coffee", "coffee shops", "coffee"], ["coffee", "coffee shops"]),
    "restaurants": (["restaurants"], ["restaurants"]),
    "fast food": (["fast food"], ["fast food"]),
    "eating out": (["eating out", "dining out"], ["eating out", "dining out"]),
    "groceries": (["groceries", "grocery"], ["groceries", "grocery"]),
    "food and drink": (["food and drink"], ["food and drink"]),
    "fuel": (["gas", "gas stations", "fuel", "gasoline"], ["petrol", "fuel"]),
    "taxis": (["rideshares", "taxis", "taxis and rideshares", "cabs"], ["taxis", "cabs"]),
    "public transit": (["public transit", "public transportation"], ["public transport", "public transit"]),
    "parking": (["parking"], ["parking"]),
    "tolls": (["tolls", "toll"], ["tolls"]),
    "transport": (["transportation"], ["transport"]),
    "flights": (["flights", "airfare"], ["flights"]),
    "hotels": (["hotels", "lodging"], ["hotels"]),
    "travel": (["travel"], ["travel"]),
    "entertainment": (["entertainment"], ["entertainment"]),
    "video games": (["video games"], ["video games"]),
    "clothes": (["clothes", "clothing"], ["clothes", "clothing"]),
    "electronics": (["electronics"], ["electronics"]),
    "books": (["books", "bookstores"], ["books", "bookshops"]),
    "pets": (["pets", "pet care"], ["pets"]),
    "home improvement": (["home improvement"], ["home improvement", "DIY"]),
    "pharmacies": (["pharmacies", "drugstores", "pharmacy"], ["pharmacies", "chemists"]),
    "healthcare": (["healthcare", "medical care"], ["healthcare"]),
    "utilities": (["utilities"], ["utilities"]),
    "insurance": (["insurance"], ["insurance"]),
    "childcare": (["childcare"], ["childcare"]),
    "gym": (["the gym", "gym"], ["the gym", "gym"]),
    "haircuts": (["hair and beauty"], ["hair and beauty"]),
    "charity": (["charity"], ["charity"]),
    "rent": (["rent"], ["rent"]),
}
PURCHASE_WORDS = {
    "rideshares": "rideshare",
    "taxis": "taxi",
    "cabs": "cab",
    "restaurants": "restaurant",
    "groceries": "grocery",
    "coffee shops": "coffee shop",
    "flights": "flight",
    "hotels": "hotel",
    "clothes": "clothing",
    "pharmacies": "pharmacy",
    "drugstores": "drugstore",
    "chemists": "chemist",
    "books": "book",
    "bookstores": "bookstore",
    "bookshops": "bookshop",
    "the gym": "gym",
    "tolls": "toll",
    "gas stations": "gas station",
    "pets": "pet",
    "video games": "video game",
}


def bank(name: str, sealed: bool, more: bool = False, blind: bool = False) -> list[str]:
    """The wordings of a family that this part may use; `more` are the practice wordings that came later."""
    if blind and name in BLIND:
        return BLIND[name]
    if more and not sealed and name in MORE:
        return MORE[name]
    banked = BANKS[name]
    if len(banked) < 3:
        return banked
    return [w for i, w in enumerate(banked) if (i % 3 == 2) == sealed]


HELLO = [
    "hey, ",
    "Hi, ",
    "hi there ",
    "ok so ",
    "quick question: ",
    "Quick one - ",
    "Morning! ",
    "right, ",
    "so ",
    "Hello, ",
    "sorry to bug you but ",
    "just wondering, ",
    "btw ",
    "um, ",
    "Question for you: ",
    "hey there, ",
]
THANKS = [
    " please",
    " thanks",
    ", thank you",
    " cheers",
    " pls",
    " thx",
    " - just the number",
    ", if you don't mind",
    " for my budget",
    " ta",
    ", I'm doing my budget",
    " (need it for my spreadsheet)",
]
STYLES = (
    "plain",
    "plain",
    "plain",
    "plain",
    "lower",
    "lower",
    "chat",
    "chat",
    "polite",
    "typo",
    "voice",
    "run-on",
    "shout",
)
FIXED = re.compile(r"[A-Z][a-z]*'?|\d")


def typo(text: str, rng: random.Random, keep: set[str]) -> str:
    """One slip of the finger in a word that carries no name, number or negation."""
    words = text.split(" ")
    safe = [i for i, w in enumerate(words) if len(w) > 4 and w.isalpha() and w.lower() not in keep]
    if not safe:
        return text
    i = rng.choice(safe)
    w = words[i]
    k = rng.randrange(1, len(w) - 2)
    words[i] = rng.choice((w[:k] + w[k + 1] + w[k] + w[k + 2 :], w[:k] + w[k + 1 :], w[:k] + w[k] + w[k:]))
    return " ".join(words)


def styled(text: str, rng: random.Random, names: list[str], style: str) -> str:
    """The same question in another manner. Names, numbers and dates stay readable."""
    keep = {w.lower() for n in names for w in re.findall(r"\w+", n)} | set(MONTHS) | KEEP
    text = re.sub(r"\s+", " ", text).strip().replace(" ?", "?").replace(" ,", ",").replace(" .", ".")
    text = text[0].upper() + text[1:] if style in ("plain", "polite") and rng.random() < 0.8 else text
    if style == "lower":
        return text.lower().rstrip("?.")
    if style == "chat":
        head, tail = rng.choice(HELLO), rng.choice(("", "", *THANKS))
        return (
            head + text[0].lower() + text[1:].rstrip("?.") + tail + rng.choice(("?", "", "?"))
            if text.split(" ")[0] not in names and text[0:2] != "I "
            else head + text
        )
    if style == "polite":
        return text.rstrip("?.") + rng.choice((", please?", "? Thanks in advance.", ", please.", "? Thank you!"))
    if style == "typo":
        return typo(text, rng, keep)
    if style == "voice":
        said = re.sub(r"[?,.!:;]+(?=\s|$)", "", text.lower())
        words = said.split(" ")
        at = (
            rng.randrange(1, len(words))
            if len(words) > 3 and not any(" ".join(words).startswith(n.lower()) for n in names)
            else 0
        )
        return " ".join(["um" if rng.random() < 0.4 else "so", *words]) if not at else " ".join(["uh", *words])
    if style == "run-on":
        return (
            rng.choice(
                (
                    "I've been trying to get my finances in order and I was wondering, ",
                    "So I'm looking at my budget again and, ",
                    "My partner keeps asking me about this so, ",
                    "Not sure if you can help but ",
                )
            )
            + text[0].lower()
            + text[1:]
        )
    if style == "shout":
        return text.rstrip("?.") + "??"
    return text


MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
KEEP = {
    "count",
    "without",
    "excluding",
    "except",
    "apart",
    "before",
    "after",
    "under",
    "above",
    "below",
    "between",
    "since",
    "refunds",
    "refund",
    "weekends",
    "weekdays",
    "saturdays",
    "sundays",
    "mondays",
    "fridays",
    "largest",
    "smallest",
    "first",
    "second",
    "third",
    "fourth",
    "quarter",
    "yesterday",
    "today",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "christmas",
    "easter",
    "year",
    "month",
    "week",
    "weeks",
    "months",
    "years",
    "median",
    "average",
    "interest",
    "income",
    "dollars",
    "pounds",
    "euros",
    "seven",
    "three",
    "eight",
    "twelve",
    "thirty",
    "fortnight",
    "coffee",
}
