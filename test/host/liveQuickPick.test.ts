import assert from 'node:assert/strict';
import { commands, type QuickPickItem } from 'vscode';
import { flushUi } from '../../src/host/flushUi.ts';
import { LiveQuickPick } from '../../src/host/liveQuickPick.ts';

interface Row extends QuickPickItem {
  readonly id?: string;
}

const rowsOf = (...ids: readonly string[]): readonly Row[] => ids.map((id) => ({ id, label: `Room ${id}` }));
/** They run in the window; what is sent to it before and after arrives there before and after. */
const moveDown = (): Thenable<unknown> => commands.executeCommand('workbench.action.quickOpenSelectNext');
const pressEnter = (): Thenable<unknown> => commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

describe('A list whose rows change while one is chosen', () => {
  let live: LiveQuickPick<Row>;
  let chosen: (string | undefined)[] = [];

  beforeEach(async () => {
    chosen = [];
    live = new LiveQuickPick<Row>(({ id }) => id);
    live.onDidChoose(({ id }) => chosen.push(id));
    const isActive = new Promise((resolve) => live.picker.onDidChangeActive(resolve));
    live.show(rowsOf('a', 'b'));
    live.open();
    await isActive;
  });
  afterEach(() => live.dispose());

  it('takes none for another that has just come to its place', async () => {
    const key = pressEnter();
    live.show(rowsOf('b', 'a'));
    await key;
    await flushUi();
    assert.deepEqual(chosen, []);
    await pressEnter();
    await flushUi();
    assert.equal(chosen.length, 1);
    assert.equal(chosen[0], live.picker.activeItems[0]?.id);
  });

  it('takes the one whose place has not changed, though others have come', async () => {
    const keys = [moveDown(), pressEnter()];
    live.show(rowsOf('a', 'b', 'c'));
    await Promise.all(keys);
    await flushUi();
    assert.deepEqual(chosen, ['b']);
  });

  it('takes the row that was moved to, wherever it has come', async () => {
    const keys = [moveDown(), pressEnter()];
    live.show(rowsOf('b', 'a'));
    await Promise.all(keys);
    await flushUi();
    assert.deepEqual(chosen, ['b']);
  });

  for (const [when, ids] of [
    ['at the same places', ['a', 'b', 'c']],
    ['at other places', ['x', 'y', 'a', 'b']],
  ] as const) {
    it(`takes the row that was moved to when the rows come before Enter ${when}`, async () => {
      const down = moveDown();
      live.show(rowsOf(...ids));
      // The rows leave with the first timer after this turn, and Enter follows them.
      await new Promise((resolve) => setTimeout(resolve, 0));
      await Promise.all([down, pressEnter()]);
      await flushUi();
      assert.deepEqual(chosen, ['b']);
    });
  }

  it('keeps the row active that was moved to while rows were replaced', async () => {
    const down = moveDown();
    live.show(rowsOf('x', 'a', 'b'));
    await down;
    for (let turn = 0; turn < 3; turn += 1) await flushUi();
    assert.deepEqual(
      live.picker.activeItems.map(({ id }) => id),
      ['b'],
    );
    await pressEnter();
    await flushUi();
    assert.deepEqual(chosen, ['b']);
    await moveDown();
    await flushUi();
    live.show(rowsOf('a', 'b'));
    await flushUi();
    assert.deepEqual(
      live.picker.activeItems.map(({ id }) => id),
      ['a'],
    );
  });

  it('leaves the best answer active when a move was made while it was looked for', async () => {
    const down = moveDown();
    live.answer(rowsOf('c', 'b'));
    await down;
    for (let turn = 0; turn < 3; turn += 1) await flushUi();
    assert.deepEqual(
      live.picker.activeItems.map(({ id }) => id),
      ['c'],
    );
  });

  it('waits for the answer to what was typed, and takes it if there is one only', async () => {
    const key = pressEnter();
    live.answer([...rowsOf('c'), { label: 'More' }]);
    await key;
    await flushUi();
    assert.deepEqual(chosen, ['c']);
  });

  it('takes none of several answers', async () => {
    const key = pressEnter();
    live.answer(rowsOf('c', 'd'));
    await key;
    await flushUi();
    assert.deepEqual(chosen, []);
  });

  it('does not take for an answer what nobody has asked for', async () => {
    const key = pressEnter();
    live.show(rowsOf('c'));
    await key;
    await flushUi();
    assert.deepEqual(chosen, []);
  });

  it('keeps the active row active where it has come to another place', async () => {
    await moveDown();
    await flushUi();
    live.show(rowsOf('x', 'y', 'b', 'a'));
    await flushUi();
    assert.deepEqual(
      live.picker.activeItems.map(({ id }) => id),
      ['b'],
    );
    await pressEnter();
    await flushUi();
    assert.deepEqual(chosen, ['b']);
  });

  it('does not take again a row that is no longer there', async () => {
    await pressEnter();
    await flushUi();
    live.show([]);
    await flushUi();
    await pressEnter();
    await flushUi();
    assert.deepEqual(chosen, ['a']);
  });
});
