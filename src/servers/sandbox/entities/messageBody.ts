import type { DatabaseSync } from 'node:sqlite';
import { html } from '../../pages/htmlPage.ts';
import { find, insert } from '../database.ts';
import type { MessageDocument, PersonDocument, RoomDocument } from '../documents.ts';
import { createId } from '../identifiers.ts';
import { findPersonByEmail } from './people.ts';
import { findMembership } from './roomAccess.ts';

/** The people who can be mentioned in a room. */
export interface MentionDirectory {
  /** The person with that email or id; `undefined` when no such person can be mentioned. */
  resolve(by: 'personEmail' | 'personId', key: string): Pick<PersonDocument, 'id' | 'displayName'> | undefined;
  /** "Mention of everyone in a group room". */
  readonly canMentionAll: boolean;
}

/** Code comes first, so that a mention inside code is text. */
const codeOrMention = /```[\s\S]*?```|`[^`\n]*`|<@(?:(personEmail|personId):([^|<>\s]+)(?:\|([^<>\n]*))?|all)>/g;
const link = /\[([^[\]\n]+)\]\([^()\s]*\)/g;
const fenceLine = /^ {0,3}`{3,}[^`\n]*(?:\n|$)/gm;
const quoteMark = /^ {0,3}> ?/gm;

/**
 * The content of a message. Markdown is stored unchanged and not rendered: clients show the Markdown. `text` is close to the
 * plain text that the service derives, and `html` is that text, escaped.
 */
export function messageBody(
  { text, markdown }: { readonly text?: string | undefined; readonly markdown?: string | undefined },
  directory: MentionDirectory,
): Pick<MessageDocument, 'text' | 'markdown' | 'html' | 'mentionedPeople' | 'mentionedGroups'> {
  if (markdown === undefined) return text === undefined ? {} : { text };
  const { words, people, mentionsAll } = readMentions(markdown, directory);
  const plain = words.replace(link, '$1').replace(fenceLine, '').replace(quoteMark, '').replace(/[*`]/g, '').trimEnd();
  return {
    text: text ?? plain,
    markdown,
    html: String(html`<p>${plain}</p>`),
    ...(people.length > 0 && { mentionedPeople: people }),
    ...(mentionsAll && { mentionedGroups: ['all'] }),
  };
}

/** Members of a room can be mentioned in it; all members at once only in a group room. */
function mentionDirectory(database: DatabaseSync, room: RoomDocument): MentionDirectory {
  return {
    canMentionAll: room.type === 'group',
    resolve(by, key) {
      const person = by === 'personId' ? find(database, 'people', key) : findPersonByEmail(database, key);
      return person && findMembership(database, room.id, person.id) && person;
    },
  };
}

/** Stores a message of a person in a room. */
export function addMessage(
  database: DatabaseSync,
  room: RoomDocument,
  author: Pick<PersonDocument, 'id' | 'email'>,
  message: {
    readonly id?: string;
    readonly text?: string | undefined;
    readonly markdown?: string | undefined;
    readonly parentId?: string | undefined;
    readonly contentIds?: readonly string[] | undefined;
    readonly created: string;
  },
): MessageDocument {
  const { id = createId('MESSAGE'), parentId, contentIds = [], created } = message;
  return insert(database, 'messages', {
    ...{ id, roomId: room.id, roomType: room.type, ...messageBody(message, mentionDirectory(database, room)) },
    ...{ personId: author.id, personEmail: author.email, ...(parentId !== undefined && { parentId }) },
    ...{ contentIds, created },
  });
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
