/** How long things wait that a test of the whole editor would have to wait for, in milliseconds. */
export const timings = {
  /** A lock whose owner gives no heartbeat for so long is stale. Processes that share a lock must agree on these. */
  lock: { staleMs: 15_000, heartbeatMs: 3_000, pollMs: 100 },
  /** After the first, second, third and every later failure. */
  backOffStepsMs: [5_000, 30_000, 2 * 60_000, 10 * 60_000] as readonly number[],
  /** When to look for a share of unknown outcome, since its request ended: a service may still be busy with it. */
  textCheckDelaysMs: [0, 1000, 4000] as readonly number[],
  fileCheckDelaysMs: [0, 2000, 10_000] as readonly number[],
  /** After another window was met at work: its own end may leave something to do. */
  otherWindowRetryMs: 5_000,
  /** Polling for new activity in rooms; see docs/notifications.md. */
  roomPolls: {
    /** After sign-in or the start of a window. */
    firstMs: 10_000,
    /** A window looks this often for what another window has found. */
    tickMs: 60_000,
    /** No interval is shorter, whatever the settings say. */
    minIntervalMs: 30_000,
    /** The interval while the window has the focus and the Rooms view is hidden. */
    hiddenMs: 5 * 60_000,
    /** The interval while the window does not have the focus; the second with a watched room. */
    unfocusedMs: 10 * 60_000,
    unfocusedWatchingMs: 2 * 60_000,
  },
  /** After so long without a callback a notification says what else can be done. */
  signInReminderMs: 20_000,
};

export type Timings = typeof timings;
