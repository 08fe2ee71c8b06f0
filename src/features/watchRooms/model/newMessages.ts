import type { Message } from '../../../core/api/resources.ts';
import type { Account } from '../../../core/auth/account.ts';
import { timeMs } from '../../../core/base/clock.ts';
import type { Mention } from '../../../core/markdown/markdownEngine.ts';
import { isSameEmail } from '../../../core/rooms/directPerson.ts';
import type { MessageMark } from './watchStore.ts';

/** The user, as identified in messages. */
export type UserIdentity = Pick<Account, 'personId' | 'label'>;

/** The longest text that is searched for mentions. */
const maxCharacters = 50_000;

/** The messages of a room after the mark, oldest first. Messages without an id are skipped. */
export function messagesSince(mark: MessageMark, messages: readonly Message[]): readonly Message[] {
  const newestFirst = byTime(messages);
  const at = newestFirst.findIndex(({ id }) => id === mark.id);
  // The marked message was deleted, or is older than this page.
  const isNewer = ({ created }: Message): boolean => timeMs(created) > mark.createdMs;
  const found = at >= 0 ? newestFirst.slice(0, at) : newestFirst.filter(isNewer);
  return found.reverse();
}

/** The mark of the newest message; `undefined` without messages. */
export function newestMark(messages: readonly Message[]): MessageMark | undefined {
  const [newest] = byTime(messages);
  return newest && { id: newest.id, createdMs: timeMs(newest.created) };
}

/** The order of the listing is not in the service API [X1]. Messages with equal times keep it. */
function byTime(messages: readonly Message[]): Message[] {
  const named = messages.filter(({ id }) => id !== '');
  return named.sort((one, other) => timeMs(other.created) - timeMs(one.created));
}

/** Whether the user wrote the message, on any device. */
export function isOwn(
  { personId, personEmail }: Pick<Message, 'personId' | 'personEmail'>,
  reader: UserIdentity,
): boolean {
  return personId === undefined ? isAddressOf(reader, personEmail) : personId === reader.personId;
}

/**
 * Whether a message mentions the user: by person id, by e-mail or as everyone [A35], or in the lists of mentions that
 * services add to a message.
 */
export async function mentionsUser(message: Message, reader: UserIdentity): Promise<boolean> {
  const { mentionedPeople = [], mentionedGroups = [], markdown = '' } = message;
  if (mentionedPeople.includes(reader.personId) || mentionedGroups.includes('all')) return true;
  const text = markdown.slice(0, maxCharacters);
  if (!text.includes('<@')) return false;
  const { findMentions } = await import('../../../core/markdown/renderMarkdown.ts');
  return (await findMentions(text)).some((mention) => isMentionOf(mention, reader));
}

function isMentionOf(mention: Mention, reader: UserIdentity): boolean {
  if (mention.kind === 'all') return true;
  return mention.kind === 'id' ? mention.value === reader.personId : isAddressOf(reader, mention.value);
}

/** The label of an account is an e-mail address if the service returns one. */
function isAddressOf({ label }: UserIdentity, email: string | undefined): boolean {
  return email !== undefined && label.includes('@') && isSameEmail(email, label);
}
