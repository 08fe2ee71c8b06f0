import type { MessageLines } from '../../core/lines/messageLines.ts';
import { firstWords } from '../../core/lines/prose.ts';
import { messageTextOf } from '../../core/outbox/shareRecord.ts';
import type { Services } from '../../host/services.ts';
import { KnownLines } from './model/knownLines.ts';
import { linesOfShares } from './model/linesOfShares.ts';

const hiddenKey = 'sharedLines.hidden';
const maxHidden = 500;

/** What the marks of shared lines use. */
export type LinePorts = Pick<Services, 'outbox' | 'sentContents' | 'readLines' | 'rooms' | 'workspaceMemory'> &
  Pick<Services, 'directory' | 'clock' | 'log' | 'extensionUri'>;

/** The shared lines that are known of the account in use, but for the hidden ones. Nothing is requested. */
export function knownLines(ports: LinePorts): KnownLines {
  const { outbox, readLines, rooms, sentContents } = ports;
  const hidden = new Set(hiddenMessages(ports));
  const isShown = ({ message }: MessageLines): boolean =>
    message.accountId === rooms.accountId && !hidden.has(message.messageId);
  const wordsOf = (shareId: string): string => {
    const content = sentContents.get(shareId)?.content;
    return content === undefined ? '' : firstWords(messageTextOf(content));
  };
  const own = linesOfShares(outbox.snapshot.shares, wordsOf);
  return new KnownLines(own.filter(isShown), readLines.all.filter(isShown));
}

/** Messages whose marks the user has hidden in this workspace. */
export function hiddenMessages({ workspaceMemory }: Pick<LinePorts, 'workspaceMemory'>): readonly string[] {
  return workspaceMemory.get<readonly string[]>(hiddenKey) ?? [];
}

/** Hides the marks of one more message. @param messageId `undefined` shows all of them again */
export async function hideMessage(ports: LinePorts, messageId: string | undefined): Promise<void> {
  const others = hiddenMessages(ports).filter((id) => id !== messageId);
  const hidden = messageId === undefined ? undefined : [...others, messageId].slice(-maxHidden);
  await ports.workspaceMemory.update(hiddenKey, hidden);
}
