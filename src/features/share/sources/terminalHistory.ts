import { type Terminal, type TerminalShellExecution, type TerminalShellExecutionEndEvent, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../../core/base/disposable.ts';
import type { Log } from '../../../core/base/log.ts';
import { TextTail } from '../../../core/base/text/textTail.ts';

/** A finished command of a terminal. */
export interface EndedCommand {
  readonly commandLine: string;
  /** The data that the program wrote, with the control sequences of the terminal. */
  readonly output: string;
  /** The beginning of the output was dropped because it was too long. */
  readonly isCut: boolean;
  /** `undefined` if the shell does not report it. */
  readonly exitCode: number | undefined;
}

interface Output {
  readonly tail: TextTail;
  /** Resolves when the whole output has been read. */
  readonly read: Promise<void>;
}

const maxOutputCharacters = 256 * 1024;

/** Keeps the last command of each terminal with shell integration. */
export class TerminalHistory implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #outputs = new WeakMap<TerminalShellExecution, Output>();
  readonly #ended = new WeakMap<Terminal, Output & Pick<TerminalShellExecutionEndEvent, 'execution' | 'exitCode'>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
    this.#owned.add(
      window.onDidStartTerminalShellExecution(({ execution }) => {
        const tail = new TextTail(maxOutputCharacters);
        this.#outputs.set(execution, { tail, read: this.#read(execution, tail) });
      }),
    );
    this.#owned.add(
      window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
        const output = this.#outputs.get(execution);
        if (output !== undefined) this.#ended.set(terminal, { ...output, execution, exitCode });
      }),
    );
  }

  /** The last finished command of a terminal since activation. */
  async last(terminal: Terminal): Promise<EndedCommand | undefined> {
    const ended = this.#ended.get(terminal);
    if (ended === undefined) return undefined;
    const { execution, tail, read, exitCode } = ended;
    await read;
    return { commandLine: execution.commandLine.value, output: tail.text, isCut: tail.isCut, exitCode };
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #read(execution: TerminalShellExecution, tail: TextTail): Promise<void> {
    try {
      for await (const data of execution.read()) tail.add(data);
    } catch (error) {
      this.#log.warn(`terminal: the output could not be read: ${(error as Error).name}`);
    }
  }
}
