import assert from 'node:assert/strict';
import type { WebviewPanel } from 'vscode';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { startRefreshing } = await withVscode(() => import('../../../../src/features/reader/startRefreshing.ts'));

describe('The refreshing of a room', () => {
  it('comes soon after its tab is shown again, and not while it only loses the focus', async () => {
    const clock = new ManualClock(0);
    const changed = new Emitter<{ webviewPanel: WebviewPanel }>();
    const page = { isSeen: true, room: { roomId: 'r' } };
    let count = 0;
    const refresh = async () => {
      count += 1;
    };
    const panel = { onDidChangeViewState: changed.event };
    const outbox = { onDidPost: new Emitter<never>().event };
    const refreshing = startRefreshing({ clock, outbox } as never, page as never, panel as never, {
      isSending: () => false,
      refresh,
    });
    const show = (visible: boolean): void => {
      page.isSeen = visible;
      changed.fire({ webviewPanel: { visible } as WebviewPanel });
    };
    await clock.advance(10_000);
    show(true);
    await clock.advance(1_000);
    assert.equal(count, 0);
    show(false);
    show(true);
    await clock.advance(0);
    assert.equal(count, 1);
    show(false);
    show(true);
    await clock.advance(1_000);
    assert.equal(count, 1, 'not twice at once');
    refreshing.dispose();
  });
});
