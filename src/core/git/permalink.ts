import { encodePath } from '../base/paths.ts';
import { azureRepository, type RemoteAddress } from './remoteUrl.ts';

/** Lines of a file at a commit. */
export interface PermalinkTarget {
  /** The full commit id, in hexadecimal. */
  readonly commit: string;
  /** Relative to the root of the repository, separated by `/`. */
  readonly path: string;
  /** 1-based, both inclusive. Without lines the link refers to the file. */
  readonly lines?: { readonly start: number; readonly end: number };
}

/** The URL of lines on the web pages of a git host. `undefined` if the remote does not match that kind. */
export function permalink(kind: GitHostKind, remote: RemoteAddress, target: PermalinkTarget): string | undefined {
  const root = isCommitId(target.commit) ? layouts[kind].root(remote) : undefined;
  return root && root + layouts[kind].file(target);
}

/** The URL of a commit on the web pages of a git host. `undefined` if the remote does not match that kind. */
export function commitPermalink(kind: GitHostKind, remote: RemoteAddress, commit: string): string | undefined {
  const root = isCommitId(commit) ? layouts[kind].root(remote) : undefined;
  return root && `${root}/${layouts[kind].commits}/${commit}`;
}

/** Whether a text is the full id of a commit. */
export function isCommitId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

interface PageLayout {
  /** The address that all of them begin with. `undefined` for a remote of another form. */
  root(remote: RemoteAddress): string | undefined;
  /** The name of the pages of commits. */
  readonly commits: string;
  /** The rest of the address of lines. */
  file(target: PermalinkTarget): string;
}

const layouts: Readonly<Record<GitHostKind, PageLayout>> = {
  github: { root: ofOwner, commits: 'commit', file: below('blob', ['L', '-L'], 'plain=1') },
  gitlab: { root: inGroups, commits: '-/commit', file: below('-/blob', ['L', '-'], 'plain=1') },
  gitea: { root: inGroups, commits: 'commit', file: below('src/commit', ['L', '-L'], 'display=source') },
  bitbucket: { root: ofOwner, commits: 'commits', file: below('src', ['lines-', ':']) },
  bitbucketServer: {
    root: bitbucketServerRoot,
    commits: 'commits',
    file: ({ commit, path, lines }) => `/browse/${encodePath(path)}?at=${commit}${hash(lines, ['', '-'])}`,
  },
  azure: {
    root(remote) {
      const repository = azureRepository(remote);
      return repository && webRoot(repository);
    },
    commits: 'commit',
    // The page highlights up to a column.
    file({ commit, path, lines }) {
      const marked = lines && `&line=${lines.start}&lineEnd=${lines.end + 1}&lineStartColumn=1&lineEndColumn=1`;
      return `?path=/${encodePath(path)}&version=GC${commit}${marked ? `${marked}&lineStyle=plain` : ''}&_a=contents`;
    },
  },
};

function ofOwner(remote: RemoteAddress): string | undefined {
  return remote.path.length === 2 ? webRoot(remote) : undefined;
}

function inGroups(remote: RemoteAddress): string | undefined {
  return remote.path.length >= 2 ? webRoot(remote) : undefined;
}

/**
 * "scm/PROJECT/repo" over HTTPS, "PROJECT/repo" over SSH, optionally below a context path; `~name` is a personal
 * project.
 */
function bitbucketServerRoot(remote: RemoteAddress): string | undefined {
  const at = remote.path.indexOf('scm');
  const [project, repository, ...more] = at < 0 ? remote.path : remote.path.slice(at + 1);
  if (project === undefined || repository === undefined || more.length > 0) return undefined;
  const before = at < 0 ? [] : remote.path.slice(0, at);
  const owner = project.startsWith('~') ? ['users', project.slice(1)] : ['projects', project];
  return webRoot({ ...remote, path: [...before, ...owner, 'repos', repository] });
}

/** The web page of a remote, for the hosts where it has the path of the remote. */
function webRoot({ scheme, host, path }: RemoteAddress): string {
  return `${scheme}://${host}/${encodePath(path.join('/'))}`;
}

/** What stands before the first line in a hash, and before the last one. */
type LineMarks = readonly [before: string, between: string];

/** A file below the page of its repository and its commit. @param source shows the source of a rendered file */
function below(pages: string, marks: LineMarks, source?: string): PageLayout['file'] {
  return ({ commit, path, lines }) => {
    // Rendered Markdown has no line anchors.
    const isRendered = lines && /\.(?:md|markdown|mdx|rst|adoc|asciidoc|org|ipynb)$/i.test(path);
    return `/${pages}/${commit}/${encodePath(path)}${source && isRendered ? `?${source}` : ''}${hash(lines, marks)}`;
  };
}

function hash(lines: PermalinkTarget['lines'], [before, between]: LineMarks): string {
  if (lines === undefined) return '';
  return `#${before}${lines.start}${lines.end > lines.start ? `${between}${lines.end}` : ''}`;
}

/** The git hosts with a known URL format for files at a commit. */
export const gitHostKinds = ['github', 'gitlab', 'bitbucket', 'bitbucketServer', 'azure', 'gitea'] as const;

export type GitHostKind = (typeof gitHostKinds)[number];

const knownHosts: readonly (readonly [RegExp, GitHostKind])[] = [
  [/^github\.com$|^[a-z0-9-]+\.ghe\.com$/, 'github'],
  [/^gitlab\.com$/, 'gitlab'],
  [/^bitbucket\.org$/, 'bitbucket'],
  [/^dev\.azure\.com$|^(?:[a-z0-9-]+\.|vs-ssh\.)visualstudio\.com$/, 'azure'],
  [/^(?:codeberg\.org|gitea\.com)$/, 'gitea'],
];

/**
 * The kind of a git host. `hosts` maps self-hosted names, with or without port, to a kind and takes precedence; entries
 * of unknown kinds are ignored. The kind is never guessed from the name.
 */
export function gitHostKind(host: string, hosts: Readonly<Record<string, unknown>>): GitHostKind | undefined {
  const bare = host.replace(/:\d+$/, '');
  const set = Object.entries(hosts).find(([name]) => [host, bare].includes(name.trim().toLowerCase()))?.[1];
  return gitHostKinds.find((kind) => kind === set) ?? knownHosts.find(([pattern]) => pattern.test(bare))?.[1];
}
