import { createHash } from 'node:crypto';
import fc from 'fast-check';

// Patches as strangers could write them: valid ones, and valid parts in combinations that no tool writes.

/** The files of the repository to which the patches apply. */
export const originals: Readonly<Record<string, { readonly text: string; readonly mode?: number }>> = {
  'a.txt': { text: 'one\ntwo\nthree\n' },
  'run.sh': { text: 'one\n', mode: 0o755 },
  'crlf.txt': { text: 'one\r\ntwo\r\n' },
  'open.txt': { text: 'no end' },
  'empty.txt': { text: '' },
  'inner/b.txt': { text: 'one\n' },
  'inner/deep/tool': { text: 'two\n', mode: 0o755 },
  'merge.txt': { text: 'top\n1\n2\n3\n4\n5\nsix\nend\n' },
  'é "q".txt': { text: 'one\n' },
  'a => b': { text: 'one\n' },
};

/** An earlier text of `merge.txt`, whose blob the repository has. */
export const olderText = '1\n2\n3\n4\n5\n6\nend\n';

const newNames = ['made.txt', 'inner/made', 'made/x/y', 'bin/tool', 'A.TXT', 'new "q".txt', 'b => c', 'x\ty'];
const forbidden = [
  ...['link', 'out/outside.txt', 'sub/c.txt', 'module/x', '../outside.txt', '.git/config', '.git/hooks/pre-commit'],
  ...['inner/../a.txt', './a.txt', '/etc/passwd', 'inner', 'a.txt/x', '.GIT/config', 'sub/.git/config', '/dev/null'],
];
const files = Object.keys(originals);
const oldName = weighted([20, files], [1, newNames], [1, forbidden]);
const newName = weighted([14, newNames], [6, files], [1, forbidden]);
const mode = weighted([9, ['100644', '100755']], [1, ['120000', '160000', '100600', '0100755']]);

/** One of some lists, each with a weight. */
function weighted(...lists: readonly (readonly [number, readonly string[]])[]): fc.Arbitrary<string> {
  return fc.oneof(...lists.map(([weight, values]) => ({ weight, arbitrary: fc.constantFrom(...values) })));
}

/** How names are written: with which prefixes, and quoted or not. */
interface Style {
  readonly prefixes: readonly [string, string];
  readonly isQuoted: boolean;
}

function written(file: string, prefix: string, { isQuoted }: Style): string {
  const text = `${prefix}${file}`;
  if (file === '/dev/null') return file;
  if (!isQuoted && !/["\\\t]/.test(text)) return text;
  const bytes = [...Buffer.from(text, 'utf8').toString('latin1')];
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `"${bytes.map((byte) => (/[\w ./=>-]/.test(byte) ? byte : octal(byte))).join('')}"`;
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]+\n?|\n/g) ?? [];

function hunk(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  if (old.length + now.length === 0 || before === after) return '';
  const part = (sign: string, lines: readonly string[]): string =>
    lines.map((line) => `${sign}${line}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file\n'}`).join('');
  const start = (lines: readonly string[]): string => (lines.length === 0 ? '0,0' : `1,${lines.length}`);
  return `@@ -${start(old)} +${start(now)} @@\n${part('-', old)}${part('+', now)}`;
}

const blobId = (text: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');

const emptyBinary = 'GIT binary patch\nliteral 0\nHcmV?d00001\n\nliteral 0\nHcmV?d00001\n\n';

/** Headers that git reads before the hunks. */
const extra = fc.oneof(
  fc.tuple(fc.constantFrom('old mode', 'new mode', 'new file mode', 'deleted file mode'), mode),
  fc.tuple(fc.constantFrom('rename from', 'rename to', 'copy from', 'copy to', 'rename old', 'rename new'), newName),
  fc.tuple(fc.constantFrom('similarity index', 'dissimilarity index'), fc.constantFrom('100%', '90%', '0%')),
);

const kinds = ['change', 'create', 'delete', 'rename', 'copy', 'mode', 'merge', 'twoNames', 'plain', 'binary'] as const;

const section = fc.record({
  kind: fc.constantFrom(...kinds),
  from: oldName,
  to: newName,
  mode,
  text: fc.constantFrom('two\n', 'one\nTWO\nthree\n', 'x\r\n', 'no end', '', '/etc/passwd', '@@ -1 +1 @@\n--- a/q\n'),
  style: fc.record({
    prefixes: fc.oneof(
      { weight: 6, arbitrary: fc.constant<[string, string]>(['a/', 'b/']) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<[string, string][]>(['', ''], ['i/', 'w/'], ['old/', 'new/'], ['a/', '']),
      },
    ),
    isQuoted: fc.nat(5).map((value) => value === 0),
  }),
  extras: fc.nat(7).chain((value) => fc.array(extra, { maxLength: value === 0 ? 3 : 0 })),
  isIndexed: fc.boolean(),
  /** Changes that break the form of the section. */
  damage: weighted([12, ['']], [3, ['crlf', 'names', 'noHeader', 'doubled', 'garbage']]),
});

type Section = typeof section extends fc.Arbitrary<infer T> ? T : never;

/** The names and the texts of a section, and the headers that its kind needs. */
function partsOf({ kind, from, to, mode, text }: Section) {
  const before = originals[from]?.text ?? 'one\n';
  const same = { old: from, now: from, before, after: text, headers: [] as string[] };
  switch (kind) {
    case 'create':
      return { ...same, old: '/dev/null', now: to, before: '', headers: [`new file mode ${mode}`] };
    case 'delete':
      return { ...same, now: '/dev/null', after: '', headers: [`deleted file mode ${mode}`] };
    case 'rename':
    case 'copy':
      return { ...same, now: to, headers: [`${kind} from ${from}`, `${kind} to ${to}`] };
    case 'mode':
      return { ...same, after: before, headers: ['old mode 100644', `new mode ${mode}`] };
    case 'merge':
      return {
        ...same,
        old: 'merge.txt',
        now: to === 'a.txt' ? to : 'merge.txt',
        before: olderText,
        after: `0\n${olderText}`,
      };
    case 'twoNames':
      return { ...same, now: to };
    default:
      return same;
  }
}

function sectionText(each: Section): string {
  const { kind, style, extras, isIndexed, damage, mode } = each;
  const { old, now, before, after, headers } = partsOf(each);
  const [first, second] = style.prefixes;
  const named = (file: string, other: string): string => (file === '/dev/null' ? other : file);
  const [oldText, newText] = [written(old, first, style), written(now, second, style)];
  const header = [
    `diff --git ${written(named(old, now), first, style)} ${written(named(now, old), second, style)}`,
    ...headers,
    ...extras.map(([key, value]) => `${key} ${value}`),
    ...(isIndexed || kind === 'merge' || kind === 'binary'
      ? [`index ${blobId(before)}..${blobId(after)}${mode === '100644' ? ' 100644' : ''}`]
      : []),
  ];
  const body = kind === 'binary' ? emptyBinary : hunk(before, after);
  const names = body === '' || kind === 'binary' ? '' : `--- ${oldText}\n+++ ${newText}\n`;
  const git = kind === 'plain' || damage === 'noHeader' ? '' : `${header.join('\n')}\n`;
  const whole = `${git}${damage === 'names' ? names.replace(/^(--- ).*/, `$1${newText}`) : names}${body}`;
  if (damage === 'crlf') return whole.replace(/(?<!\r)\n/g, '\r\n');
  if (damage === 'doubled') return whole + whole;
  return damage === 'garbage' ? `Subject: x\n---\n a.txt | 2 +-\n\n${whole}-- \n2.39\n\n` : whole;
}

/** The text of a patch of one to three sections. */
export const hostilePatch: fc.Arbitrary<string> = fc
  .array(section, { minLength: 1, maxLength: 3 })
  .map((sections) => sections.map(sectionText).join(''));
