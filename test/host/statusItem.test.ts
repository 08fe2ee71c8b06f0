import assert from 'node:assert/strict';
import { MarkdownString, type StatusBarItem, window } from 'vscode';
import type { RetryWait } from '../../src/core/api/retry.ts';
import { Emitter } from '../../src/core/base/emitter.ts';
import { indicateShares } from '../../src/features/outbox/indicateShares.ts';
import { type StatusContent, StatusItem, type StatusKind, UndoableMessage } from '../../src/host/ui/statusBar.ts';
import { ManualClock } from '../support/fakes/manualClock.ts';
import { replaceInWindow } from '../support/host/windowMember.ts';

describe('The status bar item', () => {
  let items: StatusBarItem[] = [];
  let restore: () => void = () => undefined;
  beforeEach(() => {
    items = [];
    const original = window.createStatusBarItem.bind(window) as (...args: unknown[]) => StatusBarItem;
    restore = replaceInWindow('createStatusBarItem', () => (...args: unknown[]) => {
      const item = original(...args);
      items.push(item);
      const { dispose } = item;
      item.dispose = () => {
        items.splice(items.indexOf(item), 1);
        dispose.call(item);
      };
      return item;
    });
  });
  afterEach(() => restore());

  const content = (kind: StatusKind): StatusContent => ({ text: kind, tooltip: kind, command: `open.${kind}` });

  it('is one item with the most important content and its command', () => {
    const status = new StatusItem();
    for (const kind of ['unconfirmed', 'queued', 'offline', 'rateLimited', 'expired'] as const) {
      status.set(kind, content(kind));
      assert.deepEqual(
        items.map(({ text, command }) => [text, command]),
        [[kind, `open.${kind}`]],
      );
    }
    for (const next of ['rateLimited', 'offline', 'queued', 'unconfirmed'] as const) {
      status.set(items[0]?.text as StatusKind, undefined);
      assert.deepEqual(
        items.map(({ text }) => text),
        [next],
      );
    }
    status.set('unconfirmed', undefined);
    assert.deepEqual(items, []);
    status.dispose();
  });

  it('does not change for less important content', () => {
    const status = new StatusItem();
    status.set('offline', { ...content('offline'), isWarning: true });
    status.set('queued', content('queued'));
    assert.equal(items[0]?.text, 'offline');
    assert.notEqual(items[0]?.backgroundColor, undefined);
    status.set('offline', undefined);
    assert.equal(items[0]?.backgroundColor, undefined);
    status.dispose();
    assert.deepEqual(items, []);
  });

  it('shows a success with a link in its hover, which runs that command only', () => {
    const message = new UndoableMessage();
    const undo = { command: 'open.undo', title: 'Undo', tooltip: 'Delete the message', arguments: [['s1']] };
    message.show('Shared', undo, { command: 'open.other', title: 'Other…', arguments: ['s1'] });
    const [item] = items;
    assert.deepEqual([item?.text, item?.command], ['$(check) Shared $(discard) Undo', undo]);
    const tooltip = item?.tooltip;
    assert.ok(tooltip instanceof MarkdownString);
    assert.deepEqual(tooltip.isTrusted, { enabledCommands: ['open.other'] });
    assert.match(tooltip.value, /^Delete.*message\n\n\[Other…\]\(command:open\.other\?%5B%22s1%22%5D\)$/);
    message.show('Shared', undo);
    assert.equal(items[0]?.tooltip, 'Delete the message');
    message.dispose();
    assert.deepEqual(items, []);
  });
});

describe('The state of the shares in the status bar', () => {
  it('counts those that wait or need the user, and the seconds of a rate limit', () => {
    const [changes, waits] = [new Emitter<void>(), new Emitter<RetryWait | undefined>()];
    const clock = new ManualClock(0);
    const counts = { hasShares: false, hasFailed: false, queuedCount: 0, unconfirmedCount: 0 };
    const texts = new Map<StatusKind, string | undefined>();
    const status = { set: (kind: StatusKind, content?: StatusContent) => texts.set(kind, content?.text) };
    const shares = { counts, onDidChange: changes.event, onDidWait: waits.event };
    const indicator = indicateShares({ shares, status: status as unknown as StatusItem, clock });
    for (const [count, queued, unconfirmed] of [
      [1, '$(clock) 1 share waiting', '$(question) 1 share to confirm'],
      [2, '$(clock) 2 shares waiting', '$(question) 2 shares to confirm'],
      [0, undefined, undefined],
    ] as const) {
      Object.assign(counts, { queuedCount: count, unconfirmedCount: count });
      changes.fire();
      assert.deepEqual([texts.get('queued'), texts.get('unconfirmed')], [queued, unconfirmed]);
    }
    waits.fire({ reason: 'rate-limited', untilMs: 2500 });
    const said = [0, 1, 2, 3].map(() => {
      const text = texts.get('rateLimited');
      clock.advance(1000);
      return text;
    });
    assert.deepEqual(said, [...[3, 2, 1].map((s) => `$(clock) Rate limited, retrying in ${s} s`), undefined]);
    indicator.dispose();
  });
});
