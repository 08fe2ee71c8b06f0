import type { ServiceClient } from '../../core/api/client.ts';
import type { ToPage } from '../../webview/reader/protocol.ts';

/** A room, and the account that reads it. */
export interface ReadRoom {
  readonly roomId: string;
  readonly accountId: string;
  /** The message to show first. */
  readonly messageId?: string | undefined;
  readonly isAtUnread?: boolean;
}

/** The page of an open room, as its parts see it. */
export interface RoomPage {
  readonly room: { readonly roomId: string; readonly accountId: string };
  /** The title of the room, as displayed. */
  readonly title: string;
  /** It has one other person. */
  readonly isDirect: boolean;
  readonly isSeen: boolean;
  /** Ends when the page is closed. */
  readonly signal: AbortSignal;
  /** The client of the account that reads the room. @throws {SignInRequiredError} if it is not signed in */
  client(): Promise<ServiceClient>;
  onDidRead(): Promise<void>;
  /** @returns whether the page is there to receive it */
  send(message: ToPage): Promise<boolean>;
}
