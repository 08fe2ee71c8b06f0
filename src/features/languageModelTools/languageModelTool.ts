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
import { type DoorAnswer, exitCodes } from '../../core/terminal/doorCall.ts';
import type { RequestShare } from '../../core/terminal/shareRequest.ts';
import type { Services } from '../../host/services.ts';
import type { TokenBudget } from './model/listAnswers.ts';
import { ToolError, toolFailureText } from './model/toolFailure.ts';
import { parseToolInput, type ToolInput, type ToolName } from './model/toolInput.ts';

export interface ToolPorts extends Pick<Services, 'connection' | 'directory' | 'scanner' | 'drafts' | 'clock' | 'log'> {
  readonly requestShare: RequestShare;
}

export interface ToolCall<Name extends ToolName> {
  readonly input: ToolInput<Name>;
  readonly signal: AbortSignal;
  /** Of a program outside of VS Code: an agreement holds for this window. */
  readonly isForProgram?: true;
  readonly onData?: (data: object) => void;
}

/** The authors of the files could instruct the calling model. */
const untrustedAnswer =
  'Roomside’s tools are off in Restricted Mode. Tell the user that they work once this workspace is trusted.';

/** A tool for language models. The caller checks its input and converts its errors. */
export interface Tool<Name extends ToolName> {
  /** The progress message and the confirmation before the run. */
  prepare(call: ToolCall<Name>): Promise<PreparedToolInvocation> | PreparedToolInvocation;
  /** The result for the model, in English. */
  run(call: ToolCall<Name>, budget: TokenBudget | undefined): Promise<string>;
}

/** Runs a tool. @returns its answer, as text and as data */
export async function runWithData<Name extends ToolName>(
  { run }: Pick<Tool<Name>, 'run'>,
  call: Omit<ToolCall<Name>, 'onData'>,
  budget?: TokenBudget,
): Promise<DoorAnswer> {
  let data: object | undefined;
  const onData = (told: object): void => {
    data = told;
  };
  return { exit: exitCodes.sent, text: await run({ ...call, onData }, budget), data };
}

/** A tool for each name. */
export type Tools = { readonly [Name in ToolName]: Tool<Name> };

export function toLanguageModelTools(tools: Tools, log: Log): Readonly<Record<ToolName, LanguageModelTool<unknown>>> {
  const names = Object.keys(tools) as ToolName[];
  const adapted = names.map((name) => [name, toLanguageModelTool(name, tools[name] as Tool<ToolName>, log)]);
  return Object.fromEntries(adapted);
}

/**
 * Adapts a tool to VS Code. An error becomes a result: if a tool throws, VS Code logs its input, which may be a
 * message.
 */
function toLanguageModelTool<Name extends ToolName>(
  name: Name,
  tool: Tool<Name>,
  log: Log,
): LanguageModelTool<unknown> {
  const callOf = (input: unknown, token: CancellationToken): ToolCall<Name> => {
    // The manifest hides the tools in Restricted Mode, but other extensions can still call them by name.
    if (!workspace.isTrusted) throw new ToolError(untrustedAnswer);
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
        // `invoke` fails in the same way and returns the reason to the model.
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
