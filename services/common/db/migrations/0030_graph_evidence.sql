-- What rows and passages say about the user's entities, and the nodes and edges that follow from it.
-- A node or an edge is kept only while something supports it.

-- One row a user, locked by whoever writes, so that counts never come from two half-seen writes.
CREATE TABLE graph.writer (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    turn bigint NOT NULL DEFAULT 1,
    PRIMARY KEY (user_id)
);
SELECT tieout.fence('graph.writer');
SELECT tieout.seed_probe('graph.writer');

CREATE TABLE graph.node (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    node_id text NOT NULL,
    kind smallint NOT NULL,
    entity_id text NOT NULL,
    display_name text NOT NULL,
    folded_name text NOT NULL,
    support_count bigint NOT NULL CHECK (support_count > 0),
    PRIMARY KEY (user_id, node_id)
);
CREATE INDEX node_name ON graph.node (user_id, folded_name, kind);
SELECT tieout.fence('graph.node');
SELECT tieout.seed_probe('graph.node', '{"support_count": 1}');

CREATE TABLE graph.edge (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    from_node_id text NOT NULL,
    to_node_id text NOT NULL,
    kind smallint NOT NULL,
    support_count bigint NOT NULL CHECK (support_count > 0),
    PRIMARY KEY (user_id, from_node_id, to_node_id, kind),
    FOREIGN KEY (user_id, from_node_id) REFERENCES graph.node (user_id, node_id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, to_node_id) REFERENCES graph.node (user_id, node_id) ON DELETE CASCADE
);
CREATE INDEX edge_end ON graph.edge (user_id, to_node_id);
SELECT tieout.fence('graph.edge');
SELECT tieout.seed_probe('graph.edge', '{"support_count": 1}');

-- source_id is the account or the document that the row or passage came from.
CREATE TABLE graph.support (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    support_id text NOT NULL,
    source_id text NOT NULL,
    PRIMARY KEY (user_id, support_id)
);
CREATE INDEX support_source ON graph.support (user_id, source_id);
SELECT tieout.fence('graph.support');
SELECT tieout.seed_probe('graph.support');

-- What one support says is kept as it was said: counts are made from it again whenever it changes.
CREATE TABLE graph.support_node (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    node_id text NOT NULL,
    support_id text NOT NULL,
    PRIMARY KEY (user_id, node_id, support_id),
    FOREIGN KEY (user_id, support_id) REFERENCES graph.support (user_id, support_id) ON DELETE CASCADE
);
CREATE INDEX support_node_support ON graph.support_node (user_id, support_id);
SELECT tieout.fence('graph.support_node');
SELECT tieout.seed_probe('graph.support_node');

CREATE TABLE graph.support_edge (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    from_node_id text NOT NULL,
    to_node_id text NOT NULL,
    kind smallint NOT NULL,
    support_id text NOT NULL,
    PRIMARY KEY (user_id, from_node_id, to_node_id, kind, support_id),
    FOREIGN KEY (user_id, support_id) REFERENCES graph.support (user_id, support_id) ON DELETE CASCADE
);
CREATE INDEX support_edge_support ON graph.support_edge (user_id, support_id);
CREATE INDEX support_edge_end ON graph.support_edge (user_id, to_node_id);
SELECT tieout.fence('graph.support_edge');
SELECT tieout.seed_probe('graph.support_edge');

GRANT SELECT, INSERT, UPDATE, DELETE ON graph.writer, graph.node, graph.edge, graph.support, graph.support_node,
    graph.support_edge TO tieout_graph;
