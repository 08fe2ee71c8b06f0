import { applicablePatch } from '../../../../core/git/patchSections.ts';
import { leftOutTexts } from '../../../../host/git/leftOutText.ts';
import type { Shareable } from '../../shareable.ts';
import { type BlockFacts, shareableBlocks } from '../shareSource.ts';

interface PatchFacts extends Omit<BlockFacts, 'blocks' | 'warnings'> {
  readonly warnings?: readonly string[];
}

/** A patch under its heading, with warnings about what its receiver cannot apply. */
export function shareablePatch(patch: string, { warnings = [], ...facts }: PatchFacts): Shareable {
  const leftOut = leftOutTexts(applicablePatch(patch).leftOut);
  return shareableBlocks({
    ...facts,
    blocks: [{ text: patch, language: 'diff' }],
    warnings: [...warnings, ...leftOut],
  });
}
