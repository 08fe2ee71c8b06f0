import type { ServiceClient } from '../api/client.ts';
import { isNotOffered, ServiceError } from '../api/errors.ts';
import type { Person, PersonRef, Room } from '../api/resources.ts';
import type { AccountRef } from '../auth/account.ts';

/** A room or a person. The direct room of a person that is not known has an empty id, and names the person. */
export interface RoomOrPerson extends Room {
  readonly toPerson?: PersonRef;
}

/** A room or a person to send to, of the account for which it was chosen. */
export interface TargetRoom extends RoomOrPerson {
  readonly account: AccountRef;
}

/** The direct room of a person, which the service finds or creates when it gets a message to the person [X20]. */
export function directTarget(toPerson: PersonRef): RoomOrPerson {
  return { id: '', title: toPerson.name, type: 'direct', toPerson };
}

export function personRefOf({ id, displayName, emails: [email] = [] }: Person): PersonRef {
  return { id, ...(email && { email }), name: displayName || email || id };
}

/** Whether a text looks like one e-mail address. The service decides whether it exists. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;.]+$/.test(text);
}

export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The domain of an address in lower case; `undefined` if the text is not exactly one address. */
export function domainOf(address: string): string | undefined {
  return isEmailAddress(address) ? address.slice(address.indexOf('@') + 1).toLowerCase() : undefined;
}

const maxPeople = 50;

/** People with this name or e-mail address, without the user: there is no direct room with oneself. */
export async function findPeople(
  client: Pick<ServiceClient, 'listPeople'>,
  { text, ownPersonId }: { readonly text: string; readonly ownPersonId: string | undefined },
  signal?: AbortSignal,
): Promise<readonly Person[]> {
  const people = isEmailAddress(text)
    ? await peopleWithEmail(client, text, signal)
    : ((await client.listPeople({ displayName: text, max: maxPeople }, signal).next()).value?.items ?? []);
  return people.filter(({ id }) => id !== '' && id !== ownPersonId);
}

/** Services may ignore the filter or refuse it [X20], so each person is compared. */
export async function peopleWithEmail(
  client: Pick<ServiceClient, 'listPeople'>,
  email: string,
  signal?: AbortSignal,
): Promise<readonly Person[]> {
  try {
    const page = (await client.listPeople({ email, max: maxPeople }, signal).next()).value;
    return page?.items.filter(({ emails = [] }) => emails.some((each) => isSameEmail(each, email))) ?? [];
  } catch (error) {
    if (isNotOffered(error) || (error instanceof ServiceError && error.status === 400)) return [];
    throw error;
  }
}
