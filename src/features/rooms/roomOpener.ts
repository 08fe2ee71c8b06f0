import { commands, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import type { RoomNode } from '../../host/commands/commandArguments.ts';

/** Maximum time between the clicks of a double click, as on most systems. */
const doubleClickMs = 500;
/** Maximum time between the key and the command of the row. */
const enterMs = 1000;

/**
 * Opens the reader on Enter and on a double click. VS Code runs the same command for a click, a double click and Enter;
 * a single click only selects the row.
 */
export class RoomOpener {
  readonly #clock: Clock;
  #lastClick: { readonly roomId: string; readonly atMs: number } | undefined;
  #pressedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Enter in the view: selects, as in every list. */
  async pressEnter(): Promise<void> {
    this.#pressedMs = this.#clock.now();
    await commands.executeCommand('list.select');
  }

  /** Handles the command of a row. */
  async open(roomId: unknown): Promise<void> {
    if (typeof roomId !== 'string' || !this.#shouldOpen(roomId)) return;
    const node: RoomNode = { kind: 'room', roomId };
    await commands.executeCommand('roomside.readRoom', node);
  }

  #shouldOpen(roomId: string): boolean {
    const nowMs = this.#clock.now();
    const isWithin = (atMs: number, ms: number): boolean => nowMs >= atMs && nowMs - atMs <= ms;
    const isKey = isWithin(this.#pressedMs, enterMs);
    const isSecond = this.#lastClick?.roomId === roomId && isWithin(this.#lastClick.atMs, doubleClickMs);
    // With this setting, VS Code runs the command only on a double click.
    const isDouble = workspace.getConfiguration('workbench').get('list.openMode') === 'doubleClick';
    this.#pressedMs = Number.NEGATIVE_INFINITY;
    this.#lastClick = { roomId, atMs: nowMs };
    if (!isKey && !isSecond && !isDouble) return false;
    this.#lastClick = undefined;
    return true;
  }
}
