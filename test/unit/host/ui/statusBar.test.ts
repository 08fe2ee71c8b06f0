import assert from 'node:assert/strict';
import type { StatusBarItem } from 'vscode';
import type { StatusContent, StatusKind } from '../../../../src/host/ui/statusBar.ts';
import { MarkdownString, useInWindow } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { StatusItem, UndoableMessage } = await withVscode(() => import('../../../../src/host/ui/statusBar.ts'));

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
    const status = new StatusItem();
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

  it('shows a success with a link in its hover, which runs that command only', () => {
    const status = new StatusItem();
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
