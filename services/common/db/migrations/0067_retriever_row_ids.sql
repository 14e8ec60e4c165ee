-- A figure names its rows by the source's own ids as well: they too are read without a visit to the table.
DROP INDEX retriever.ledger_row_read;
CREATE INDEX ledger_row_read ON retriever.ledger_row (user_id, date, row_id)
    INCLUDE (from_revision, to_revision, account_id, source_transaction_id, amount, currency, kind, merchant_id,
             counterparty_id, category_id, pending, country_code);
