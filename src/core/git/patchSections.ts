import { hunkNumbers } from './patchFormat.ts';

/** The beginning of the text that git has in place of a file of Git LFS. */
export const lfsMark = 'version https://git-lfs.github.com/spec/';

/** What git has in place of a submodule. With changes inside of it, nothing else says that it is one. */
const submoduleLine = /^[-+]Subproject commit [0-9a-f]{40,64}(?:-dirty)?$/;

/** In a name, what a review would not show: a control character as git writes it in quotes, or what was not UTF-8. */
const unclearName = /"(?:[^"\\]|\\.)*\\(?:[abfnrtv]|0[0-3]\d|177)|\ufffd|\xef\xbf\xbd/;

/** Why git cannot apply a part of a patch, and would refuse all of the patch for it. */
export type LeftOutKind = 'binary' | 'link' | 'submodule' | 'lfs' | 'unreadable';

/** A part of a patch that is not applied. */
export interface LeftOutFile {
  /** As the patch names it. Not trusted. */
  readonly name: string;
  readonly kind: LeftOutKind;
}

interface Section {
  /** The line that begins it. */
  readonly header: string;
  readonly start: number;
  end: number;
  /** The names of its file have been read, so that the next ones begin another section. */
  isNamed: boolean;
  kind?: LeftOutKind;
}

/** A patch as git can apply it, and what it then lacks. */
interface ApplicablePatch {
  readonly text: string;
  /** The number of sections in the text. Git has a row for each, or has not read all of it. */
  readonly sectionCount: number;
  readonly leftOut: readonly LeftOutFile[];
}

/**
 * Takes out of a patch what git cannot apply: binary files without their content, links and submodules, files of Git
 * LFS, of which a patch has only pointers, text that was not UTF-8, and names that no review can show. Sender and receiver
 * both ask this, so that both name the same files. What is spelled in another way than git does stays in, and git refuses it.
 * A patch of nothing else is left whole.
 */
export function applicablePatch(patch: string): ApplicablePatch {
  const sections = sectionsOf(patch);
  // A file that becomes a link has two sections with one header. The first alone would delete the file.
  const lost = new Map(sections.flatMap(({ kind, header }) => (kind === undefined ? [] : [[header, kind] as const])));
  const kept = sections.filter(({ header }) => !lost.has(header));
  const leftOut = [...lost].map(([header, kind]) => ({ name: nameIn(header), kind }));
  if (lost.size === 0 || kept.length === 0) return { text: patch, sectionCount: sections.length, leftOut };
  return { text: kept.map(({ start, end }) => patch.slice(start, end)).join(''), sectionCount: kept.length, leftOut };
}

/** The files of a patch and their parts of its text. The names are not trusted. */
export function patchedFiles(patch: string): readonly Readonly<{ name: string; start: number; end: number }>[] {
  return sectionsOf(patch).map(({ header, start, end }) => {
    const name = nameIn(header);
    const added =
      name === '/dev/null' ? /^\+\+\+ (?:b\/)?(.*?)(?:\t.*)?$/m.exec(patch.slice(start, end))?.[1] : undefined;
    return { name: added ?? name, start, end };
  });
}

/** The sections, by the lengths of their hunks: no line of a file counts as the beginning of one. */
function sectionsOf(patch: string): readonly Section[] {
  const sections: Section[] = [];
  let section: Section | undefined;
  let older = 0;
  let newer = 0;
  let isFirst = false;
  for (let [start, next] = [0, 0]; start < patch.length; start = next) {
    next = patch.indexOf('\n', start) + 1 || patch.length;
    const line = patch.slice(start, next).replace(/\r?\n$/, '');
    if (section !== undefined && (older > 0 || newer > 0)) {
      if (isFirst && line.startsWith(lfsMark, 1)) section.kind = 'lfs';
      else if (isFirst && submoduleLine.test(line)) section.kind = 'submodule';
      else if (/\ufffd|\xef\xbf\xbd/.test(line)) section.kind ??= 'unreadable';
      if (!/^[+\\]/.test(line)) older -= 1;
      if (!/^[-\\]/.test(line)) newer -= 1;
      isFirst = false;
    } else {
      const isBegun = /^diff --(?:git|cc|combined) /.test(line);
      const isFree = section === undefined || section.isNamed;
      if (isBegun || (isFree && (isBinary(line) || (line.startsWith('--- ') && patch.startsWith('+++ ', next))))) {
        section = { header: line, start, end: next, isNamed: false };
        if (isBegun && unclearName.test(line)) section.kind = 'unreadable';
        sections.push(section);
      }
      if (section !== undefined) [older, newer] = readHeader(section, line);
      isFirst = true;
    }
    if (section !== undefined) section.end = next;
  }
  return sections;
}

/** Reads a line that is in no hunk. @returns the numbers of lines of the hunk that it begins */
function readHeader(section: Section, line: string): readonly [number, number] {
  if (!section.isNamed) {
    const [, mode] =
      /^(?:(?:new|deleted) file mode|(?:old|new) mode|index [0-9a-f]+\.\.[0-9a-f]+) (120000|160000)$/.exec(line) ?? [];
    if (mode !== undefined) section.kind = mode === '120000' ? 'link' : 'submodule';
    if (isBinary(line)) section.kind = 'binary';
    section.isNamed = line.startsWith('--- ') || isBinary(line);
  }
  const [, older = 0, , newer = 0] = (section.isNamed && hunkNumbers(line)) || [];
  return [older, newer];
}

function isBinary(line: string): boolean {
  return line.startsWith('Binary files ') && line.endsWith(' differ');
}

function nameIn(header: string): string {
  const [, second] = /^Binary files .* and (.*) differ$/.exec(header) ?? [];
  const names = second ?? header.replace(/^(?:diff --(?:git|cc|combined)|---) /, '').replace(/\t.*$/, '');
  // Of "a/name b/name", in which the name may have spaces, the second half.
  const half = names.slice((names.length + 1) / 2);
  const isTwice = names.length === 2 * half.length + 1 && names.slice(2, half.length) === half.slice(2);
  const name = isTwice ? half : names.slice(names.lastIndexOf(' b/') + 1);
  return name.replace(/^"(.*)"$/, '$1').replace(/^[ab]\//, '');
}
