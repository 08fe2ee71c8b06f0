import { type Terminal, type TerminalShellExecution, window } from 'vscode';
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

interface Running {
  readonly execution: TerminalShellExecution;
  readonly tail: TextTail;
  /** Resolves when the whole output has been read. */
  readonly read: Promise<void>;
}

const maxOutputCharacters = 256 * 1024;

/** Keeps the last command of each terminal with shell integration. */
export class TerminalHistory implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #running = new Map<Terminal, Running>();
  readonly #ended = new WeakMap<Terminal, Running & Pick<EndedCommand, 'exitCode'>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
    this.#owned.add(
      window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        const tail = new TextTail(maxOutputCharacters);
        this.#running.set(terminal, { execution, tail, read: this.#read(execution, tail) });
      }),
    );
    this.#owned.add(
      window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
        const running = this.#running.get(terminal);
        if (running?.execution !== execution) return;
        this.#running.delete(terminal);
        this.#ended.set(terminal, { ...running, exitCode });
      }),
    );
    this.#owned.add(window.onDidCloseTerminal((terminal) => this.#running.delete(terminal)));
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
    this.#running.clear();
  }

  async #read(execution: TerminalShellExecution, tail: TextTail): Promise<void> {
    try {
      for await (const data of execution.read()) tail.add(data);
    } catch (error) {
      this.#log.warn(`terminal: the output could not be read: ${(error as Error).name}`);
    }
  }
}
