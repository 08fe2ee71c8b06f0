import { env, l10n, window } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { utf8ByteLength } from '../../core/share/limits.ts';
import { audienceFact } from '../../host/audienceFact.ts';
import { byteText } from '../../host/byteText.ts';
import { confirmShare } from '../../host/confirmShare.ts';
import { settings } from '../../host/settings.ts';
import { showSuccess } from '../../host/statusMessage.ts';
import { fewLines } from '../../host/words/secretWords.ts';
import { chooseRoom } from './chooseRoom.ts';
import { checkFiles, clearFiles, clearText, secretWarnings } from './clearSecrets.ts';
import type { FileSource } from './fileSource.ts';
import type { SharePorts } from './ports.ts';
import { sendContent } from './sendContent.ts';
import { sendFiles } from './sendFiles.ts';
import type { RenderedText, TextDraft } from './sources/shareSource.ts';

/** Room, then confirm with the exact text, then send. Giving up at any step sends nothing. */
export async function shareText(ports: SharePorts, draft: TextDraft, argument: unknown): Promise<void> {
  const choosing = chooseRoom(ports, argument, draft.title);
  // Made while the user chooses; who gives up hears of no failure.
  const making = makeText(ports, draft, undefined);
  making.catch(() => undefined);
  const room = await choosing;
  if (room === undefined) return;
  const confirmed = await confirmText(ports, draft, room, making);
  if (confirmed === undefined) return;
  if (confirmed.kind === 'edit') {
    await ports.drafts.begin(room, { name: draft.name, text: confirmed.markdown });
  } else if (confirmed.kind === 'file') {
    await sendOneFile(ports, room, confirmed.file, confirmed.comment);
  } else {
    await sendMarkdown(ports, room, draft.name, confirmed.markdown);
  }
}

/** Sends a file that the user has confirmed, once its secrets were asked about. @returns as `sendFiles` */
export async function sendOneFile(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  file: FileSource,
  comment: string | undefined,
): Promise<boolean> {
  const files = [file];
  const cleared = await clearFiles(ports, { files, comment }, await checkFiles(ports, files));
  return cleared !== undefined && sendFiles(ports, room, cleared.files, cleared.comment);
}

/** Sends a text that the user has confirmed, once its secrets were asked about. @returns as `sendContent` */
export async function sendMarkdown(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  name: string,
  markdown: string,
): Promise<boolean> {
  const cleared = await clearText(ports, markdown, { name });
  return cleared !== undefined && sendContent(ports, room, name, { kind: 'text', markdown: cleared });
}

type Confirmed =
  | { readonly kind: 'text' | 'edit'; readonly markdown: string }
  | { readonly kind: 'file'; readonly file: FileSource; readonly comment: string | undefined };

/** The exact text, and all that the user should know before it goes. */
async function makeText(ports: SharePorts, draft: TextDraft, comment: string | undefined): Promise<RenderedText> {
  const { markdown, warnings } = await draft.render(comment);
  const secrets = await secretWarnings(ports, markdown);
  return { markdown, warnings: [...fewLines(secrets), ...warnings] };
}

async function confirmText(
  ports: SharePorts,
  draft: TextDraft,
  room: Room,
  making: Promise<RenderedText>,
): Promise<Confirmed | undefined> {
  try {
    return await askUntilConfirmed(ports, draft, room, making);
  } finally {
    await ports.preview.hide();
  }
}

async function askUntilConfirmed(
  ports: SharePorts,
  draft: TextDraft,
  room: Room,
  making: Promise<RenderedText>,
): Promise<Confirmed | undefined> {
  let comment: string | undefined;
  let text = await making;
  for (;;) {
    const { markdown } = text;
    const request = requestFor(draft, room, text);
    await ports.preview.show({ to: displayTitle(room.title), ...request }, markdown);
    const audience = (signal: AbortSignal): Promise<string> => audienceFact(ports, room, signal);
    const choice = await confirmShare({ ...request, audience });
    switch (choice) {
      case 'send':
        return { kind: 'text', markdown };
      case 'edit':
        return { kind: 'edit', markdown };
      case 'asFile':
        return draft.asFile && { kind: 'file', file: draft.asFile, comment };
      case 'copy':
        await copyMessage(ports, draft.name, markdown);
        return undefined;
      case 'comment':
        comment = (await askComment(draft.title, comment)) ?? comment;
        text = await makeText(ports, draft, comment);
        break;
      default:
        return undefined;
    }
  }
}

function requestFor(draft: TextDraft, room: Room, { markdown, warnings }: RenderedText) {
  const byteLength = utf8ByteLength(markdown);
  const maxBytes = settings.maxMessageBytes.value;
  const isTooLong = byteLength > maxBytes;
  const lines = markdown.split('\n').length;
  const tooLong = l10n.t('Too long for a message: {0} of {1}', byteText(byteLength), byteText(maxBytes));
  return {
    title: draft.title,
    facts: l10n.t('{0} lines · {1}', lines, byteText(byteLength)),
    excerpt: markdown.slice(0, 200).replace(/\s+/g, ' '),
    warnings: isTooLong ? [tooLong, ...warnings] : warnings,
    others: ['edit', 'comment', ...(draft.asFile ? (['asFile'] as const) : []), 'copy'] as const,
    ...(!isTooLong && { send: l10n.t('Send to {0}', displayTitle(room.title)) }),
  };
}

function askComment(title: string, value: string | undefined): Thenable<string | undefined> {
  const prompt = l10n.t('Comment, shown above the code');
  return window.showInputBox({ title, prompt, value: value ?? '', ignoreFocusOut: true });
}

/** Puts the very text that would be sent on the clipboard; works signed out. */
export async function copyMessage(ports: SharePorts, name: string, markdown: string): Promise<void> {
  const cleared = await clearText(ports, markdown, { name, act: 'copy' });
  if (cleared === undefined) return;
  await env.clipboard.writeText(cleared);
  showSuccess(l10n.t('Copied as message'));
}
