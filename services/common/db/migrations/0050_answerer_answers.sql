-- Answers as given (the message that was sent), and the sources that each used, so that an erasure finds them.
CREATE TABLE answerer.answer (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    answer_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    ledger_revision bigint NOT NULL CHECK (ledger_revision >= 0),
    rule text NOT NULL,
    body bytea NOT NULL,
    question text,
    erased boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id, answer_id),
    CHECK (NOT erased OR question IS NULL)
);
CREATE INDEX answer_age ON answerer.answer (user_id, created_at);
SELECT tieout.fence('answerer.answer');
SELECT tieout.seed_probe('answerer.answer', '{"created_at": "9999-01-01T00:00:00Z"}');

CREATE TABLE answerer.answer_source (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    answer_id uuid NOT NULL,
    scope text NOT NULL CHECK (scope IN ('account', 'document', 'statement', 'fact')),
    source_id text NOT NULL,
    PRIMARY KEY (user_id, answer_id, scope, source_id),
    FOREIGN KEY (user_id, answer_id) REFERENCES answerer.answer (user_id, answer_id) ON DELETE CASCADE
);
CREATE INDEX answer_source_source ON answerer.answer_source (user_id, scope, source_id);
SELECT tieout.fence('answerer.answer_source');
SELECT tieout.seed_probe('answerer.answer_source', '{"scope": "account"}');

GRANT SELECT, INSERT, UPDATE, DELETE ON answerer.answer, answerer.answer_source TO tieout_answerer;
