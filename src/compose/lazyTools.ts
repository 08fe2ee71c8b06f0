import { type Disposable, type LanguageModelTool, lm } from 'vscode';
import type { Lazy } from '../core/base/lazy.ts';
import type { ToolName } from '../core/chatTools/toolInput.ts';

const names: Readonly<Record<ToolName, true>> = {
  roomside_list_rooms: true,
  roomside_read_room: true,
  roomside_draft_message: true,
  roomside_post_message: true,
};

/** Registers the language model tools. They are loaded on the first call. */
export function registerLazyTools(
  load: Lazy<Readonly<Record<ToolName, LanguageModelTool<unknown>>>>,
): readonly Disposable[] {
  return (Object.keys(names) as ToolName[]).map((name) =>
    lm.registerTool<unknown>(name, {
      prepareInvocation: async (options, token) => (await load())[name].prepareInvocation?.(options, token),
      invoke: async (options, token) => (await load())[name].invoke(options, token),
    }),
  );
}
