import { isDeviceName } from '../base/paths.ts';
import { withoutInvisible } from '../base/text/displayText.ts';

const maxNameBytes = 200;
const maxExtensionBytes = 40;

// These look like separators, and some file systems and code pages convert them to separators.
const separatorLookAlikes = /[\u2044\u2215\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/g;

/**
 * Converts an untrusted name (raw from Content-Disposition) to one path segment that is safe on all systems: no
 * folders, no traversal, no device names, no invisible characters, at most 200 bytes of UTF-8 with the extension kept.
 * Hidden files keep their dot. If nothing is left, the fallback is used, also made safe.
 */
export function safeFileName(raw: string | undefined, fallback: string): string {
  return safeSegment(raw ?? '') || safeSegment(fallback) || 'attachment';
}

function safeSegment(raw: string): string {
  const visible = withoutInvisible(raw)
    .replace(/[\p{Cs}\p{Cn}]/gu, '')
    .normalize('NFC');
  const segment =
    visible
      .split(/[\\/]/)
      .filter((part) => part.trim() !== '')
      .at(-1) ?? '';
  const name = withoutEdges(segment.replace(separatorLookAlikes, '_').replace(/[<>:"|?*]/g, '_'));
  if (name === '') return '';
  // Twice, because shortening can produce a device name.
  return sanitized(sanitized(name));
}

function sanitized(name: string): string {
  // A file `.git` would redirect git to another folder with hooks and settings.
  const isReserved = isDeviceName(name) || name.toLowerCase() === '.git';
  return withoutEdges(shortened(isReserved ? `_${name}` : name));
}

/** Windows drops trailing dots and spaces, so two names could be equal. Leading spaces only hide. */
function withoutEdges(name: string): string {
  return name.replace(/^\s+/, '').replace(/(?<![\s.])[\s.]+$/, '');
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= maxExtensionBytes ? name.slice(dot) : '';
  let stem = '';
  let leftBytes = maxNameBytes - Buffer.byteLength(extension);
  // Iterates over code points, so that no character is split.
  for (const character of extension === '' ? name : name.slice(0, dot)) {
    leftBytes -= Buffer.byteLength(character);
    if (leftBytes < 0) break;
    stem += character;
  }
  // A joiner at the cut joins nothing.
  return withoutInvisible(stem).trimEnd() + extension;
}

const maxTries = 10_000;

/**
 * Finds the first free name by numbering: `a.txt`, `a (2).txt`, `a (3).txt`; `a.tar.gz` becomes `a (2).tar.gz`. Throws after
 * ten thousand names.
 */
export async function uniqueName(name: string, exists: (name: string) => Promise<boolean>): Promise<string> {
  if (!(await exists(name))) return name;
  const [, stem = name, extension = ''] = /^(.+?)((?:\.tar)?\.[^.]+)$/.exec(name) ?? [];
  for (let number = 2; number <= maxTries; number++) {
    const numbered = `${stem} (${number})${extension}`;
    if (!(await exists(numbered))) return numbered;
  }
  throw new Error('no free name');
}

/** Formats that VS Code opens in its image preview. Not SVG, which is text that can contain scripts. */
const imageExtension = /\.(?:png|jpe?g|gif|bmp|webp|avif|ico)$/i;

/** Whether VS Code opens a file of this name as an image. It chooses the editor by name, never by media type. */
export function isImageName(name: string): boolean {
  return imageExtension.test(name);
}

/** Whether a file of this name can be offered as a patch; git then decides whether it is valid. */
export function isPatchName(name: string): boolean {
  return /\.(?:patch|diff)$/i.test(name);
}
