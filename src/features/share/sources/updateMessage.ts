import { commands } from 'vscode';
import { fieldsOf } from '../../../core/base/json.ts';
import { placesOf } from '../../../core/snippet/codePlace.ts';
import type { CommandId } from '../../../host/commands/commandIds.ts';
import { markdownOf, type Shareable } from '../shareable.ts';

/** Opens a message that shared lines as a draft that has the selected ones in their place. @param digest of the shared lines */
export async function updateMessage(selected: Shareable | undefined, node: unknown, digest: unknown): Promise<void> {
  const proposal = await selected?.propose('send', undefined);
  const markdown = proposal && markdownOf(proposal);
  if (markdown === undefined) return;
  const edit = { ...fieldsOf(node), lines: { digest, markdown, places: placesOf(proposal?.messages[0]?.origin) } };
  await commands.executeCommand('roomside.editMessage' satisfies CommandId, edit);
}
