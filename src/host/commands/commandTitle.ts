import { fieldsOf } from '../../core/base/json.ts';
import type { CommandId } from './commandIds.ts';

/** The title of a command in the language of the user. VS Code keeps the original beside the translation. */
export function commandTitle(manifest: unknown, id: CommandId): string {
  const { commands } = fieldsOf(fieldsOf(manifest).contributes);
  const all = Array.isArray(commands) ? commands.map((each: unknown) => fieldsOf(each)) : [];
  const title = all.find(({ command }) => command === id)?.title;
  return `${fieldsOf(title).value ?? title ?? id}`;
}
