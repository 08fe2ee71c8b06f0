/** Separates the parts of a path on this machine. */
export type PathSeparator = '/' | '\\';

/** Windows treats these as devices in every folder, whatever follows the first dot. */
const deviceName = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/** Whether Windows opens a device instead of a file with this name, for example `nul.txt`. */
export function isDeviceName(name: string): boolean {
  return deviceName.test((name.split('.')[0] ?? '').trimEnd());
}

/**
 * The parts of an untrusted relative path with `/`. `undefined` for a path that leaves its folder, is absolute, or names
 * a drive, a share, a device or, on Windows, anything else than a plain file.
 */
export function relativePathParts(text: string, separator: PathSeparator): readonly string[] | undefined {
  const parts = text.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part));
  if (!isPlain || /^[a-z]:/i.test(text)) return undefined;
  return separator === '\\' && !parts.every(isWindowsName) ? undefined : parts;
}

/** Windows drops dots and spaces at the end, and a colon starts the name of a stream. */
function isWindowsName(part: string): boolean {
  return !/[<>:"|?*]|[. ]$/.test(part) && !isDeviceName(part);
}

/** Encodes a path for a URL, and characters that are allowed in URLs but have a meaning in Markdown. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part.toWellFormed()).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}

/** Decodes a percent-encoded part of a URL; `undefined` if its encoding is not valid. */
export function decodeUrlPart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
