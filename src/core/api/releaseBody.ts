/** Ends a body that will not be read, or not read on: its connection is closed. Harmless when it has ended already. */
export async function releaseBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}
