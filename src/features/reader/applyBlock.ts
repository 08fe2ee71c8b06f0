import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { offerPatch } from '../../host/git/offerPatch.ts';
import { openInEditor } from './openInEditor.ts';

/** Applies a code block that contains a patch. */
export async function applyBlock(block: SharedBlock): Promise<void> {
  const { code, repository } = block;
  await offerPatch({ bytes: Buffer.from(code), repository, view: () => openInEditor(block) });
}
