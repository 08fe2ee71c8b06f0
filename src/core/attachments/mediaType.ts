// Extensions with a registered media type. Other source code is sent as text/plain, because registries map some
// extensions to unrelated types (`ts` is a video format there).
const types: ReadonlyMap<string, string> = new Map([
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['pdf', 'application/pdf'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['bmp', 'image/bmp'],
  ['gif', 'image/gif'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['js', 'text/javascript'],
  ['cjs', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['diff', 'text/x-diff'],
  ['patch', 'text/x-diff'],
  ['gz', 'application/gzip'],
  ['tgz', 'application/gzip'],
  ['tar', 'application/x-tar'],
  ['zip', 'application/zip'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['wasm', 'application/wasm'],
]);

const plainTextExtensions = new Set(
  (
    'txt log text rst adoc ini cfg conf properties env toml lock editorconfig gitignore gitattributes gitmodules dockerignore ' +
    'npmrc c h cc cpp cxx hh hpp hxx cs csproj sln fs fsx vb java kt kts scala sc groovy gradle clj cljs go rs swift m mm ' +
    'dart zig nim d py pyi pyw rb erb php pl pm lua r jl hs ml mli elm ex exs erl hrl ts mts cts tsx jsx vue svelte astro ' +
    'scss sass less styl graphql gql proto thrift sql prisma tf tfvars hcl nix cmake mk bat cmd ps1 psm1 sh bash zsh fish ' +
    'tex bib asm s vim el lisp scm jsonc jsonl ndjson tsv srt po ipynb map'
  ).split(' '),
);

const plainTextNames = new Set(
  'dockerfile makefile rakefile gemfile procfile jenkinsfile vagrantfile license licence readme changelog authors codeowners'.split(
    ' ',
  ),
);

/** The media type for a file name; `application/octet-stream` when it is not known. */
export function mediaType(fileName: string): string {
  const extension = extensionOf(fileName);
  const known = types.get(extension);
  if (known) return known;
  const isText = plainTextExtensions.has(extension) || plainTextNames.has(baseName(fileName).toLowerCase());
  return isText ? 'text/plain' : 'application/octet-stream';
}

function baseName(fileName: string): string {
  return fileName.split(/[\\/]/).at(-1) ?? '';
}

function extensionOf(fileName: string): string {
  const base = baseName(fileName);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase();
}

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
