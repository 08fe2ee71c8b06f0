import { html } from '../../pages/htmlPage.ts';
import type { SandboxContext } from '../context.ts';
import type { MessageRow } from './messages.ts';
import { findPerson, findPersonByEmail } from './people.ts';
import { findMembership, type RoomRow } from './roomRows.ts';

/** The people who can be mentioned in a room. */
export interface MentionDirectory {
  /** The person with that email or id; `undefined` when no such person can be mentioned. */
  resolve(by: 'personEmail' | 'personId', key: string): { id: string; displayName: string } | undefined;
  /** "Mention of everyone in a group room". */
  readonly canMentionAll: boolean;
}

/** Code comes first, so that a mention inside code is text. */
const codeOrMention = /```[\s\S]*?```|`[^`\n]*`|<@(?:(personEmail|personId):([^|<>\s]+)(?:\|([^<>\n]*))?|all)>/g;
const link = /\[([^[\]\n]+)\]\([^()\s]*\)/g;
const fenceLine = /^ {0,3}`{3,}[^`\n]*(?:\n|$)/gm;
const quoteMark = /^ {0,3}> ?/gm;

/**
 * The columns for the content of a message. Markdown is stored unchanged and not rendered: clients show the Markdown.
 * `text` is close to the plain text that the service derives, and `html` is that text, escaped.
 */
export function messageBody(
  message: { readonly text?: string | undefined; readonly markdown?: string | undefined },
  directory: MentionDirectory,
): Pick<MessageRow, 'text' | 'markdown' | 'html' | 'mentioned_people' | 'mentions_all'> {
  const { text = null, markdown } = message;
  if (markdown === undefined) return { text, markdown: null, html: null, mentioned_people: '[]', mentions_all: 0 };
  const { words, people, mentionsAll } = readMentions(markdown, directory);
  const plain = words.replace(link, '$1').replace(fenceLine, '').replace(quoteMark, '').replace(/[*`]/g, '').trimEnd();
  return {
    text: text ?? plain,
    markdown,
    html: String(html`<p>${plain}</p>`),
    mentioned_people: JSON.stringify(people),
    mentions_all: mentionsAll ? 1 : 0,
  };
}

/** Members of a room can be mentioned in it; all members at once only in a group room. */
export function mentionDirectory(context: SandboxContext, room: RoomRow): MentionDirectory {
  const { database } = context;
  return {
    canMentionAll: room.type === 'group',
    resolve(by, key) {
      const person = by === 'personId' ? findPerson(database, key) : findPersonByEmail(database, key);
      if (person === undefined || findMembership(database, room.id, person.id) === undefined) return undefined;
      return { id: person.id, displayName: person.display_name };
    },
  };
}

/** Replaces mentions with names. `people` are the ids of the mentioned people, each once. */
function readMentions(
  markdown: string,
  directory: MentionDirectory,
): { words: string; people: readonly string[]; mentionsAll: boolean } {
  const people = new Set<string>();
  let mentionsAll = false;
  const words = markdown.replace(
    codeOrMention,
    (whole: string, by?: 'personEmail' | 'personId', key = '', label = '') => {
      if (whole.startsWith('`')) return whole;
      if (by === undefined) {
        mentionsAll ||= directory.canMentionAll;
        return directory.canMentionAll ? 'All' : whole;
      }
      const person = directory.resolve(by, key);
      if (person !== undefined) people.add(person.id);
      return label || (person?.displayName ?? key);
    },
  );
  return { words, people: [...people], mentionsAll };
}
