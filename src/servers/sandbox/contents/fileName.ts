const maxNameBytes = 255;

/** The name a file is kept under: its last part, without control characters, of a length any disk takes. */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(/\p{Cc}/gu, '').trim();
  const chosen = name === '' || name === '.' || name === '..' ? 'file' : name;
  if (Buffer.byteLength(chosen) <= maxNameBytes) return chosen;
  const dot = chosen.lastIndexOf('.');
  const extension = dot > 0 && chosen.length - dot <= 16 ? chosen.slice(dot) : '';
  let stem = chosen.slice(0, chosen.length - extension.length);
  while (Buffer.byteLength(stem + extension) > maxNameBytes) stem = stem.slice(0, -1);
  return stem.toWellFormed() + extension;
}
