/** The forms in which a program may have stored a secret: plain, in a URL, in base64 and hex. */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // The base64 of a longer text contains that of its parts in one of three forms; the edges depend on the neighbors.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    bytes.toString('hex'),
  ];
  return [...new Set([...forms, ...shifted, ...shifted.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))])];
}
