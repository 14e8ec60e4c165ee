-- Documents as they were read: passages to find, parents to read, cells to answer from. Only the newest version of a
-- caller's document is kept; a file with another effective date is a document of its own in the same family.

-- Counters of each user; its row is also what makes writers of one user's documents wait for each other.
-- passage_count and length_sum are what BM25 needs to know of the whole collection.
CREATE TABLE retriever.document_writer (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    passage_count bigint NOT NULL DEFAULT 0 CHECK (passage_count >= 0),
    length_sum bigint NOT NULL DEFAULT 0 CHECK (length_sum >= 0),
    last_passage_id bigint NOT NULL DEFAULT 0,
    last_segment bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id)
);
SELECT tieout.fence('retriever.document_writer');
SELECT tieout.seed_probe('retriever.document_writer');

-- segment names the postings of this version; its passages are first_passage_id to last_passage_id.
CREATE TABLE retriever.document (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    document_id uuid NOT NULL DEFAULT uuidv7(),
    version integer NOT NULL CHECK (version >= 1),
    segment bigint NOT NULL,
    first_passage_id bigint NOT NULL,
    last_passage_id bigint NOT NULL,
    caller_key text NOT NULL,
    display_name text NOT NULL,
    title text NOT NULL,
    institution text NOT NULL,
    media_type text NOT NULL,
    effective_date date,
    family_id uuid,
    family_words text[] NOT NULL DEFAULT '{}',
    sha256 text NOT NULL,
    size_bytes bigint NOT NULL,
    passage_count integer NOT NULL,
    cell_count integer NOT NULL,
    length_sum bigint NOT NULL,
    notices text[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (user_id, document_id),
    UNIQUE (user_id, caller_key),
    UNIQUE (user_id, segment)
);
CREATE INDEX document_newest ON retriever.document (user_id, created_at DESC, document_id DESC);
SELECT tieout.fence('retriever.document');
SELECT tieout.seed_probe('retriever.document', '{"version": 1}');

CREATE TABLE retriever.parent (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    document_id uuid NOT NULL,
    position integer NOT NULL,
    heading_path text[] NOT NULL,
    body text NOT NULL,
    token_count integer NOT NULL,
    PRIMARY KEY (user_id, document_id, position),
    FOREIGN KEY (user_id, document_id) REFERENCES retriever.document (user_id, document_id) ON DELETE CASCADE
);
SELECT tieout.fence('retriever.parent');
SELECT tieout.seed_probe('retriever.parent');

-- passage_id is small and grows, so that postings are arrays of it and a version's passages are one range.
CREATE TABLE retriever.passage (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    passage_id bigint NOT NULL,
    document_id uuid NOT NULL,
    chunk_id text NOT NULL,
    parent_position integer NOT NULL,
    heading_path text[] NOT NULL,
    body text NOT NULL,
    token_count integer NOT NULL,
    PRIMARY KEY (user_id, passage_id),
    UNIQUE (user_id, document_id, chunk_id),
    FOREIGN KEY (user_id, document_id) REFERENCES retriever.document (user_id, document_id) ON DELETE CASCADE
);
SELECT tieout.fence('retriever.passage');
SELECT tieout.seed_probe('retriever.passage');

-- printed empty: a blank cell, which states nothing. number is what printed states, before scale.
CREATE TABLE retriever.cell (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    passage_id bigint NOT NULL,
    position integer NOT NULL,
    row_path text[] NOT NULL,
    column_path text[] NOT NULL,
    printed text NOT NULL,
    number numeric,
    unit text NOT NULL DEFAULT '',
    scale smallint NOT NULL DEFAULT 0,
    period text NOT NULL DEFAULT '',
    footnotes text[] NOT NULL DEFAULT '{}',
    table_caption text NOT NULL DEFAULT '',
    PRIMARY KEY (user_id, passage_id, position),
    FOREIGN KEY (user_id, passage_id) REFERENCES retriever.passage (user_id, passage_id) ON DELETE CASCADE
);
SELECT tieout.fence('retriever.cell');
SELECT tieout.seed_probe('retriever.cell');

GRANT SELECT, INSERT, UPDATE, DELETE ON retriever.document_writer, retriever.document, retriever.parent, retriever.passage,
    retriever.cell TO tieout_retriever;
