import { html } from '../../pages/htmlPage.ts';
import type { Database } from '../store/database.ts';
import type { MembershipDocument, MessageDocument, PersonDocument, RoomDocument } from '../store/documents.ts';
import { createId } from '../store/identifiers.ts';

interface Texts {
  readonly text?: string | undefined;
  readonly markdown?: string | undefined;
}

interface AddedMessage extends Texts {
  readonly id?: string;
  readonly parentId?: string | undefined;
  readonly contentIds?: readonly string[] | undefined;
  readonly created: string;
}

/** Stores a message of a person in a room. */
export function addMessage(
  database: Database,
  room: RoomDocument,
  author: Pick<PersonDocument, 'id' | 'email'>,
  { id = createId('MESSAGE'), parentId, contentIds = [], created, ...texts }: AddedMessage,
): MessageDocument {
  return database.insert('messages', {
    id,
    roomId: room.id,
    roomType: room.type,
    ...messageContentOf(database, room, texts),
    personId: author.id,
    personEmail: author.email,
    ...(parentId !== undefined && { parentId }),
    contentIds,
    created,
  });
}

type Content = Pick<MessageDocument, 'text' | 'markdown' | 'html' | 'mentionedPeople' | 'mentionedGroups'>;

/** Code comes first, so that a mention inside code is text. */
const codeOrMention = /```[\s\S]*?```|`[^`\n]*`|<@(?:(personEmail|personId):([^|<>\s]+)(?:\|([^<>\n]*))?|all)>/g;
const link = /\[([^[\]\n]+)\]\([^()\s]*\)/g;
const fenceLine = /^ {0,3}`{3,}[^`\n]*(?:\n|$)/gm;
const quoteMark = /^ {0,3}> ?/gm;

/**
 * The content of a message. Markdown is stored unchanged and not rendered: clients show the Markdown. `text` is close to the
 * plain text that the service derives, and `html` is that text, escaped.
 */
export function messageContentOf(database: Database, room: RoomDocument, { text, markdown }: Texts): Content {
  if (markdown === undefined) return text === undefined ? {} : { text };
  const people = new Set<string>();
  const groups = new Set<string>();
  const named = markdown.replace(codeOrMention, (whole: string, by?: Mention, key = '', label = '') => {
    if (whole.startsWith('`')) return whole;
    if (by === undefined) {
      // "Mention of everyone in a group room".
      if (room.type !== 'group') return whole;
      groups.add('all');
      return 'All';
    }
    const member = memberOf(database, room, by, key);
    if (member !== undefined) people.add(member.personId);
    return label || (member?.personDisplayName ?? key);
  });
  const plain = named.replace(link, '$1').replace(fenceLine, '').replace(quoteMark, '').replace(/[*`]/g, '').trimEnd();
  return {
    text: text ?? plain,
    markdown,
    html: String(html`<p>${plain}</p>`),
    ...(people.size > 0 && { mentionedPeople: [...people] }),
    ...(groups.size > 0 && { mentionedGroups: [...groups] }),
  };
}

type Mention = 'personEmail' | 'personId';

/** Only the members of a room can be mentioned in it. */
function memberOf(database: Database, room: RoomDocument, by: Mention, key: string): MembershipDocument | undefined {
  const equal = by === 'personEmail' ? '= ? COLLATE NOCASE' : '= ?';
  return database.select('memberships', `roomId = ? AND doc ->> '${by}' ${equal}`, room.id, key)[0];
}
