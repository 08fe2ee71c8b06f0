import {
  CancellationTokenSource,
  type LanguageModelTool,
  lm,
  MarkdownString,
  type PreparedToolInvocation,
} from 'vscode';

const place = Symbol.for('roomside.tests.tools');
// Every test file is a bundle of its own, and they all must see the tools of the one activation.
const shared = globalThis as { [place]?: Map<string, LanguageModelTool<unknown>> };
shared[place] ??= beginWatching();
const tools = shared[place];

/** For as long as the window lives: the tools are registered once, by whichever test comes first. */
function beginWatching(): Map<string, LanguageModelTool<unknown>> {
  const registered = new Map<string, LanguageModelTool<unknown>>();
  const original = lm.registerTool;
  const registerTool: typeof lm.registerTool = (name, tool) => {
    registered.set(name, tool as LanguageModelTool<unknown>);
    return original(name, tool);
  };
  Object.assign(lm, { registerTool });
  return registered;
}

/** What VS Code shows before a tool runs. Inside tests it asks nobody and goes on as if the user had agreed. */
export async function preparedTool(name: string, input: object): Promise<PreparedToolInvocation | undefined> {
  const tool = tools.get(name);
  if (tool?.prepareInvocation === undefined) throw new Error(`${name} is not registered, or asks nothing`);
  return (await tool.prepareInvocation({ input }, new CancellationTokenSource().token)) ?? undefined;
}

/** The Markdown of a text that VS Code shows. */
export function markdownOf(text: string | MarkdownString | undefined): string {
  return text instanceof MarkdownString ? text.value : (text ?? '');
}
