import type { LineRange } from '../git/lineMap.ts';

/** A message that shares lines. Another person wrote it, and it is not safe to display. */
export interface SharingMessage {
  readonly messageId: string;
  readonly roomId: string;
  readonly accountId: string;
  /** The message that a reply replies to; the message itself if it is no reply. */
  readonly threadId: string;
  /** Empty for the user. */
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly createdMs: number;
  /** The first words that are no code; empty if there are none, or if they are not known. */
  readonly words: string;
  /** Its text was replaced after it was sent. */
  readonly isEdited?: boolean;
  /** The person who asked has replied that a suggestion is applied. */
  readonly isDone?: boolean;
  /** As far as replies were read. */
  readonly replyCount: number;
}

/** Which file lines are from: a file on this computer, or what a message states. */
export type LinesPlace =
  | {
      readonly kind: 'own';
      readonly file: string;
      /** As the record of the share or the message states it. */
      readonly commit?: string | undefined;
    }
  | {
      readonly kind: 'stated';
      /** As `sharedPath` writes it. */
      readonly path: string;
      /** The beginning of the commit. */
      readonly commit?: string | undefined;
      /** The identity of the repository, and the path in it. */
      readonly repository?: { readonly remote: string; readonly path: string } | undefined;
      /** The words of a message name it: the path can begin above the folder of the workspace, or below. */
      readonly isNamed?: boolean;
    };

/** Lines of a file that a message shares. */
export interface MessageLines {
  readonly message: SharingMessage;
  readonly place: LinesPlace;
  /** Where they were when they were shared. */
  readonly range: LineRange;
  /** See `LineDigests`. Absent where the message has only their numbers. */
  readonly digest?: number | undefined;
}

/** A file that is open in an editor. */
export interface OpenFile {
  /** Absolute. */
  readonly file: string;
  /** As `sharedPath` may write it. */
  readonly paths: readonly string[];
  /** Absent outside a repository, and while it is not known. */
  readonly repository?:
    | {
        /** Relative to its root, with `/`. */
        readonly path: string;
        /** See `identityOf`. */
        readonly remotes: readonly string[];
        /** What is checked out. */
        readonly commit?: string | undefined;
      }
    | undefined;
}

/** The last part of the path, by which lines are looked up. */
export function fileNameOf(place: LinesPlace): string {
  return (place.kind === 'own' ? place.file : place.path).split(/[\\/]/).at(-1) ?? '';
}

/**
 * Whether lines can be of this file: a repository that a message names decides, if the one of the file is known; else the
 * path in the workspace or, at the same commit, in the repository. Their text has to be in the file as well.
 */
export function isOfFile(place: LinesPlace, { file, paths, repository }: OpenFile): boolean {
  if (place.kind === 'own') return place.file === file;
  const stated = place.repository;
  if (stated !== undefined && repository !== undefined && repository.remotes.length > 0) {
    return repository.remotes.includes(stated.remote) && repository.path === stated.path;
  }
  if (paths.includes(place.path)) return true;
  if (stated === undefined && place.isNamed) return paths.some((path) => isEndOf(path, place.path));
  const isSameCommit = place.commit !== undefined && repository?.commit?.startsWith(place.commit) === true;
  return isSameCommit && `/${repository.path}`.endsWith(`/${place.path}`);
}

/** Whether one path is the end of the other. A name alone says too little. */
function isEndOf(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length);
  return short.includes('/') && long.endsWith(`/${short}`);
}
