import { type WebviewPanel, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { doubling } from '../../core/base/scheduling/backOff.ts';
import { PollingScheduler } from '../../core/base/scheduling/pollingScheduler.ts';
import type { Services } from '../../host/services.ts';
import type { RoomPage } from './roomPage.ts';

const everyMs = 30_000;
const maxPauseMs = 10 * 60_000;
/** For this time after a message of the user, an answer is looked for more often. */
const awaitMs = 60_000;
const soonMs = 10_000;
/** Between a refresh and that of a window that gets the focus, or of a room that is shown again. */
const shortestPauseMs = 5_000;

interface Refreshing {
  /** The page sends a text itself, and reads the room after that. */
  isSending(): boolean;
  /** @throws after a failure, which makes the next pause longer */
  refresh(): Promise<void>;
}

/** Reads a room again and again while it is in sight; at once when the user comes back, or has shared something to it. */
export function startRefreshing(
  { clock, outbox }: Pick<Services, 'clock' | 'outbox'>,
  page: Pick<RoomPage, 'isSeen' | 'room'>,
  panel: Pick<WebviewPanel, 'onDidChangeViewState'>,
  { isSending, refresh }: Refreshing,
): Disposable {
  const owned = new DisposableStore();
  let postedMs = Number.NEGATIVE_INFINITY;
  const scheduler = owned.add(
    new PollingScheduler(clock, {
      isEnabled: () => page.isSeen,
      delayMs: (failures) => doubling(clock.now() - postedMs < awaitMs ? soonMs : everyMs, maxPauseMs)(failures),
      run: refresh,
    }),
  );
  let wasShown = true;
  owned.add(
    panel.onDidChangeViewState(({ webviewPanel: { visible } }) => {
      if (visible && !wasShown) scheduler.hurry(shortestPauseMs);
      else scheduler.reschedule();
      wasShown = visible;
    }),
  );
  owned.add(
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) scheduler.hurry(shortestPauseMs);
      else scheduler.reschedule();
    }),
  );
  owned.add(
    outbox.onDidPost(({ message }) => {
      if (message.roomId !== page.room.roomId) return;
      postedMs = clock.now();
      if (isSending()) scheduler.reschedule();
      else scheduler.hurry(0);
    }),
  );
  scheduler.reschedule();
  return owned;
}
