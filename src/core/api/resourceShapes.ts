import { isRecord, stringField } from './record.ts';
import type { FieldError, ItemErrors, Membership, Message, Person, Room } from './resources.ts';

// What crosses the border is parsed once, here. Fields the interface does not know are left out. An optional field of
// the wrong type is left out too. A required one that is missing or of the wrong type becomes an empty string and an
// entry in `errors`, so that the item stays visible as a failure ("Partial failure in lists", 1) and is never dropped.

type Fields = Readonly<Record<string, unknown>>;
type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** A room; a value that is no object becomes an item that failed. */
export function parseRoom(value: unknown): Room {
  const fields = fieldsOf(value);
  const room: Draft<Room> = { id: '', title: '', type: stringField(fields, 'type') ?? '' };
  takeErrors(fields, room);
  takeRequired(fields, room, ['id', 'title']);
  takeStrings(fields, room, ['teamId', 'lastActivity', 'created']);
  if (typeof fields.isLocked === 'boolean') room.isLocked = fields.isLocked;
  return room;
}

/** A person. */
export function parsePerson(value: unknown): Person {
  const fields = fieldsOf(value);
  const person: Draft<Person> = { id: '' };
  takeErrors(fields, person);
  takeRequired(fields, person, ['id']);
  takeStrings(fields, person, ['displayName']);
  if (Array.isArray(fields.emails)) person.emails = stringsOf(fields.emails);
  return person;
}

/** A message of a list, or one asked for. */
export function parseMessage(value: unknown): Message {
  const fields = fieldsOf(value);
  const message: Draft<Message> = { id: '', roomId: stringField(fields, 'roomId') ?? '' };
  takeErrors(fields, message);
  takeRequired(fields, message, ['id']);
  takeStrings(fields, message, ['text', 'markdown', 'html', 'personId', 'personEmail', 'created']);
  if (Array.isArray(fields.files)) message.files = stringsOf(fields.files);
  return message;
}

/** A membership; not in the interface document. */
export function parseMembership(value: unknown): Membership {
  const fields = fieldsOf(value);
  const membership: Draft<Membership> = { id: '', roomId: stringField(fields, 'roomId') ?? '', personId: '' };
  takeErrors(fields, membership);
  takeRequired(fields, membership, ['id', 'personId']);
  takeStrings(fields, membership, ['personEmail', 'personDisplayName', 'created']);
  if (typeof fields.isModerator === 'boolean') membership.isModerator = fields.isModerator;
  return membership;
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function stringsOf(values: readonly unknown[]): readonly string[] {
  return values.filter((each) => typeof each === 'string');
}

function takeStrings<K extends string>(from: Fields, into: { [P in K]?: string }, names: readonly K[]): void {
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string') into[name] = value;
  }
}

function takeRequired<K extends string>(
  from: Fields,
  into: Draft<ItemErrors> & { [P in K]: string },
  names: readonly K[],
): void {
  for (const name of names) {
    const value: unknown = from[name];
    if (typeof value === 'string' && (value !== '' || name !== 'id')) into[name] = value as (typeof into)[K];
    else if (into.errors?.[name] === undefined) {
      into.errors = { ...into.errors, [name]: { code: 'missing_field', reason: `The service sent no ${name}.` } };
    }
  }
}

function takeErrors(from: Fields, into: Draft<ItemErrors>): void {
  const { errors } = from;
  if (errors === undefined || errors === null) return;
  if (!isRecord(errors)) into.errors = { item: fieldError(errors) };
  else {
    const entries = Object.entries(errors);
    if (entries.length > 0) into.errors = Object.fromEntries(entries.map(([name, error]) => [name, fieldError(error)]));
  }
}

function fieldError(value: unknown): FieldError {
  if (!isRecord(value)) return { code: 'unknown', reason: typeof value === 'string' ? value : '' };
  return { code: stringField(value, 'code') ?? 'unknown', reason: stringField(value, 'reason') ?? '' };
}
