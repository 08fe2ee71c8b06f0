import type { Membership, Message, Room } from '../../../core/api/resources.ts';
import type { StoredBytes } from './contentDisk.ts';

export interface PersonDocument {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  /** The name folded for sorting and searching: lower case, without accents. */
  readonly sortName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isAdmin: boolean;
  readonly job: string;
  readonly created: string;
}

/** A room. A direct room has no title of its own. */
export interface RoomDocument extends Omit<Room, 'errors'> {
  readonly type: 'group' | 'direct';
  readonly isLocked: boolean;
  readonly lastActivity: string;
  readonly creatorId: string;
  /** The title cannot be decrypted: permanently, or for this many more listings. */
  readonly titleFails?: 'permanent' | number;
}

/** A person's membership in a room, as it is sent. */
export type MembershipDocument = Required<Omit<Membership, 'errors'>>;

/** A message, as it is sent, with the ids of its files instead of their URLs. The message that it replies to may be deleted. */
export interface MessageDocument extends Omit<Message, 'errors' | 'files'> {
  readonly roomType: RoomDocument['type'];
  readonly personId: string;
  readonly created: string;
  readonly contentIds: readonly string[];
  /** How often it was edited. Not sent. */
  readonly editCount?: number;
}

/** A stored file that does not belong to a message yet. */
export interface NewFile extends StoredBytes {
  readonly name: string;
  readonly mediaType: string;
}

/** A file of a message. */
export interface ContentDocument extends NewFile {
  readonly id: string;
  readonly roomId: string;
}

/** A registered integration [A41]. */
export interface Integration {
  readonly id: string;
  readonly secretHash: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** Of the embedded broker; base64url. */
  readonly sealKey?: string;
}

/** An authorization code, an access token or a refresh token. What is derived from one approval has one grant id. */
export interface Credential {
  /** The hash of the code or token. */
  readonly id: string;
  readonly kind: 'code' | 'access' | 'refresh';
  readonly grantId: string;
  readonly personId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch; 0 for a code that was exchanged, and for a refresh token that was rotated. */
  readonly expiresAtMs: number;
  /** The client id of the integration that may use it. Absent for an access token. */
  readonly clientId?: string;
  /** Of the authorize request, for a code. */
  readonly redirectUri?: string;
  /** base64url(SHA-256(code_verifier)) of the authorize request, if it had one (RFC 7636). */
  readonly challenge?: string;
}

/** The tables of the database and their documents. */
export interface Tables {
  readonly people: PersonDocument;
  readonly rooms: RoomDocument;
  readonly memberships: MembershipDocument;
  readonly messages: MessageDocument;
  readonly contents: ContentDocument;
  readonly integrations: Integration;
  readonly credentials: Credential;
}
