import assert from 'node:assert/strict';
import { commands, type QuickPickItem } from 'vscode';
import { flushUi, LiveQuickPick } from '../../src/host/ui/liveQuickPick.ts';

interface Row extends QuickPickItem {
  readonly id?: string;
}

const rowsOf = (...ids: readonly string[]): readonly Row[] => ids.map((id) => ({ id, label: `Room ${id}` }));
/** Runs in the window, in order with the messages that are sent before and after. */
const moveDown = (): Thenable<unknown> => commands.executeCommand('workbench.action.quickOpenSelectNext');
const pressEnter = (): Thenable<unknown> => commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

async function enter(): Promise<void> {
  await flushUi();
  await pressEnter();
  await flushUi();
}

describe('LiveQuickPick', () => {
  let live: LiveQuickPick<Row>;
  let chosen: (string | undefined)[] = [];

  async function open(rows: readonly Row[]): Promise<void> {
    live = new LiveQuickPick<Row>(({ id }) => id);
    const isActive = new Promise((resolve) => live.picker.onDidChangeActive(resolve));
    live.show(rows);
    void live.ask(({ id }) => {
      chosen.push(id);
      return undefined;
    });
    await isActive;
  }

  beforeEach(async () => {
    chosen = [];
    await open(rowsOf('a', 'b'));
  });
  afterEach(() => live.dispose());

  it('does not choose a row that has just moved to the chosen index', async () => {
    const keys = [moveDown(), pressEnter()];
    live.show(rowsOf('b', 'a'));
    await Promise.all(keys);
    await flushUi();
    assert.deepEqual(chosen, []);
    await pressEnter();
    await flushUi();
    assert.equal(chosen.length, 1);
    assert.equal(chosen[0], live.picker.activeItems[0]?.id);
  });

  it('chooses the row whose index has not changed', async () => {
    const keys = [moveDown(), pressEnter()];
    live.show(rowsOf('a', 'b', 'c'));
    await Promise.all(keys);
    await flushUi();
    assert.deepEqual(chosen, ['b']);
  });

  it('keeps a move that crosses new rows, and never chooses the row that was active before', async () => {
    const move = moveDown();
    live.show(rowsOf('a', 'b', 'c'));
    // Reaches the window after the new rows, which make the first row active again.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await Promise.all([move, pressEnter()]);
    await flushUi();
    await flushUi();
    assert.notEqual(chosen[0], 'a');
    assert.equal(live.picker.activeItems[0]?.id, 'b');
    await pressEnter();
    await flushUi();
    assert.equal(chosen.at(-1), 'b');
  });

  for (const [change, ...later] of [
    ['when there was none before', ['c']],
    ['when rows change again before the window shows them', ['c'], ['c', 'd']],
  ] as const) {
    it(`activates the first item ${change}`, async () => {
      const more: Row = { label: 'More' };
      live.dispose();
      await open([more]);
      for (const ids of later) live.show([...rowsOf(...ids), more]);
      await enter();
      assert.deepEqual(chosen, ['c']);
    });
  }

  it('keeps the best match active when rows change again before the window shows them', async () => {
    live.answer(rowsOf('b', 'a'));
    live.show(rowsOf('b', 'a', 'c'));
    await enter();
    assert.deepEqual(chosen, ['b']);
  });

  it('makes the best match active when a text is typed while rows are added above the active one', async () => {
    await moveDown();
    await flushUi();
    live.show(rowsOf('x', 'a', 'b'));
    live.answer(rowsOf('c', 'd', 'e'));
    await enter();
    assert.deepEqual(chosen, ['c']);
  });

  it('waits for the matches of the typed text, and chooses the only one', async () => {
    const key = pressEnter();
    live.answer([...rowsOf('c'), { label: 'More' }]);
    await key;
    await flushUi();
    assert.deepEqual(chosen, ['c']);
  });

  for (const [what, change] of [
    ['one of several matches', () => live.answer(rowsOf('c', 'd'))],
    ['rows that were not searched for as a match', () => live.show(rowsOf('c'))],
  ] as const) {
    it(`does not choose ${what}`, async () => {
      const key = pressEnter();
      change();
      await key;
      await flushUi();
      assert.deepEqual(chosen, []);
    });
  }

  it('keeps the active row active when it moves', async () => {
    await moveDown();
    await flushUi();
    live.show(rowsOf('x', 'y', 'b', 'a'));
    await flushUi();
    const activeIds = live.picker.activeItems.map(({ id }) => id);
    assert.deepEqual(activeIds, ['b']);
    await pressEnter();
    await flushUi();
    assert.deepEqual(chosen, ['b']);
  });

  it('chooses no other row than the one that is made active, until the window shows it', async () => {
    const keys = [moveDown(), pressEnter()];
    live.activate();
    await Promise.all(keys);
    await flushUi();
    assert.deepEqual([chosen, live.picker.activeItems[0]?.id], [[], 'a']);
    await enter();
    assert.deepEqual(chosen, ['a']);
  });

  it('does not choose a removed row again', async () => {
    await enter();
    live.show([]);
    await enter();
    assert.deepEqual(chosen, ['a']);
  });
});
