/**
 * Releases the memory of bytes that are no longer needed, if the buffer belongs to them alone. Data from the network is
 * outside the JavaScript heap, and the garbage collector notices it only after 64 MB.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  // A chunk smaller than its buffer may share the buffer.
  const isOwn = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  if (isOwn && !buffer.detached) buffer.transfer(0);
}
