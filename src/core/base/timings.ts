/** Durations in milliseconds that tests of the whole editor replace by shorter ones. */
export const timings = {
  /**
   * A lock whose owner gives no heartbeat for `staleMs` is stale. Processes that share a lock must use the same values.
   */
  lock: { staleMs: 15_000, heartbeatMs: 3_000, pollMs: 100 },
  /** After the first, second, third and every later failure. */
  backOffStepsMs: [5_000, 30_000, 2 * 60_000, 10 * 60_000] as readonly number[],
  /**
   * When to check for an unconfirmed share, since its request ended: the service may still be processing it, and may list it
   * late.
   */
  textCheckDelaysMs: [0, 1000, 4000, 22_000] as readonly number[],
  fileCheckDelaysMs: [0, 2000, 10_000, 27_000] as readonly number[],
  /** When a service that has refused a token is asked again, each after the one before. */
  refusalChecksMs: [5_000, 30_000, 120_000] as readonly number[],
  /** Retry delay after another window was found to be active: it may end and leave work. */
  otherWindowRetryMs: 5_000,
  /** The intervals of the checks whether a service answers again: the first, and the longest. */
  connectionChecks: { firstMs: 10_000, longestMs: 60_000 },
  /** Polling for new activity in rooms; see docs/notifications.md. */
  roomPolls: {
    /** After sign-in or the start of a window. */
    firstMs: 10_000,
    /** How often a window reads the results of the other windows. */
    tickMs: 60_000,
    /** The shortest interval, whatever the settings say. */
    minIntervalMs: 30_000,
    /** The interval while the window has the focus and the Rooms view is hidden. */
    hiddenMs: 5 * 60_000,
    /** The intervals while the window does not have the focus, without and with a watched room. */
    unfocusedMs: 10 * 60_000,
    unfocusedWatchingMs: 2 * 60_000,
    /** The shortest interval with a watched room while the user works in an editor. */
    usedMs: 15_000,
  },
  /** Enter so soon after a confirmation appears may be meant for the list before it. */
  secondPressMs: 400,
  /** After this time without a callback, a notification offers alternatives. */
  signInReminderMs: 20_000,
};
