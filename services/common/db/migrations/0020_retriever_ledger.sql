-- The ledger: what the sources say now, what the user says of it, and the policy's reading of both by revision.

-- The newest revision of each user; its row is also what makes writers of one user wait for each other.
CREATE TABLE retriever.ledger (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    revision bigint NOT NULL DEFAULT 0 CHECK (revision >= 0),
    semantics_version text NOT NULL,
    PRIMARY KEY (user_id)
);
SELECT tieout.fence('retriever.ledger');
SELECT tieout.seed_probe('retriever.ledger');

CREATE TABLE retriever.revision (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    revision bigint NOT NULL CHECK (revision >= 1),
    cause text NOT NULL CHECK (cause IN ('import', 'annotation', 'erasure')),
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (user_id, revision)
);
SELECT tieout.fence('retriever.revision');
SELECT tieout.seed_probe('retriever.revision', '{"revision": 1, "cause": "import"}');

CREATE TABLE retriever.ledger_import (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    import_id uuid NOT NULL,
    revision bigint NOT NULL,
    format text NOT NULL,
    file_name text NOT NULL,
    sha256 text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (user_id, import_id)
);
SELECT tieout.fence('retriever.ledger_import');
SELECT tieout.seed_probe('retriever.ledger_import');

-- One connection to a source, with the cursor that belongs to the rows stored with it.
CREATE TABLE retriever.ledger_item (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    item_id text NOT NULL,
    sync_cursor text NOT NULL DEFAULT '',
    history_loading boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id, item_id)
);
SELECT tieout.fence('retriever.ledger_item');
SELECT tieout.seed_probe('retriever.ledger_item');

CREATE TABLE retriever.account (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    account_id text NOT NULL,
    source_account_id text NOT NULL,
    item_id text NOT NULL,
    name text NOT NULL,
    official_name text NOT NULL DEFAULT '',
    mask text NOT NULL DEFAULT '',
    account_type text NOT NULL DEFAULT '',
    account_subtype text NOT NULL DEFAULT '',
    currency text NOT NULL DEFAULT '',
    institution text NOT NULL DEFAULT '',
    PRIMARY KEY (user_id, account_id),
    UNIQUE (user_id, source_account_id),
    FOREIGN KEY (user_id, item_id) REFERENCES retriever.ledger_item (user_id, item_id)
);
SELECT tieout.fence('retriever.account');
SELECT tieout.seed_probe('retriever.account', '{"item_id": "probe"}');

-- What the source says of a live row. source_key: the source's id, or content and occurrence where it gives none.
CREATE TABLE retriever.source_row (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    row_id text NOT NULL,
    account_id text NOT NULL,
    source_key text NOT NULL,
    source_transaction_id text NOT NULL DEFAULT '',
    pending_transaction_id text NOT NULL DEFAULT '',
    date date NOT NULL,
    amount numeric NOT NULL,
    currency text NOT NULL,
    descriptor text NOT NULL,
    long_descriptor text NOT NULL DEFAULT '',
    merchant_name text NOT NULL DEFAULT '',
    merchant_entity_id text NOT NULL DEFAULT '',
    bank_category text NOT NULL DEFAULT '',
    bank_confidence text NOT NULL DEFAULT '',
    counterparty text NOT NULL DEFAULT '',
    counterparty_type text NOT NULL DEFAULT '',
    pending boolean NOT NULL DEFAULT false,
    city text NOT NULL DEFAULT '',
    country_code text NOT NULL DEFAULT '',
    PRIMARY KEY (user_id, row_id),
    UNIQUE (user_id, account_id, source_key),
    FOREIGN KEY (user_id, account_id) REFERENCES retriever.account (user_id, account_id)
);
SELECT tieout.fence('retriever.source_row');
SELECT tieout.seed_probe('retriever.source_row', '{"account_id": "probe"}');

-- Which imports brought a live row: one that only a single import brought goes when that import is erased.
CREATE TABLE retriever.import_row (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    import_id uuid NOT NULL,
    row_id text NOT NULL,
    PRIMARY KEY (user_id, row_id, import_id),
    FOREIGN KEY (user_id, row_id) REFERENCES retriever.source_row (user_id, row_id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, import_id) REFERENCES retriever.ledger_import (user_id, import_id)
);
CREATE INDEX import_row_import ON retriever.import_row (user_id, import_id);
SELECT tieout.fence('retriever.import_row');
SELECT tieout.seed_probe('retriever.import_row', '{"row_id": "probe"}');

-- The user's own words. They outlive the source's versions of the row, and its removal.
CREATE TABLE retriever.annotation (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    row_id text NOT NULL,
    category_id text NOT NULL DEFAULT '',
    tags text[] NOT NULL DEFAULT '{}',
    note text NOT NULL DEFAULT '',
    PRIMARY KEY (user_id, row_id)
);
SELECT tieout.fence('retriever.annotation');
SELECT tieout.seed_probe('retriever.annotation');

-- The user's own name for a merchant. merchant_id is the one before any alias joined merchants.
CREATE TABLE retriever.merchant_alias (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    merchant_id text NOT NULL,
    alias text NOT NULL,
    PRIMARY KEY (user_id, merchant_id)
);
SELECT tieout.fence('retriever.merchant_alias');
SELECT tieout.seed_probe('retriever.merchant_alias');

-- Merchants of the newest revision, with the names that they had before.
CREATE TABLE retriever.merchant (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    merchant_id text NOT NULL,
    former_names text[] NOT NULL,
    PRIMARY KEY (user_id, merchant_id)
);
SELECT tieout.fence('retriever.merchant');
SELECT tieout.seed_probe('retriever.merchant');

-- A row as the policy reads it, valid for the ledger revisions [from_revision, to_revision). Live: to_revision is the
-- largest bigint, so that reading the newest revision and reading an older one are the same range condition.
CREATE TABLE retriever.ledger_row (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    row_id text NOT NULL,
    from_revision bigint NOT NULL CHECK (from_revision >= 1),
    to_revision bigint NOT NULL DEFAULT 9223372036854775807 CHECK (to_revision > from_revision),
    account_id text NOT NULL,
    source_transaction_id text NOT NULL DEFAULT '',
    date date NOT NULL,
    amount numeric NOT NULL,
    currency text NOT NULL,
    kind smallint NOT NULL,
    merchant_id text NOT NULL DEFAULT '',
    merchant_name text NOT NULL DEFAULT '',
    counterparty_id text NOT NULL DEFAULT '',
    counterparty_name text NOT NULL DEFAULT '',
    category_id text NOT NULL DEFAULT '',
    category_inferred boolean NOT NULL DEFAULT false,
    pending boolean NOT NULL DEFAULT false,
    country_code text NOT NULL DEFAULT '',
    descriptor text NOT NULL,
    folded_text text NOT NULL,
    rule_ids text[] NOT NULL DEFAULT '{}',
    tags text[] NOT NULL DEFAULT '{}',
    note text NOT NULL DEFAULT '',
    PRIMARY KEY (user_id, row_id, from_revision),
    FOREIGN KEY (user_id, account_id) REFERENCES retriever.account (user_id, account_id)
);
-- What a question over the newest revision filters, adds up and digests, without a visit to the table.
CREATE INDEX ledger_row_live ON retriever.ledger_row (user_id, date)
    INCLUDE (row_id, from_revision, account_id, amount, currency, kind, merchant_id, counterparty_id, category_id, pending, country_code)
    WHERE to_revision = 9223372036854775807;
CREATE INDEX ledger_row_revision ON retriever.ledger_row (user_id, to_revision, from_revision);
CREATE INDEX ledger_row_account ON retriever.ledger_row (user_id, account_id, source_transaction_id);
SELECT tieout.fence('retriever.ledger_row');
SELECT tieout.seed_probe('retriever.ledger_row', '{"account_id": "probe", "from_revision": 1, "kind": 1}');

-- The query behind a digest that was given out, so that `rows:<digest>` can be read again.
CREATE TABLE retriever.row_set (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    digest text NOT NULL,
    revision bigint NOT NULL,
    query jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (user_id, digest)
);
CREATE INDEX row_set_age ON retriever.row_set (user_id, created_at);
SELECT tieout.fence('retriever.row_set');
SELECT tieout.seed_probe('retriever.row_set');

GRANT SELECT, INSERT, UPDATE, DELETE ON retriever.ledger, retriever.revision, retriever.ledger_import, retriever.ledger_item,
    retriever.account, retriever.source_row, retriever.import_row, retriever.annotation, retriever.merchant_alias, retriever.merchant,
    retriever.ledger_row, retriever.row_set TO tieout_retriever;
