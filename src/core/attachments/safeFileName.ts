const maxNameBytes = 200;
const maxExtensionBytes = 40;

// Windows reads these as devices whatever follows the first dot, on every drive and in every folder.
const deviceName = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;
// Drawn like separators, and folded into them by some file systems and code pages.
const separatorLookAlikes = /[\u2044\u2215\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/g;

/**
 * Makes of a name that a stranger chose (the raw one of Content-Disposition) one path segment that is harmless on every
 * system: no folders, no traversal, no device names, no invisible characters, at most 200 bytes of UTF-8 with the
 * extension kept. Hidden files keep their dot. Takes the fallback, made safe too, when nothing is left.
 */
export function safeFileName(raw: string | undefined, fallback: string): string {
  return safeSegment(raw ?? '') || safeSegment(fallback) || 'attachment';
}

function safeSegment(raw: string): string {
  const visible = raw.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Cn}]/gu, '').normalize('NFC');
  const segment =
    visible
      .split(/[\\/]/)
      .filter((part) => part.trim() !== '')
      .at(-1) ?? '';
  const name = withoutEdges(segment.replace(separatorLookAlikes, '_').replace(/[<>:"|?*]/g, '_'));
  if (name === '') return '';
  // Twice: what is cut short may be the name of a device only then.
  return settled(settled(name));
}

function settled(name: string): string {
  return withoutEdges(shortened(guarded(name)));
}

/** Windows drops dots and spaces at the end, so that two names would be one; spaces at the start only hide. */
function withoutEdges(name: string): string {
  return name.replace(/^\s+/, '').replace(/(?<![\s.])[\s.]+$/, '');
}

function guarded(name: string): string {
  const beforeDot = (name.split('.')[0] ?? '').trimEnd();
  // A file `.git` sends git to another folder for its hooks and settings.
  return deviceName.test(beforeDot) || name.toLowerCase() === '.git' ? `_${name}` : name;
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= maxExtensionBytes ? name.slice(dot) : '';
  let stem = '';
  let leftBytes = maxNameBytes - Buffer.byteLength(extension);
  // By code points, so that no character is cut in two.
  for (const character of extension === '' ? name : name.slice(0, dot)) {
    leftBytes -= Buffer.byteLength(character);
    if (leftBytes < 0) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
}
