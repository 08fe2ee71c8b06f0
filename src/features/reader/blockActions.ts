import { env, l10n } from 'vscode';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import type { BlockAction } from '../../webview/reader/protocol.ts';
import { type ComparePorts, compareBlock, compareWithFile } from './compareBlock.ts';
import { insertAtCursor } from './insertAtCursor.ts';
import { openHere } from './openHere.ts';
import { openInEditor } from './openInEditor.ts';

/** What the buttons of a code block do. */
export type BlockActions = Readonly<Record<BlockAction, (block: SharedBlock) => Promise<void>>>;

export function createBlockActions(ports: ComparePorts): BlockActions {
  return {
    copy: async ({ code }) => {
      await env.clipboard.writeText(code);
      showSuccess(l10n.t('Copied'));
    },
    insert: ({ code }) => insertAtCursor(code, ports.last),
    open: openInEditor,
    here: (block) => openHere(block, ports.log, (file) => compareWithFile(block, file, ports)),
    compare: (block) => compareBlock(block, ports),
    // A lazy chunk: most blocks are not patches.
    apply: async (block) => (await import('./applyBlock.ts')).applyBlock(block),
  };
}
