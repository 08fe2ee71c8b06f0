/**
 * `Content-Disposition` of a download (RFC 6266): a name every client can read, and the true name when it needs more
 * than plain letters.
 */
export function attachmentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '\\$&');
  // A percent sign in the plain name is read as an escape by some clients; the extended form leaves no doubt.
  const needsMore = /[^\x20-\x7e]|["\\%]/u.test(name);
  return `attachment; filename="${plain}"${needsMore ? `; filename*=UTF-8''${encodeExtended(name)}` : ''}`;
}

/** RFC 8187: percent-encoded UTF-8; encodeURIComponent leaves four characters that must not stand bare. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
