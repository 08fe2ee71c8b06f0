// The resources on the wire (docs/service-api.md). Types only: the sandbox imports these and nothing else of the client.

/** Why one field of an item could not be retrieved [A7]. */
export interface FieldError {
  /** For example `kms_failure`. */
  readonly code: string;
  readonly reason: string;
}

/** Present only on an item that could not be retrieved completely [A60]. */
export interface ItemErrors {
  readonly errors?: Readonly<Record<string, FieldError>>;
}

/** A room [A6]. The public service also has `direct` [X7]. */
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

/** A room, as a share names it. */
export type RoomRef = Pick<Room, 'id' | 'title'>;

/** A message [A9]. The service API does not promise the other fields [X5]. */
export interface Message extends ItemErrors {
  readonly id: string;
  readonly roomId: string;
  readonly text?: string;
  readonly markdown?: string;
  readonly html?: string;
  /** URLs of the contents endpoint. */
  readonly files?: readonly string[];
  readonly personId?: string;
  readonly personEmail?: string;
  /** Ids of mentioned people. */
  readonly mentionedPeople?: readonly string[];
  /** `all` when everyone in the room is mentioned. */
  readonly mentionedGroups?: readonly string[];
  /** ISO 8601 with milliseconds, UTC. */
  readonly created?: string;
  /** Time of the last edit in ISO 8601. Only for edited messages. */
  readonly updated?: string;
  /** The id of the message that this one replies to; not in the service API [X18]. */
  readonly parentId?: string;
}

/** A person to send a message to. At least one of `id` and `email` is known. */
export interface PersonRef {
  readonly id?: string;
  readonly email?: string;
  /** The displayed name; the address if the name is not known. */
  readonly name: string;
}

/** A person [A10]. The service API does not promise the fields [X6]; only `id` is required. */
export interface Person extends ItemErrors {
  readonly id: string;
  readonly displayName?: string;
  readonly emails?: readonly string[];
}

/** Membership of a person in a room; not in the service API [X3]. */
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

/** The token response [A12] on the wire. */
export interface TokenResponse {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly refresh_token_expires_in: number;
  readonly token_type?: string;
}
