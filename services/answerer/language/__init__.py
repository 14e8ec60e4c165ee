"""What a language model may do for an answer: put its text in other words, word a search, read a word.

It never gives a figure, a name, a date or a source: those are slots that code fills. What it writes either ties out
(`wording`) or is not used; what it does not give in time is not waited for (`writer`).
"""
