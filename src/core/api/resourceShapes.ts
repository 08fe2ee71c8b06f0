import { isJsonObject, stringField } from './jsonObject.ts';
import type { FieldError, Membership, Message, Person, Room } from './resources.ts';

// What crosses the border is checked once, here. An item in order is passed on as it is, fields the interface does not
// know included. Else it is repaired: an optional field of the wrong type is left out; a required one that is missing
// or of the wrong type becomes an empty string and an entry in `errors`, so that the item stays visible as a failure
// [A59] and is never dropped.

type Fields = Readonly<Record<string, unknown>>;

/** Which fields of a resource must be what. */
interface Shape {
  /** Without these the item counts as failed. */
  readonly required: readonly string[];
  /** These become empty when they are missing. */
  readonly defaulted: readonly string[];
  readonly strings: readonly string[];
  readonly booleans: readonly string[];
  readonly lists: readonly string[];
}

const roomShape: Shape = {
  required: ['id', 'title'],
  defaulted: ['type'],
  strings: ['teamId', 'lastActivity', 'created'],
  booleans: ['isLocked'],
  lists: [],
};

const personShape: Shape = {
  required: ['id'],
  defaulted: [],
  strings: ['displayName'],
  booleans: [],
  lists: ['emails'],
};

const messageShape: Shape = {
  required: ['id'],
  defaulted: ['roomId'],
  strings: ['text', 'markdown', 'html', 'personId', 'personEmail', 'created', 'updated'],
  booleans: [],
  lists: ['files', 'mentionedPeople', 'mentionedGroups'],
};

const membershipShape: Shape = {
  required: ['id', 'personId'],
  defaulted: ['roomId'],
  strings: ['personEmail', 'personDisplayName', 'created'],
  booleans: ['isModerator'],
  lists: [],
};

// The checks below say the same as the shapes, but field by field: over lists of names they cost five times as much,
// and a long list is checked ten thousand times.

/** A room; a value that is no object becomes an item that failed. */
export function parseRoom(value: unknown): Room {
  return isRoom(value) ? value : (repaired(value, roomShape) as Fields & Room);
}

/** Without a call for each field: rooms come by the ten thousand at start, when nothing is compiled yet. */
function isRoom(value: unknown): value is Fields & Room {
  if (!isCompleteItem(value)) return false;
  const { title, type, teamId, lastActivity, created, isLocked } = value;
  return (
    typeof title === 'string' &&
    typeof type === 'string' &&
    (typeof teamId === 'string' || teamId === undefined) &&
    (typeof lastActivity === 'string' || lastActivity === undefined) &&
    (typeof created === 'string' || created === undefined) &&
    (typeof isLocked === 'boolean' || isLocked === undefined)
  );
}

/** A person. */
export function parsePerson(value: unknown): Person {
  return isPerson(value) ? value : (repaired(value, personShape) as Fields & Person);
}

function isPerson(value: unknown): value is Fields & Person {
  return isCompleteItem(value) && isOptionalString(value.displayName) && isOptionalStringList(value.emails);
}

/** A message of a list, or one asked for. */
export function parseMessage(value: unknown): Message {
  return isMessage(value) ? value : (repaired(value, messageShape) as Fields & Message);
}

function isMessage(value: unknown): value is Fields & Message {
  return (
    isCompleteItem(value) &&
    typeof value.roomId === 'string' &&
    isOptionalString(value.text) &&
    isOptionalString(value.markdown) &&
    isOptionalString(value.html) &&
    isOptionalString(value.personId) &&
    isOptionalString(value.personEmail) &&
    isOptionalString(value.created) &&
    isOptionalString(value.updated) &&
    isOptionalStringList(value.files) &&
    isOptionalStringList(value.mentionedPeople) &&
    isOptionalStringList(value.mentionedGroups)
  );
}

/** A membership; not in the interface [X3]. */
export function parseMembership(value: unknown): Membership {
  return isMembership(value) ? value : (repaired(value, membershipShape) as Fields & Membership);
}

function isMembership(value: unknown): value is Fields & Membership {
  return (
    isCompleteItem(value) &&
    typeof value.roomId === 'string' &&
    typeof value.personId === 'string' &&
    isOptionalString(value.personEmail) &&
    isOptionalString(value.personDisplayName) &&
    isOptionalString(value.created) &&
    isOptionalBoolean(value.isModerator)
  );
}

function isCompleteItem(value: unknown): value is Fields {
  return isJsonObject(value) && typeof value.id === 'string' && value.id !== '' && value.errors === undefined;
}

function isOptionalString(value: unknown): boolean {
  return typeof value === 'string' || value === undefined;
}

function isOptionalBoolean(value: unknown): boolean {
  return typeof value === 'boolean' || value === undefined;
}

function isOptionalStringList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}

function repaired(value: unknown, shape: Shape): Fields {
  const { errors: givenErrors, ...fields }: Record<string, unknown> = isJsonObject(value) ? value : {};
  const errors = errorsOf(givenErrors);
  for (const name of shape.required) {
    const given = stringField(fields, name);
    if (given !== undefined && (given !== '' || name !== 'id')) continue;
    fields[name] = '';
    if (!Object.hasOwn(errors, name)) {
      errors[name] = { code: 'missing_field', reason: `The service sent no ${name}.` };
    }
  }
  for (const name of shape.defaulted) fields[name] = stringField(fields, name) ?? '';
  for (const name of shape.strings) if (typeof fields[name] !== 'string') delete fields[name];
  for (const name of shape.booleans) if (typeof fields[name] !== 'boolean') delete fields[name];
  for (const name of shape.lists) {
    const given = fields[name];
    if (Array.isArray(given)) fields[name] = given.filter((each) => typeof each === 'string');
    else delete fields[name];
  }
  return Object.keys(errors).length === 0 ? fields : { ...fields, errors };
}

function errorsOf(errors: unknown): Record<string, FieldError> {
  if (errors === undefined || errors === null) return {};
  if (!isJsonObject(errors)) return { item: fieldError(errors) };
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, fieldError(error)]));
}

function fieldError(value: unknown): FieldError {
  if (!isJsonObject(value)) return { code: 'unknown', reason: typeof value === 'string' ? value : '' };
  return { code: stringField(value, 'code') ?? 'unknown', reason: stringField(value, 'reason') ?? '' };
}
