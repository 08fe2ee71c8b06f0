import { decodeUrlPart, encodePath, type PathSeparator, relativePathParts } from '../base/paths.ts';
import type { LineRange } from './lineMap.ts';
import { isCommitId } from './permalink.ts';

/** Lines of a file in a repository, for opening them in the editor of another person. */
export interface EditorLink {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  /** At least one. The numbers are those at the commit, or those of the shared text if there is no commit. */
  readonly lines: readonly LineRange[];
  /** As `repositoryIdentity` returns it. */
  readonly remote: string;
  /** The full commit id, in hexadecimal. */
  readonly commit?: string | undefined;
}

const maxLength = 2000;
const maxRanges = 50;
const remotePattern = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?(?:\/[^/\p{Cc}]+)+$/u;
const addressPattern = /^https?:\/\/[^\s#]+\/open#(\S+)$/;
/** The query of the URI that the page opens. base64url, because editors decode a query an unknown number of times. */
const queryPattern = /(?:^|&)link=([\w-]+)(?:&|$)/;

/**
 * The address of the page that opens the lines. Everything is in the fragment, which browsers do not send.
 * @param page the address of the page, for example `https://broker.example.com/open`
 * @returns `undefined` for a link that `parseEditorLink` would not accept
 */
export function editorLinkAddress(page: string, link: EditorLink): string | undefined {
  const text = editorLinkText(link);
  return parseEditorLink(text, '/') === undefined ? undefined : `${page}#${text}`;
}

/** The fragment of a link. */
export function editorLinkText({ path: filePath, lines, remote, commit }: EditorLink): string {
  const ranges = lines.map(({ startLine, endLine }) => (startLine === endLine ? startLine : `${startLine}-${endLine}`));
  const parts = [`path=${encodePath(filePath)}`, `lines=${ranges.join(',')}`, `remote=${encodePath(remote)}`];
  return [...parts, ...(commit === undefined ? [] : [`commit=${commit}`])].join('&');
}

/** Characters that the file system of macOS ignores in names. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether a file system may take a name for `.git`: its short name on Windows, and what git itself refuses in a tree. */
export function isGitFolderName(name: string): boolean {
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i.test(name.replace(ignorable, ''));
}

/**
 * Parses the fragment of a link. Other people wrote it: the path is relative and stays in its folder, unless symbolic
 * links lead out of it. Unknown parameters are ignored.
 * @returns `undefined` if a parameter is missing, repeated, invalid or too long
 */
export function parseEditorLink(text: string, separator: PathSeparator): EditorLink | undefined {
  if (text.length > maxLength) return undefined;
  const values = parametersOf(text);
  const { path: filePath, remote, commit, lines: ranges } = values ?? {};
  const lines = ranges === undefined ? undefined : parseLines(ranges);
  const parts = filePath === undefined ? undefined : relativePathParts(filePath, separator);
  // The folder of git has configuration with credentials, and is never shared.
  if (filePath === undefined || parts === undefined || parts.some(isGitFolderName)) return undefined;
  if (remote === undefined || !remotePattern.test(remote) || lines === undefined) return undefined;
  if (commit !== undefined && !isCommitId(commit)) return undefined;
  return { path: filePath, lines, remote, ...(commit !== undefined && { commit }) };
}

/** Parses an address of the page, as it is in messages and in the address bar. @returns as `parseEditorLink` */
export function parseEditorLinkAddress(address: string, separator: PathSeparator): EditorLink | undefined {
  const fragment = address.length > 2 * maxLength ? undefined : addressPattern.exec(address.trim())?.[1];
  return fragment === undefined ? undefined : parseEditorLink(fragment, separator);
}

/** Parses the query of the URI with which the page opens an editor. @returns as `parseEditorLink` */
export function parseEditorLinkQuery(query: string, separator: PathSeparator): EditorLink | undefined {
  const encoded = query.length > 2 * maxLength ? undefined : queryPattern.exec(query)?.[1];
  if (encoded === undefined || query.split('link=').length > 2) return undefined;
  return parseEditorLink(Buffer.from(encoded, 'base64url').toString('utf8'), separator);
}

/** `undefined` if a parameter occurs twice or cannot be decoded. Decodes once. */
function parametersOf(text: string): Readonly<Record<string, string | undefined>> | undefined {
  const values = new Map<string, string>();
  for (const part of text.split('&')) {
    const [name = '', ...rest] = part.split('=');
    const value = decodeUrlPart(rest.join('='));
    if (values.has(name) || value === undefined) return undefined;
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

function parseLines(text: string): readonly LineRange[] | undefined {
  const ranges = text.split(',');
  if (ranges.length > maxRanges) return undefined;
  const lines: LineRange[] = [];
  for (const range of ranges) {
    const [, start = '', end = start] = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(range) ?? [];
    if (start === '' || Number(end) < Number(start)) return undefined;
    lines.push({ startLine: Number(start), endLine: Number(end) });
  }
  return lines;
}
