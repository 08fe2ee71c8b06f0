/** Lets Ctrl+C run the "exit" handlers that end servers and browsers; by default a signal skips them. */
export function endOnSignals(exitCode = 130): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(exitCode));
}
