import { decodeUrlPart, encodePath, type PathSeparator, relativePathParts } from '../base/paths.ts';
import type { LineRange } from './lineMap.ts';
import { isCommitId } from './permalink.ts';

/** Lines of a file in a repository, for opening them in the editor of another person. */
export interface EditorLink {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  /** At least one. The numbers are those at the commit, or those of the shared text if there is no commit. */
  readonly lines: readonly LineRange[];
  /** As `identityOf` returns it. */
  readonly remote: string;
  /** More remotes of the same repository, as in a fork. */
  readonly others?: readonly string[];
  /** The number of the cell of a notebook, from 1; the lines are those in the cell. */
  readonly cell?: number;
  /** The full commit id, in hexadecimal. */
  readonly commit?: string | undefined;
}

const maxLength = 2000;
const maxRanges = 50;
/** The parameters of remotes. Each is of its own, because readers of old links know the first one. */
const remoteNames = ['remote', 'remote2', 'remote3', 'remote4', 'remote5'] as const;
/** How many remotes a link can name. */
export const maxRemotes = remoteNames.length;
const remotePattern = /^(?:[a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?:\/[^/\p{Cc}]+)+$/u;
const addressPattern = /^https?:\/\/[^\s#]+\/open#(\S+)$/;
/** The query of the URI that the page opens. base64url, because editors decode a query an unknown number of times. */
const queryPattern = /(?:^|&)link=([\w-]+)(?:&|$)/;

/**
 * The address of the page that opens the lines. Everything is in the fragment, which browsers do not send. More remotes
 * than one are left out where the link would be too long with them.
 * @param page the address of the page, for example `https://broker.example.com/open`
 * @returns `undefined` for a link that `parseEditorLink` would not accept
 */
export function editorLinkAddress(page: string, link: EditorLink): string | undefined {
  const { others, ...short } = link;
  const texts = [editorLinkText(link), editorLinkText(short)];
  const text = texts.find((each) => parseEditorLink(each, '/') !== undefined);
  return text === undefined ? undefined : `${page}#${text}`;
}

/** The fragment of a link. */
export function editorLinkText(link: EditorLink): string {
  const { path: filePath, lines, commit, cell } = link;
  const ranges = lines.map(({ startLine, endLine }) => (startLine === endLine ? startLine : `${startLine}-${endLine}`));
  const [first, ...others] = linkRemotes(link).map((remote, index) => `${remoteNames[index]}=${encodePath(remote)}`);
  return [
    `path=${encodePath(filePath)}`,
    ...(cell === undefined ? [] : [`cell=${cell}`]),
    `lines=${ranges.join(',')}`,
    first,
    ...(commit === undefined ? [] : [`commit=${commit}`]),
    ...others,
  ].join('&');
}

/** The remotes that a link names, at most `maxRemotes`. */
export function linkRemotes({ remote, others = [] }: EditorLink): readonly string[] {
  return [remote, ...others].slice(0, maxRemotes);
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
  const { path: filePath, commit, cell, lines: ranges } = values ?? {};
  const lines = ranges === undefined ? undefined : parseLines(ranges);
  const parts = filePath === undefined ? undefined : relativePathParts(filePath, separator);
  // The folder of git has configuration with credentials, and is never shared.
  if (filePath === undefined || parts === undefined || parts.some(isGitFolderName)) return undefined;
  const [remote, ...others] = remoteNames.flatMap((name) => values?.[name] ?? []);
  if (values?.remote === undefined || remote === undefined || lines === undefined) return undefined;
  if (![remote, ...others].every((each) => remotePattern.test(each))) return undefined;
  if (commit !== undefined && !isCommitId(commit)) return undefined;
  if (cell !== undefined && !/^[1-9]\d{0,5}$/.test(cell)) return undefined;
  return {
    path: filePath,
    lines,
    remote,
    ...(others.length > 0 && { others }),
    ...(cell !== undefined && { cell: Number(cell) }),
    ...(commit !== undefined && { commit }),
  };
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
