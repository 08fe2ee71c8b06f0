import type { BlamedLines } from '../git/blame.ts';
import { isEmailAddress, isSameEmail } from './directPerson.ts';

/** Who wrote some lines, as their commits say. Not trusted: a commit can have any name. */
export interface LinesAuthor {
  readonly name: string;
  /** Absent for an address that receives no messages. */
  readonly email?: string;
  readonly lineCount: number;
  /** Of so many lines. */
  readonly ofCount: number;
}

const maxAuthors = 3;

interface Authorship {
  /** The addresses and the name of the user, who is no author to ask. */
  readonly own: readonly string[];
  /** Commits that do not tell who wrote their lines. */
  readonly isUnknown: (commit: string) => boolean;
  readonly ofCount: number;
}

/** The other people who wrote lines, most lines first. */
export function authorsOf(
  blamed: readonly BlamedLines[],
  { own, isUnknown, ofCount }: Authorship,
): readonly LinesAuthor[] {
  const authors = new Map<string, LinesAuthor>();
  for (const { commit, count, author, email } of blamed) {
    const reached = isReached(email) ? { email } : {};
    const isOwn = own.some((each) => isSameEmail(each, email) || (!reached.email && each === author));
    const isNoPerson = author.trim() === '' || author.endsWith('[bot]');
    if (/^0+$/.test(commit) || isUnknown(commit) || isOwn || isNoPerson) continue;
    const key = (reached.email ?? author).toLowerCase();
    const before = authors.get(key);
    authors.set(key, { name: author, ...reached, ...before, lineCount: (before?.lineCount ?? 0) + count, ofCount });
  }
  return [...authors.values()].sort((one, other) => other.lineCount - one.lineCount).slice(0, maxAuthors);
}

/** Whether a message to an address can reach its owner: hosts write `1+ada@users.noreply.github.com` into commits. */
function isReached(email: string): boolean {
  return isEmailAddress(email) && !/no-?reply/i.test(email);
}
