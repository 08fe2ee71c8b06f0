import { env, l10n } from 'vscode';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { showSuccess } from '../../host/statusMessage.ts';
import type { BlockAct } from '../../webview/reader/protocol.ts';
import { applyBlock } from './applyBlock.ts';
import type { BlockTexts } from './blockTexts.ts';
import { compareBlock, compareWithFile } from './compareBlock.ts';
import { insertAtCursor } from './insertAtCursor.ts';
import type { LastEditor } from './lastEditor.ts';
import { openHere } from './openHere.ts';
import { openInEditor } from './openInEditor.ts';

/** Brings the code of a message back into the editor. */
export type BlockActs = Readonly<Record<BlockAct, (block: SharedBlock) => Promise<void>>>;

export function createBlockActs(last: LastEditor, texts: BlockTexts): BlockActs {
  return {
    copy: async ({ code }) => {
      await env.clipboard.writeText(code);
      showSuccess(l10n.t('Copied'));
    },
    insert: ({ code }) => insertAtCursor(code, last),
    open: openInEditor,
    here: (block) => openHere(block, (shared, file) => compareWithFile(shared, file, texts)),
    compare: (block) => compareBlock(block, last, texts),
    apply: applyBlock,
  };
}
