/** Lets the event loop run what is waiting. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
