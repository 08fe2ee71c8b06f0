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
import { checkFiles, clearText, secretWarnings } from './clearSecrets.ts';
import type { FileSource } from './fileSource.ts';
import { keepCleared } from './keepFiles.ts';
import { type KeptText, keepIfClear, keepMarkdown, keepOnceClear, type SearchedText } from './keepText.ts';
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
  if (confirmed.kind === 'edit') await ports.drafts.begin(room, { name: draft.name, text: confirmed.markdown });
  else if (confirmed.kind === 'text') await sendContent(ports, confirmed.kept);
  else await sendFiles(ports, confirmed.kept);
}

/** Sends a file that the user has confirmed, once its secrets were asked about. @returns as `sendFiles` */
export async function sendOneFile(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  file: FileSource,
): Promise<boolean> {
  const files = [file];
  const kept = await keepCleared(ports, room, { files, comment: undefined }, await checkFiles(ports, files));
  return sendFiles(ports, kept);
}

/** Sends a text that the user has confirmed, once its secrets were asked about. @returns as `sendContent` */
export async function sendMarkdown(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  name: string,
  markdown: string,
): Promise<boolean> {
  const risks = await secretWarnings(ports, markdown);
  return sendContent(ports, await keepMarkdown(ports, room, name, { markdown, risks }));
}

/** What the user has decided. What is to be sent is written down by then. */
type Confirmed = KeptText | { readonly kind: 'edit'; readonly markdown: string };

/** The exact text, and all that the user should know before it goes. */
async function makeText(ports: SharePorts, draft: TextDraft, comment: string | undefined): Promise<SearchedText> {
  const { markdown, warnings } = await draft.render(comment);
  const risks = await secretWarnings(ports, markdown);
  return { markdown, risks, warnings: [...fewLines(risks), ...warnings] };
}

async function confirmText(
  ports: SharePorts,
  draft: TextDraft,
  room: Room,
  making: Promise<SearchedText>,
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
  making: Promise<SearchedText>,
): Promise<Confirmed | undefined> {
  let comment: string | undefined;
  let text = await making;
  for (;;) {
    const { markdown } = text;
    const request = requestFor(draft, room, text);
    await ports.preview.show({ to: displayTitle(room.title), ...request }, markdown);
    const audience = (signal: AbortSignal): Promise<string> => audienceFact(ports, room, signal);
    const outgoing = { draft, text, comment };
    let kept: KeptText | undefined;
    const keep = async (kind: 'send' | 'asFile'): Promise<void> => {
      kept = await keepIfClear(ports, room, outgoing, kind);
    };
    const choice = await confirmShare({ ...request, audience, keep });
    switch (choice) {
      case 'send':
      case 'asFile':
        return kept ?? keepOnceClear(ports, room, outgoing, choice);
      case 'edit':
        return { kind: 'edit', markdown };
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
  const risks = await secretWarnings(ports, markdown);
  const cleared = await clearText(ports, markdown, { name, risks, act: 'copy' });
  if (cleared === undefined) return;
  await env.clipboard.writeText(cleared);
  showSuccess(l10n.t('Copied as message'));
}
