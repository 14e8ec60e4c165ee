-- Rows in parts: what the user and the source say, and the policy's reading of each part by revision.

ALTER TABLE retriever.source_row ADD COLUMN parts jsonb NOT NULL DEFAULT '[]';
-- NULL: nothing is said, and the source's parts hold; []: the row is whole.
ALTER TABLE retriever.annotation ADD COLUMN parts jsonb;
ALTER TABLE retriever.ledger_row ADD COLUMN part_count smallint NOT NULL DEFAULT 0 CHECK (part_count >= 0);
-- Some row of some revision is in parts: only then do queries look for them.
ALTER TABLE retriever.ledger ADD COLUMN has_parts boolean NOT NULL DEFAULT false;

CREATE TABLE retriever.ledger_part (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    row_id text NOT NULL,
    from_revision bigint NOT NULL,
    part smallint NOT NULL CHECK (part >= 1),
    amount numeric NOT NULL CHECK (amount <> 0),
    kind smallint NOT NULL,
    merchant_id text NOT NULL DEFAULT '',
    merchant_name text NOT NULL DEFAULT '',
    category_id text NOT NULL DEFAULT '',
    category_inferred boolean NOT NULL DEFAULT false,
    note text NOT NULL DEFAULT '',
    rule_ids text[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (user_id, row_id, from_revision, part),
    FOREIGN KEY (user_id, row_id, from_revision) REFERENCES retriever.ledger_row (user_id, row_id, from_revision)
        ON DELETE CASCADE
);
SELECT tieout.fence('retriever.ledger_part');
SELECT tieout.seed_probe('retriever.ledger_part', '{"from_revision": 1, "part": 1, "amount": 1, "kind": 1}');

GRANT SELECT, INSERT, DELETE ON retriever.ledger_part TO tieout_retriever;
