/** Signatures of the image formats that the service's clients show [A13]. */
const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
  bmp: [0x42, 0x4d],
} as const;

export type ImageExtension = keyof typeof signatures;

/**
 * Detects the file extension of an image from its bytes; `undefined` for formats that the service's clients do not
 * show.
 */
export function imageExtension(bytes: Uint8Array): ImageExtension | undefined {
  const extensions = Object.keys(signatures) as ImageExtension[];
  return extensions.find((extension) => signatures[extension].every((byte, at) => bytes[at] === byte));
}

/** A name for an image without one, in local time: `clipboard-2026-11-21-171500.png`. */
export function clipboardImageName(extension: ImageExtension, date: Date): string {
  const two = (part: number): string => `${part}`.padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('');
  return `clipboard-${day}-${time}.${extension}`;
}
