import { copyMessage } from './shareText.ts';
import { selectionSource } from './sources/selection.ts';

/** "Copy as Message": the very text that would be shared, without signing in. */
export async function copyAsMessage(): Promise<void> {
  const draft = await selectionSource();
  if (draft?.kind === 'text') await copyMessage((await draft.render(undefined)).markdown);
}
