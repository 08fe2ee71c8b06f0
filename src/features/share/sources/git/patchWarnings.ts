import { applicablePatch } from '../../../../core/git/patchSections.ts';
import { leftOutTexts } from '../../../../host/git/leftOutText.ts';

/** Warnings about what the receiver of a patch cannot apply. */
export function patchWarnings(patch: string): readonly string[] {
  return leftOutTexts(applicablePatch(patch).leftOut);
}
