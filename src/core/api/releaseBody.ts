/** Ends a body that is not read further, by closing its connection. Has no effect if it has ended. */
export async function releaseBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}
