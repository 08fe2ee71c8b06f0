import assert from 'node:assert/strict';
import type { StatusBarItem } from 'vscode';
import type { StatusContent, StatusKind } from '../../../../src/host/ui/statusBar.ts';
import { MarkdownString, useInWindow } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { showNotice, showSuccess, StatusItem, UndoableMessage } = await withVscode(
  () => import('../../../../src/host/ui/statusBar.ts'),
);

describe('The status bar item', () => {
  let items: StatusBarItem[] = [];
  beforeEach(() => {
    items = [];
  });
  useInWindow('createStatusBarItem', (original) => (...args: Parameters<typeof original>) => {
    const item = original(...args);
    items.push(item);
    const { dispose } = item;
    item.dispose = () => {
      items.splice(items.indexOf(item), 1);
      dispose.call(item);
    };
    return item;
  });

  const content = (kind: StatusKind): StatusContent => ({ text: kind, tooltip: kind, command: `open.${kind}` });

  it('is one item with the most important content and its command', () => {
    const status = new StatusItem(new ManualClock(0));
    for (const kind of ['unconfirmed', 'queued', 'rateLimited', 'offline', 'failed', 'expired'] as const) {
      status.set(kind, content(kind));
      const seen = items.map(({ text, command }) => [text, command]);
      assert.deepEqual(seen, [[kind, `open.${kind}`]]);
      assert.equal(items[0]?.accessibilityInformation?.label, `${kind}, ${kind}`);
    }
    for (const next of ['failed', 'offline', 'rateLimited', 'queued', 'unconfirmed'] as const) {
      status.set(items[0]?.text as StatusKind, undefined);
      const texts = items.map(({ text }) => text);
      assert.deepEqual(texts, [next]);
    }
    status.set('unconfirmed', undefined);
    assert.deepEqual(items, []);
    status.dispose();
  });

  it('shows what was done in the same place, for ten seconds, and before Undo of something else', () => {
    const clock = new ManualClock(0);
    const status = new StatusItem(clock);
    const message = new UndoableMessage(status);
    const shown = () => items.map(({ text, command }) => [text, command]);
    status.set('failed', content('failed'));
    const undo = { command: 'open.undo', title: 'Undo' };
    message.show('Shared', undo);
    showSuccess('Deleted a.ts');
    assert.deepEqual(shown(), [['$(check) Deleted a.ts', undefined]]);
    clock.advance(9_000);
    showNotice('a.ts is waiting');
    clock.advance(9_000);
    assert.deepEqual(shown(), [['$(info) a.ts is waiting', undefined]]);
    clock.advance(1_000);
    assert.deepEqual(shown(), [['$(check) Shared $(discard) Undo', undo]]);
    showNotice('a.ts is waiting');
    message.show('Shared', undo);
    assert.deepEqual(shown(), [['$(check) Shared $(discard) Undo', undo]], 'the newest');
    message.hide();
    assert.deepEqual(shown(), [['failed', 'open.failed']]);
    status.dispose();
    message.dispose();
  });

  it('has the ground of a warning for the first minute', () => {
    const clock = new ManualClock(0);
    const status = new StatusItem(clock);
    const hasGround = () => items[0]?.backgroundColor !== undefined;
    status.set('failed', { ...content('failed'), isWarning: true });
    assert.equal(hasGround(), true);
    clock.advance(59_000);
    status.set('failed', { ...content('failed'), isWarning: true });
    clock.advance(1_000);
    assert.deepEqual([items.map(({ text }) => text), hasGround()], [['failed'], false]);
    status.set('failed', { ...content('failed'), text: '2 failed', isWarning: true });
    assert.equal(hasGround(), true, 'another share failed');
    status.dispose();
  });

  it('shows a success with a link in its hover, which runs that command only', () => {
    const status = new StatusItem(new ManualClock(0));
    const message = new UndoableMessage(status);
    status.set('queued', content('queued'));
    const undo = { command: 'open.undo', title: 'Undo', tooltip: 'Delete the message', arguments: [['s1']] };
    message.show('Shared', undo, { command: 'open.other', title: 'Other…', arguments: ['s1'] });
    const [item] = items;
    assert.deepEqual([item?.text, item?.command], ['$(check) Shared $(discard) Undo', undo]);
    // Not the name of what it showed before.
    assert.equal(item?.accessibilityInformation?.label, 'Shared Undo, Delete the message');
    const tooltip = item?.tooltip;
    assert.ok(tooltip instanceof MarkdownString);
    assert.deepEqual(tooltip.isTrusted, { enabledCommands: ['open.other'] });
    assert.match(tooltip.value, /^Delete.*message\n\n\[Other…\]\(command:open\.other\?%5B%22s1%22%5D\)$/);
    message.show('Shared', undo);
    assert.deepEqual([items.length, items[0]?.tooltip], [1, 'Delete the message']);
    assert.deepEqual(message.offered, ['s1']);
    message.dispose();
    assert.deepEqual([items.map(({ text }) => text), message.offered], [['queued'], undefined], 'one item');
    status.dispose();
  });
});
