/** The texts in which a program may have written a secret down without hiding it: plain, in a URL, in base64 and hex. */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Base64 of a longer text holds, in one of three forms, that of its parts; the edges belong to the neighbours.
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
