import { decodeUrlPart } from '../base/paths.ts';
import { type EditorLink, editorLinkText, parseEditorLink } from './editorLink.ts';
import { type GitHostKind, gitHostKind, isCommitId } from './permalink.ts';
import { identityOf } from './remoteUrl.ts';

const maxLength = 2000;
const line = String.raw`\d{1,9}`;
const owner = '[^/?#]+/[^/?#]+';
const groups = '[^?#]+?';

/** A file below the page of its repository. @param pages what is between them @param to between the line numbers */
function fileForm(root: string, pages: string, mark: string, to: string): RegExp {
  const lines = `#${mark}(?<start>${line})(?:${to}(?<end>${line}))?(?:C${line})?`;
  return new RegExp(`^/(?<root>${root})/${pages}/(?<ref>[^/?#]+)/(?<path>[^?#]+)(?:\\?[^#]*)?(?:${lines})?$`);
}

/** A parameter of the query, anywhere in it. */
function parameter(name: string, value: string): string {
  return `(?=(?:[^#]*&)?${name}=${value}(?:[&#]|$))`;
}

/** The pages that `permalink` makes, and those of branches and tags, whose names have no slash here. */
const forms: Readonly<Record<GitHostKind, RegExp>> = {
  github: fileForm(owner, '(?:blob|blame)', 'L', `(?:C${line})?-L`),
  gitlab: fileForm(groups, '-/(?:blob|blame)', 'L', '-L?'),
  gitea: fileForm(groups, 'src/(?:commit|branch|tag)', 'L', '-L'),
  bitbucket: fileForm(owner, 'src', 'lines-', ':'),
  bitbucketServer: new RegExp(
    String.raw`^/(?<root>(?:[^?#]+/)?(?:projects|users)/[^/?#]+/repos/[^/?#]+)/browse/(?<path>[^?#]+)(?:\?(?:${parameter('at', '(?<ref>[^&#]+)')}|)[^#]*)?(?:#(?<start>${line})(?:-(?<end>${line}))?)?$`,
  ),
  azure: new RegExp(
    [
      String.raw`^/(?<root>(?:[^?#]+/)?_git/[^/?#]+)\?`,
      parameter('path', '(?:/|%2[Ff])(?<path>[^&#]+)'),
      `(?:${parameter('version', 'G[BCT](?<ref>[^&#]+)')}|)`,
      `(?:${parameter('line', `(?<start>${line})`)}|)`,
      `(?:${parameter('lineEnd', `(?<end>${line})`)}|)(?:${parameter('lineEndColumn', '(?<before>1)')}|)`,
    ].join(''),
  ),
};

/**
 * Parses the address of lines on the web pages of a git host; the inverse of `permalink`. A page of a branch has no commit, a
 * page without lines is at the first one. Other people wrote it: the result is one that `parseEditorLink` accepts.
 * @param hosts see `gitHostKind`
 */
export function parsePermalink(address: string, hosts: Readonly<Record<string, unknown>>): EditorLink | undefined {
  const url = address.length > maxLength ? null : URL.parse(address);
  const kind = url === null ? undefined : gitHostKind(url.host, hosts);
  if (url === null || kind === undefined) return undefined;
  const found = forms[kind].exec(url.pathname + url.search + url.hash)?.groups;
  const { root = '', ref = '', path = '', start = '1', end = start, before } = found ?? {};
  const filePath = decodeUrlPart(path);
  const remote = identityOf({ host: url.host, path: repositoryPath(root), scheme: 'https' });
  if (found === undefined || filePath === undefined || remote === undefined) return undefined;
  const lastLine = Number(end) - (before !== undefined && Number(end) > Number(start) ? 1 : 0);
  const lines = [{ startLine: Number(start), endLine: Math.max(Number(start), lastLine) }];
  const link = { path: filePath, lines, remote, ...(isCommitId(ref) && { commit: ref }) };
  return parseEditorLink(editorLinkText(link), '/');
}

/** The path of a repository in the addresses of its remotes. */
function repositoryPath(root: string): readonly string[] {
  const parts = root.split('/').map((part) => decodeUrlPart(part) ?? '');
  const [kind, project = '', , repository = ''] = parts.slice(-4);
  if (parts.at(-2) !== 'repos') return parts;
  const above = parts.slice(0, -4);
  return [...above, ...(above.length > 0 ? ['scm'] : []), kind === 'users' ? `~${project}` : project, repository];
}
