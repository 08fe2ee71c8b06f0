// The resources as they travel, in the words of service-api.md. Types only: the sandbox may know these and no more of the client.

/** Why one field of an item could not be retrieved ("Item error object"). */
export interface FieldError {
  /** For example `kms_failure`. */
  readonly code: string;
  readonly reason: string;
}

/** Present only on an item that could not be fully retrieved ("Partial failure in lists"). */
export interface ItemErrors {
  readonly errors?: Readonly<Record<string, FieldError>>;
}

/** "Room (space)". `direct` is the other kind the service is known to have beside the documented `group`. */
export interface Room extends ItemErrors {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly isLocked?: boolean;
  readonly teamId?: string;
  /** ISO 8601 with milliseconds, UTC. */
  readonly lastActivity?: string;
  /** ISO 8601 with milliseconds, UTC. */
  readonly created?: string;
}

/** "Message". Fields beyond `files`, `roomId`, `text` and `markdown` are not in the interface document. */
export interface Message extends ItemErrors {
  readonly id: string;
  readonly roomId: string;
  readonly text?: string;
  readonly markdown?: string;
  readonly html?: string;
  /** URLs, each to be fetched through the contents endpoint. */
  readonly files?: readonly string[];
  readonly personId?: string;
  readonly personEmail?: string;
  /** ISO 8601 with milliseconds, UTC. */
  readonly created?: string;
  /** When it was edited; ISO 8601. Only of a message that was. */
  readonly updated?: string;
}

/** "Person". The fields are not shown in the interface document; only `id` is relied on. */
export interface Person extends ItemErrors {
  readonly id: string;
  readonly displayName?: string;
  readonly emails?: readonly string[];
}

/** Membership of a person in a room; not in the interface document, promised by its scopes. */
export interface Membership extends ItemErrors {
  readonly id: string;
  readonly roomId: string;
  readonly personId: string;
  readonly personEmail?: string;
  readonly personDisplayName?: string;
  readonly isModerator?: boolean;
  readonly created?: string;
}

/** The envelope of every list. */
export interface ItemList<T> {
  readonly items: readonly T[];
}

/** "Token response", as the wire writes it. */
export interface TokenResponse {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly refresh_token_expires_in: number;
  readonly token_type?: string;
}
