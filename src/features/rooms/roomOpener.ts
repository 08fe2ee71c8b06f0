import { commands, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import type { RoomNode } from '../../host/commands/commandArguments.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';

/** Maximum time between the clicks of a double click, as on most systems. */
const doubleClickMs = 500;
/** Maximum time between the key and the command of the row. */
const enterMs = 1000;

/**
 * Opens the reader on Enter and on a double click. VS Code runs the same command for a click, a double click and Enter;
 * a single click only selects the row.
 */
export function openCommands(clock: Clock) {
  let lastClick: { readonly roomId: string; readonly atMs: number } | undefined;
  let pressedMs = Number.NEGATIVE_INFINITY;
  const shouldOpen = (roomId: string): boolean => {
    const nowMs = clock.now();
    const isWithin = (atMs: number, ms: number): boolean => nowMs >= atMs && nowMs - atMs <= ms;
    const isKey = isWithin(pressedMs, enterMs);
    const isSecond = lastClick?.roomId === roomId && isWithin(lastClick.atMs, doubleClickMs);
    // With this setting, VS Code runs the command only on a double click.
    const isDouble = workspace.getConfiguration('workbench').get('list.openMode') === 'doubleClick';
    const isOpened = isKey || isSecond || isDouble;
    pressedMs = Number.NEGATIVE_INFINITY;
    lastClick = isOpened ? undefined : { roomId, atMs: nowMs };
    return isOpened;
  };
  return {
    /** The command of a row. */
    async '_roomside.openRoom'(roomId) {
      if (typeof roomId !== 'string' || !shouldOpen(roomId)) return;
      const node: RoomNode = { kind: 'room', roomId };
      await commands.executeCommand('roomside.readRoom', node);
    },
    /** Enter in the view: selects, as in every list. */
    async '_roomside.enterRoom'() {
      pressedMs = clock.now();
      await commands.executeCommand('list.select');
    },
  } satisfies Partial<CommandHandlers>;
}
