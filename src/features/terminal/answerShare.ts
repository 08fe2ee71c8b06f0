import { l10n } from 'vscode';
import { roomsPageSize } from '../../core/api/client.ts';
import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { TooLargeError } from '../../core/attachments/limits.ts';
import { errorWith } from '../../core/base/errors.ts';
import { displayTitle, foldText } from '../../core/base/text/displayText.ts';
import type { DeliveryResult } from '../../core/outbox/delivery.ts';
import { foldedTitle } from '../../core/rooms/knownRoom.ts';
import { type DoorAnswer, type DoorCall, exitCodes } from '../../core/terminal/doorCall.ts';
import { findRooms } from '../../core/terminal/findRooms.ts';
import type { RequestShare } from '../../core/terminal/shareRequest.ts';
import type { Services } from '../../host/services.ts';
import { describeReason } from '../../host/ui/describeShare.ts';
import { appLink } from '../../host/vscode/openInApp.ts';
import type { PipedFile } from '../../platform/terminal/doorServer.ts';

export interface AnswerPorts
  extends Pick<Services, 'active' | 'connection' | 'directory' | 'transport' | 'send' | 'clock' | 'log'> {
  readonly requestShare: RequestShare;
}

/** A call cannot be answered. `sentence` says why, in the language of the user. */
export class CallError extends errorWith<{ exit: number; sentence: string }>() {
  constructor(exit: number, sentence: string) {
    super('a call of the terminal was refused', { exit, sentence });
  }
}

type ShareCall = Extract<DoorCall, { do: 'share' }>;

/** Asks the user to share, and tells what became of it. */
export async function answerShare(
  ports: AnswerPorts,
  { files, room, reply, comment, name, asFile, isInTerminal }: ShareCall,
  { piped, signal }: { readonly piped: PipedFile | undefined; readonly signal: AbortSignal },
): Promise<DoorAnswer> {
  const { byteLength = 0, error } = piped ?? {};
  if (error !== undefined) throw error;
  if (byteLength > maxAttachmentBytes)
    throw new TooLargeError({ what: 'attachment', byteLength, maxBytes: maxAttachmentBytes });
  const content = piped === undefined ? { files } : { piped, name, asFile };
  const roomId = room === undefined ? undefined : await roomIdFor(ports, room, signal);
  const title = l10n.t('Share from the Terminal');
  const results = await ports.requestShare({ title, content, comment, roomId, reply, isInTerminal }, signal);
  return results === undefined
    ? { exit: exitCodes.refused, text: l10n.t('Nothing was sent: the share was canceled in the window.') }
    : answerOf(ports, results);
}

/** The first message that was not sent decides. */
async function answerOf(ports: AnswerPorts, results: readonly DeliveryResult[]): Promise<DoorAnswer> {
  const records = results.map(({ record }) => record);
  const stored = records.filter((record) => record !== undefined);
  const sent = await Promise.all(stored.map((record) => describeSent(ports, record)));
  const unsent = records.findIndex((record) => record?.state !== 'sent');
  if (unsent >= 0) return { exit: exitCodes.notSent, text: notSentText(records[unsent]), data: { sent } };
  const text = l10n.t('Sent to {0}', displayTitle(stored[0]?.roomTitle ?? ''));
  const lines = sent.map(({ link, id }) => link ?? id);
  return { exit: exitCodes.sent, text: [text, ...lines].join('\n'), data: { sent } };
}

type Sent = NonNullable<DeliveryResult['record']>;

async function describeSent(ports: AnswerPorts, { state, roomId, messageId }: Sent) {
  const link = messageId && (await appLink({ roomId, messageId }, ports));
  return { state, roomId, ...(messageId && { id: messageId }), ...(link && { link }) };
}

function notSentText(record: Sent | undefined): string {
  if (record === undefined) return l10n.t('Not sent, or not as a whole. The window says why.');
  const states: Partial<Record<Sent['state'], string>> = {
    queued: l10n.t("Not sent yet. It's waiting in Recent Shares and will be sent automatically."),
    unknown: l10n.t("It isn't known whether it arrived. Look in Recent Shares before you send it again."),
  };
  const state = states[record.state] ?? l10n.t('Not sent. It is kept in Recent Shares.');
  return [state, describeReason(record)].filter(Boolean).join(' ');
}

/** The room with this ID, or the only one with this title; else the only one whose title has these words. */
export async function roomIdFor(
  { connection, directory }: Pick<AnswerPorts, 'connection' | 'directory'>,
  text: string,
  signal: AbortSignal,
): Promise<string> {
  if (directory.find(text) !== undefined) return text;
  const client = await connection.client();
  const { rooms } = await findRooms(client.listRooms({ max: roomsPageSize }, signal), {
    filter: text,
    offset: 0,
    limit: roomsPageSize,
  });
  const exact = rooms.filter((room) => foldedTitle(room) === foldText(text));
  const [found, ...others] = exact.length > 0 ? exact : rooms;
  const shown = displayTitle(text);
  if (found === undefined)
    throw new CallError(
      exitCodes.usage,
      l10n.t('There is no room “{0}”. List the rooms with `roomside rooms`.', shown),
    );
  if (others.length === 0) return found.id;
  const lines = [found, ...others].slice(0, 10).map(({ id, title }) => `${id}  ${displayTitle(title)}`);
  const sentence = l10n.t('Several rooms match “{0}”. Name one by its ID:', shown);
  throw new CallError(exitCodes.usage, [sentence, ...lines].join('\n'));
}
