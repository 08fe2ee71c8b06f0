import {
  Disposable,
  type Terminal,
  type TerminalShellExecution,
  type TerminalShellExecutionEndEvent,
  type TerminalShellExecutionStartEvent,
  window,
} from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import { TextTail } from '../../../core/base/text/textTail.ts';
import { registerPart } from '../../../host/vscode/registerPart.ts';

/** A finished command of a terminal. */
export interface EndedCommand {
  readonly commandLine: string;
  /** The data that the program wrote, with the control sequences of the terminal. */
  readonly output: string;
  /** The beginning of the output was dropped because it was too long. */
  readonly isCut: boolean;
  /** No later command has started. VS Code reports no end of some commands: microsoft/vscode#250764. */
  readonly isNewest: boolean;
  /** `undefined` if the shell does not report it. */
  readonly exitCode: number | undefined;
}

interface Output {
  readonly tail: TextTail;
  /** Resolves when the whole output has been read. */
  readonly read: Promise<void>;
}

const maxOutputCharacters = 256 * 1024;

export type TerminalHistory = ReturnType<typeof keepTerminals>;

/** Keeps the last command of each terminal with shell integration. */
export function keepTerminals(log: Log) {
  const outputs = new WeakMap<TerminalShellExecution, Output>();
  const newest = new WeakMap<Terminal, TerminalShellExecution>();
  const ended = new WeakMap<Terminal, Output & Pick<TerminalShellExecutionEndEvent, 'execution' | 'exitCode'>>();
  const read = async (execution: TerminalShellExecution, tail: TextTail): Promise<void> => {
    try {
      for await (const data of execution.read()) tail.add(data);
    } catch (error) {
      log.warn(`terminal: the output could not be read: ${(error as Error).name}`);
    }
  };
  const onStart = ({ terminal, execution }: TerminalShellExecutionStartEvent): void => {
    newest.set(terminal, execution);
    const tail = new TextTail(maxOutputCharacters);
    outputs.set(execution, { tail, read: read(execution, tail) });
  };
  const onEnd = ({ terminal, execution, exitCode }: TerminalShellExecutionEndEvent): void => {
    const output = outputs.get(execution);
    if (output !== undefined) ended.set(terminal, { ...output, execution, exitCode });
  };
  const owned = registerPart(log, 'shell integration', () =>
    Disposable.from(window.onDidStartTerminalShellExecution(onStart), window.onDidEndTerminalShellExecution(onEnd)),
  );
  return {
    /** The last one since activation. */
    async last(terminal: Terminal): Promise<EndedCommand | undefined> {
      const found = ended.get(terminal);
      if (found === undefined) return undefined;
      const { execution, tail, exitCode } = found;
      await found.read;
      const isNewest = newest.get(terminal) === execution;
      return { commandLine: execution.commandLine.value, output: tail.text, isCut: tail.isCut, isNewest, exitCode };
    },
    dispose: () => owned.dispose(),
  };
}
