/**
 * Gives the memory of bytes back that nobody reads any more, where it is their own. What comes from the network lies
 * outside the heap of JavaScript, whose collector does not see it before 64 MB have piled up.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  // Smaller than its buffer, a chunk may share it with others.
  const isOwn = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  if (isOwn && !buffer.detached) buffer.transfer(0);
}
