import {
  CancellationError,
  type CancellationToken,
  LanguageModelTextPart,
  type LanguageModelTool,
  type LanguageModelToolInvocationOptions,
  LanguageModelToolResult,
  type PreparedToolInvocation,
  workspace,
} from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import type { Log } from '../../core/base/log.ts';
import type { TokenBudget } from '../../core/share/tools/tokenBudget.ts';
import { toolFailureText, UntrustedWorkspaceError } from '../../core/share/tools/toolFailure.ts';
import { parseToolInput, type ToolInput, type ToolName } from '../../core/share/tools/toolInput.ts';

/** One call of a tool. */
export interface ToolCall<Name extends ToolName> {
  readonly input: ToolInput<Name>;
  readonly signal: AbortSignal;
}

/** A tool for language models: its input is checked, and what it throws is worded, before and after it. */
export interface Tool<Name extends ToolName> {
  /** What the user is shown, and asked, before it runs. */
  prepare(call: ToolCall<Name>): Promise<PreparedToolInvocation> | PreparedToolInvocation;
  /** The answer to the model, in English. */
  run(call: ToolCall<Name>, budget: TokenBudget | undefined): Promise<string>;
}

/**
 * A tool as VS Code calls it. A failure is an answer too: VS Code would write what a tool was given into its log if the tool
 * threw, and that may be a message.
 */
export function toLanguageModelTool<Name extends ToolName>(
  name: Name,
  tool: Tool<Name>,
  log: Log,
): LanguageModelTool<unknown> {
  const callOf = (input: unknown, token: CancellationToken): ToolCall<Name> => {
    // The manifest hides the tools in Restricted Mode; other extensions can still call them by name.
    if (!workspace.isTrusted) throw new UntrustedWorkspaceError();
    return { input: parseToolInput(name, input), signal: signalOf(token) };
  };
  const failureText = (error: unknown): string => {
    if (isCancelled(error)) throw new CancellationError();
    log.error(`the tool ${name} failed`, error);
    return toolFailureText(error);
  };
  return {
    async prepareInvocation({ input }, token) {
      try {
        return await tool.prepare(callOf(input, token));
      } catch (error) {
        // Wrong input or an untrusted workspace: running it meets the same failure, and answers with it.
        failureText(error);
        return undefined;
      }
    },
    async invoke(options, token) {
      const run = async (): Promise<string> => tool.run(callOf(options.input, token), budgetOf(options, token));
      return new LanguageModelToolResult([new LanguageModelTextPart(await run().catch(failureText))]);
    },
  };
}

function signalOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  else token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

function budgetOf(
  { tokenizationOptions }: LanguageModelToolInvocationOptions<unknown>,
  token: CancellationToken,
): TokenBudget | undefined {
  if (tokenizationOptions === undefined) return undefined;
  const { tokenBudget, countTokens } = tokenizationOptions;
  return { tokens: tokenBudget, count: async (text) => countTokens(text, token) };
}
