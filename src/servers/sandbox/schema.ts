/** Incremented when tables change. A data file of another version is rejected. */
export const schemaVersion = 1;

/** Times are milliseconds since the epoch, lists of strings are JSON, and secrets and tokens are stored only as SHA-256. */
export const schema = `
CREATE TABLE people (
  id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, display_name TEXT NOT NULL, sort_name TEXT NOT NULL,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, is_admin INTEGER NOT NULL, job TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX people_by_name ON people (sort_name, id);

CREATE TABLE teams (id TEXT PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL) STRICT;

CREATE TABLE rooms (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, type TEXT NOT NULL, is_locked INTEGER NOT NULL, team_id TEXT REFERENCES teams,
  creator_id TEXT NOT NULL REFERENCES people, last_activity INTEGER NOT NULL, created INTEGER NOT NULL,
  failing_title TEXT, failing_reads_left INTEGER
) STRICT;
CREATE INDEX rooms_by_activity ON rooms (last_activity, id);

CREATE TABLE memberships (
  id TEXT PRIMARY KEY, room_id TEXT NOT NULL REFERENCES rooms, person_id TEXT NOT NULL REFERENCES people,
  is_moderator INTEGER NOT NULL, created INTEGER NOT NULL, UNIQUE (room_id, person_id)
) STRICT;
CREATE INDEX memberships_by_person ON memberships (person_id, room_id);

CREATE TABLE messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, room_id TEXT NOT NULL REFERENCES rooms,
  person_id TEXT NOT NULL REFERENCES people, parent_id TEXT, text TEXT, markdown TEXT, html TEXT,
  mentioned_people TEXT NOT NULL, mentions_all INTEGER NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_room ON messages (room_id, created, seq);

CREATE TABLE contents (
  id TEXT PRIMARY KEY, message_id TEXT NOT NULL, room_id TEXT NOT NULL REFERENCES rooms, name TEXT NOT NULL,
  media_type TEXT NOT NULL, byte_length INTEGER NOT NULL, sha256 TEXT NOT NULL, stored_as TEXT NOT NULL
) STRICT;
CREATE INDEX contents_by_message ON contents (message_id);

CREATE TABLE integrations (
  client_id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL, name TEXT NOT NULL, redirect_uris TEXT NOT NULL,
  scopes TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;

CREATE TABLE codes (
  code_hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, redirect_uri TEXT NOT NULL, person_id TEXT NOT NULL,
  scopes TEXT NOT NULL, challenge TEXT, expires_at INTEGER NOT NULL, is_used INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE access_tokens (
  token_hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, person_id TEXT NOT NULL, scopes TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX access_tokens_by_grant ON access_tokens (grant_id);

CREATE TABLE refresh_tokens (
  token_hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, client_id TEXT NOT NULL, person_id TEXT NOT NULL,
  scopes TEXT NOT NULL, expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX refresh_tokens_by_grant ON refresh_tokens (grant_id);

CREATE TABLE broker (client_id TEXT PRIMARY KEY REFERENCES integrations, seal_key TEXT NOT NULL) STRICT;
`;
