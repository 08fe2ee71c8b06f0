import { env, l10n, languages, window, workspace } from 'vscode';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { languageOfTag } from '../../core/snippet/languages.ts';
import { sampleRepository } from '../../host/git/sampleFolder.ts';
import type { Services } from '../../host/services.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import type { BlockAction } from '../../webview/reader/protocol.ts';
import { type ComparePorts, compareBlock, compareWithFile } from './compareBlock.ts';
import { insertAtCursor } from './insertAtCursor.ts';
import { goToFile } from './sharedFiles.ts';

/** What the buttons of a code block do. */
export type BlockActions = Readonly<Record<BlockAction, (block: SharedBlock) => Promise<void>>>;

export function createBlockActions(ports: ComparePorts & Pick<Services, 'storage'>): BlockActions {
  return {
    copy: async ({ code }) => {
      await env.clipboard.writeText(code);
      showSuccess(l10n.t('Copied'));
    },
    insert: ({ code }) => insertAtCursor(code, ports.last),
    open: openUntitled,
    here: (block) =>
      goToFile(block, {
        log: ports.log,
        compare: (file) => compareWithFile(block, file, ports),
        openCopy: () => openUntitled(block),
      }),
    compare: (block) => compareBlock(block, ports),
    // A lazy chunk: most blocks are not patches.
    async apply(block) {
      const { offerPatch } = await import('../../host/git/offerPatch.ts');
      const { code, repository } = block;
      const [bytes, sample] = [Buffer.from(code), await sampleRepository(ports.storage)];
      await offerPatch({ bytes, repository, sample, view: () => openUntitled(block) });
    },
  };
}

/** Opens the code as an untitled document in its language. */
async function openUntitled({ code, language }: SharedBlock): Promise<void> {
  const known = languageOfTag(language, await languages.getLanguages());
  const document = await workspace.openTextDocument({ content: code, language: known });
  await window.showTextDocument(document, { preview: false });
}
