import { env, l10n, languages, type Uri, window, workspace } from 'vscode';
import { PatchRefusedError } from '../../../core/git/errors.ts';
import { patchedLines } from '../../../core/git/placePatch.ts';
import type { FeedMessage } from '../../../core/messages/feedMessages.ts';
import { messageText } from '../../../core/messages/messageText.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { languageOfTag } from '../../../core/snippet/languages.ts';
import type { AppliedPatches } from '../../../host/git/appliedPatches.ts';
import { sampleRepository } from '../../../host/git/sampleFolder.ts';
import type { Services } from '../../../host/services.ts';
import { showNotice, showSuccess } from '../../../host/ui/statusBar.ts';
import { showWarningMessage } from '../../../host/vscode/notifications.ts';
import type { BlockAction } from '../../../webview/reader/protocol.ts';
import type { ComparePorts } from './compareBlock.ts';
import { insertAtCursor } from './insertAtCursor.ts';
import type { GoToFilePorts } from './sharedFiles.ts';

interface BlockPorts extends ComparePorts, Pick<Services, 'storage'>, Pick<GoToFilePorts, 'openLink'> {
  readonly applied: AppliedPatches;
}

/** What the buttons of a code block do. */
export type BlockActions = Readonly<
  Record<Exclude<BlockAction, 'replyApplied'>, (block: SharedBlock) => Promise<void>>
>;

export function createBlockActions(ports: BlockPorts): BlockActions {
  return {
    copy: ({ code }) => copyText(code),
    insert: ({ code }) => insertAtCursor(code, ports.last),
    open: openUntitled,
    // Lazy chunks: most code is only read.
    async here(block) {
      const [{ goToFile }, { compareWithFile }] = await Promise.all([
        import('./sharedFiles.ts'),
        import('./compareBlock.ts'),
      ]);
      const compare = (file: Uri): Promise<void> => compareWithFile(block, file, ports);
      const { log, openLink } = ports;
      await goToFile(block, { log, openLink, compare, openCopy: () => openUntitled(block) });
    },
    compare: async (block) => (await import('./compareBlock.ts')).compareBlock(block, ports),
    async apply(block) {
      const { offerPatch } = await import('../../../host/git/offerPatch.ts');
      const { code, repository } = block;
      const bytes = Buffer.from(code);
      const sample = await sampleRepository(ports.storage);
      const offered = { bytes, repository, sample, texts: ports.texts, view: () => openUntitled(block) };
      try {
        await offerPatch(offered, (place, before) => ports.applied.add(code, place, before));
      } catch (error) {
        const lines = patchedLines(code);
        const isStale = error instanceof PatchRefusedError && error.problem === 'does-not-apply';
        if (lines === undefined || !isStale) throw error;
        await offerComparison({ ...lines, language: '' }, ports);
      }
    },
    showChanges: async ({ code }) =>
      (await import('../../../host/git/messagePatch.ts')).showApplied({ ...ports, code }),
    undoPatch: async ({ code }) => (await import('../../../host/git/messagePatch.ts')).undoApplied({ ...ports, code }),
  };
}

/** For a suggestion whose lines are others now. */
async function offerComparison(block: SharedBlock, ports: ComparePorts): Promise<void> {
  const compare = l10n.t('Compare');
  const text = l10n.t("These lines have changed since the suggestion, so it wasn't applied.");
  if ((await showWarningMessage(text, compare)) !== compare) return;
  await (await import('./compareBlock.ts')).compareBlock(block, ports);
}

/** Copies the text of a message that is known. */
export async function copyTextOf(message: FeedMessage | undefined): Promise<void> {
  if (message !== undefined) await copyText(messageText(message));
}

/** Copies the link into the editor of a block, or of the first one that has a link. */
export async function copyLinkOf(blocks: readonly SharedBlock[], index: number | undefined): Promise<void> {
  const candidates = index === undefined ? blocks : blocks.slice(index, index + 1);
  const link = candidates.find(({ origin }) => origin?.editorLink !== undefined)?.origin?.editorLink;
  if (link === undefined) return showNotice(l10n.t('This code has no link into the editor.'));
  await copyText(link);
}

async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  showSuccess(l10n.t('Copied'));
}

async function openUntitled({ code, language }: SharedBlock): Promise<void> {
  const known = languageOfTag(language, await languages.getLanguages());
  const document = await workspace.openTextDocument({ content: code, language: known });
  await window.showTextDocument(document, { preview: false });
}
