import type { Room } from '../../core/api/resources.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { DirectEmails } from '../../core/rooms/directEmails.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import type { SecretScanner } from '../../core/secrets/secretScanner.ts';
import type { ErrorReporter } from '../../host/errors/errorReporter.ts';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';

/** A message to send, and how to choose another room if its room no longer exists. */
export interface TextToSend {
  readonly name: string;
  readonly markdown: string;
  changeRoom(): Promise<void>;
}

export interface ComposerPorts {
  readonly connection: ServiceConnection;
  readonly directory: RoomDirectory;
  readonly marks: RoomMarks;
  readonly emails: DirectEmails;
  readonly drafts: MessageDrafts;
  readonly scanner: SecretScanner;
  readonly errors: ErrorReporter;
  readonly clock: Clock;
  /** Ids of the drafts that are being sent. */
  readonly sending: Set<string>;
  /** Shares a text. @returns whether the message is sent or queued */
  sendText(room: Pick<Room, 'id' | 'title'>, message: TextToSend): Promise<boolean>;
  /** Shares a text as a file. @returns whether the file is sent or queued */
  sendTextAsFile(room: Pick<Room, 'id' | 'title'>, fileName: string, text: string): Promise<boolean>;
}
