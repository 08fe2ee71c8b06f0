import type { Message } from '../../../core/api/resources.ts';
import { timestamp } from '../http/resources.ts';
import type { MessageWithAuthor } from './messageRows.ts';

/** A message on the wire. Only `files`, `roomId`, `text` and `markdown` are in the interface [A9] [X5]. */
export interface MessageResource extends Message {
  readonly roomType: string;
}

/** `contentIds` are the files of the message; their URLs are on the origin the request was sent to. */
export function messageResource(
  row: MessageWithAuthor,
  contentIds: readonly string[],
  origin: string,
): MessageResource {
  const mentionedPeople = JSON.parse(row.mentioned_people) as string[];
  return {
    id: row.id,
    roomId: row.room_id,
    roomType: row.room_type,
    ...(row.text === null ? {} : { text: row.text }),
    ...(row.markdown === null ? {} : { markdown: row.markdown }),
    ...(row.html === null ? {} : { html: row.html }),
    ...(contentIds.length === 0 ? {} : { files: contentIds.map((id) => `${origin}/v1/contents/${id}`) }),
    personId: row.person_id,
    personEmail: row.person_email,
    ...(mentionedPeople.length === 0 ? {} : { mentionedPeople }),
    ...(row.mentions_all === 1 ? { mentionedGroups: ['all'] } : {}),
    created: timestamp(row.created),
  };
}
