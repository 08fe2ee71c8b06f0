/**
 * The bytes of a body; `undefined` when there are more than the limit.
 * @param isReadToEnd reads a larger body to its end as well, without keeping it: some peers read the response only then
 */
export async function readUpTo(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  isReadToEnd = false,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of body) {
    byteLength += chunk.byteLength;
    if (byteLength <= maxBytes) chunks.push(chunk);
    else if (!isReadToEnd) return undefined;
  }
  return byteLength <= maxBytes ? Buffer.concat(chunks) : undefined;
}
