import { isJsonObject, stringField } from '../base/json.ts';
import type { FieldError, Membership, Message, Person, Room } from './resources.ts';

// Validates resources once, where they arrive. A valid item is returned unchanged, including unknown fields. An invalid
// item is repaired: an optional field of the wrong type is removed. A required field that is missing or of the wrong
// type becomes an empty string and an entry in `errors`, so that the item stays visible as a failure [A59] and is never
// dropped.

type Fields = Readonly<Record<string, unknown>>;

/** The required types of the fields of a resource. */
interface Shape {
  /** An item without these fields counts as failed. */
  readonly required: readonly string[];
  /** These fields become empty strings if they are missing. */
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
  strings: ['text', 'markdown', 'html', 'personId', 'personEmail', 'created', 'updated', 'parentId'],
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

// The checks below repeat the shapes field by field: generic checks over field names take five times as long, and a
// long list needs ten thousand of them.

/** Parses a room. A value that is no object becomes a failed item. */
export function parseRoom(value: unknown): Room {
  return isRoom(value) ? value : (repaired(value, roomShape) as Fields & Room);
}

/** No function call per field: thousands of rooms are parsed at startup, before the code is compiled. */
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

export function parsePerson(value: unknown): Person {
  return isPerson(value) ? value : (repaired(value, personShape) as Fields & Person);
}

function isPerson(value: unknown): value is Fields & Person {
  return isCompleteItem(value) && isOptionalString(value.displayName) && isOptionalStringList(value.emails);
}

/** Parses a message of a list, or the response to a request for one. */
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
    isOptionalString(value.parentId) &&
    isOptionalStringList(value.files) &&
    isOptionalStringList(value.mentionedPeople) &&
    isOptionalStringList(value.mentionedGroups)
  );
}

/** Parses a membership; not in the service API [X3]. */
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
