import type { Room } from '../../core/api/resources.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { DirectEmails } from '../../core/rooms/directEmails.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import type { SecretScanner } from '../../core/share/scan/secretScanner.ts';
import type { ErrorReporter } from '../../host/errors/errorReporter.ts';
import type { MessageDrafts } from '../../host/messageDrafts.ts';

/** A message, and how another room is chosen for it when its room is gone. */
export interface TextToSend {
  readonly name: string;
  readonly markdown: string;
  changeRoom(): Promise<void>;
}

/** What writing a message needs. */
export interface ComposerPorts {
  readonly connection: ServiceConnection;
  readonly directory: RoomDirectory;
  readonly marks: RoomMarks;
  readonly emails: DirectEmails;
  readonly drafts: MessageDrafts;
  readonly scanner: SecretScanner;
  readonly errors: ErrorReporter;
  readonly clock: Clock;
  /** The ids of the drafts that are on their way to their room. */
  readonly sending: Set<string>;
  /** The road that every share takes. @returns whether the message is out of the user's hands */
  sendText(room: Pick<Room, 'id' | 'title'>, message: TextToSend): Promise<boolean>;
  /** The same for a text that goes as a file. */
  sendTextAsFile(room: Pick<Room, 'id' | 'title'>, fileName: string, text: string): Promise<boolean>;
}
