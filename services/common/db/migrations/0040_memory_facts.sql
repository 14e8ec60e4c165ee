-- What the user said, word for word, and the facts that rules read from it, on two clocks.

-- One row a user, locked by whoever writes, so that a slot never gets two current facts.
CREATE TABLE memory.writer (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    turn bigint NOT NULL DEFAULT 1,
    PRIMARY KEY (user_id)
);
SELECT tieout.fence('memory.writer');
SELECT tieout.seed_probe('memory.writer');

CREATE TABLE memory.statement (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    statement_id uuid NOT NULL,
    body text NOT NULL,
    stated_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    time_zone text NOT NULL,
    currency text NOT NULL,
    PRIMARY KEY (user_id, statement_id)
);
SELECT tieout.fence('memory.statement');
SELECT tieout.seed_probe('memory.statement');

-- The part of a fact that never changes. (subject, attribute, slot) is its key; qualifier is the key as it was said.
CREATE TABLE memory.fact (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    fact_id uuid NOT NULL,
    subject text NOT NULL DEFAULT 'user',
    attribute smallint NOT NULL,
    slot text NOT NULL,
    qualifier text NOT NULL,
    value_text text,
    value_amount numeric,
    value_currency text,
    value_date date,
    value_number numeric,
    due_date date,
    per text NOT NULL DEFAULT '',
    rank smallint NOT NULL CHECK (rank BETWEEN 1 AND 4),
    PRIMARY KEY (user_id, fact_id),
    CHECK ((value_amount IS NULL) = (value_currency IS NULL))
);
CREATE INDEX fact_slot ON memory.fact (user_id, attribute, slot);
SELECT tieout.fence('memory.fact');
SELECT tieout.seed_probe('memory.fact', '{"rank": 1}');

-- The part that does: when the fact held (valid) as we knew it during a span of time (recorded). All spans half-open.
CREATE TABLE memory.fact_version (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    fact_id uuid NOT NULL,
    recorded_from timestamptz NOT NULL,
    recorded_to timestamptz,
    valid_from timestamptz,
    valid_to timestamptz,
    standing text NOT NULL CHECK (standing IN ('held', 'retracted', 'unknown')),
    supersedes_fact_id uuid,
    superseded_by_fact_id uuid,
    statement_count integer NOT NULL CHECK (statement_count >= 1),
    PRIMARY KEY (user_id, fact_id, recorded_from),
    FOREIGN KEY (user_id, fact_id) REFERENCES memory.fact (user_id, fact_id) ON DELETE CASCADE,
    CHECK (recorded_to > recorded_from),
    CHECK (valid_to >= valid_from)
);
CREATE UNIQUE INDEX fact_version_newest ON memory.fact_version (user_id, fact_id) WHERE recorded_to IS NULL;
SELECT tieout.fence('memory.fact_version');
SELECT tieout.seed_probe('memory.fact_version', '{"standing": "held", "statement_count": 1}');

-- Provenance: the characters of the statement that say the fact, in code points, and since when they say it holds.
CREATE TABLE memory.fact_statement (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    fact_id uuid NOT NULL,
    statement_id uuid NOT NULL,
    span_start integer NOT NULL CHECK (span_start >= 0),
    span_end integer NOT NULL CHECK (span_end > span_start),
    since timestamptz NOT NULL,
    PRIMARY KEY (user_id, fact_id, statement_id),
    FOREIGN KEY (user_id, fact_id) REFERENCES memory.fact (user_id, fact_id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, statement_id) REFERENCES memory.statement (user_id, statement_id) ON DELETE CASCADE
);
CREATE INDEX fact_statement_statement ON memory.fact_statement (user_id, statement_id);
SELECT tieout.fence('memory.fact_statement');
SELECT tieout.seed_probe('memory.fact_statement', '{"span_end": 1}');

-- What a derived fact follows from: other facts, and rows of an account or document.
CREATE TABLE memory.fact_input (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    fact_id uuid NOT NULL,
    input_fact_id uuid NOT NULL,
    PRIMARY KEY (user_id, fact_id, input_fact_id),
    FOREIGN KEY (user_id, fact_id) REFERENCES memory.fact (user_id, fact_id) ON DELETE CASCADE
);
CREATE INDEX fact_input_input ON memory.fact_input (user_id, input_fact_id);
SELECT tieout.fence('memory.fact_input');
SELECT tieout.seed_probe('memory.fact_input');

CREATE TABLE memory.fact_row (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    fact_id uuid NOT NULL,
    row_id text NOT NULL,
    source_id text NOT NULL,
    PRIMARY KEY (user_id, fact_id, row_id),
    FOREIGN KEY (user_id, fact_id) REFERENCES memory.fact (user_id, fact_id) ON DELETE CASCADE
);
CREATE INDEX fact_row_source ON memory.fact_row (user_id, source_id);
SELECT tieout.fence('memory.fact_row');
SELECT tieout.seed_probe('memory.fact_row');

GRANT SELECT, INSERT, UPDATE, DELETE ON memory.writer, memory.statement, memory.fact, memory.fact_version,
    memory.fact_statement, memory.fact_input, memory.fact_row TO tieout_memory;
