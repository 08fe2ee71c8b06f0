import { isJsonObject, stringField } from '../base/json.ts';
import type { FieldError, Membership, Message, Person, Room } from './resources.ts';

// Validates resources once, where they arrive. A valid item is unchanged, including unknown fields. An invalid
// item is repaired: an optional field of the wrong type, or an empty text for none, is removed.
// A required field that is missing or of the wrong type becomes an empty string and an entry in `errors`, so that the item
// stays visible as a failure [A59] and is never dropped.

/** Far longer than what people write. A longer text is cut, so that all work on it has a limit. */
const maxTextLength = 64 * 1024;
/** Each file of a message costs a request when it is shown. */
const maxListLength = 1_000;

/** Another time stands for none, as 0001-01-01, 1970-01-01 and 9999-12-31 do in the answers of some services. */
const [earliestMs, endMs] = [Date.UTC(2000), Date.UTC(2100)];

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a resource. An item without a `required` one counts as failed; a `defaulted` one becomes an empty string
 * if it is missing. A list has strings.
 */
type Shape = Readonly<Record<string, FieldKind>>;
type FieldKind = 'required' | 'defaulted' | 'string' | 'time' | 'boolean' | 'list';

const roomShape: Shape = {
  id: 'required',
  title: 'required',
  type: 'defaulted',
  teamId: 'string',
  lastActivity: 'time',
  created: 'time',
  isLocked: 'boolean',
};

const personShape: Shape = { id: 'required', displayName: 'string', emails: 'list' };

const messageShape: Shape = {
  id: 'required',
  roomId: 'defaulted',
  text: 'string',
  markdown: 'string',
  html: 'string',
  parentId: 'string',
  personId: 'string',
  personEmail: 'string',
  created: 'time',
  updated: 'time',
  files: 'list',
  mentionedPeople: 'list',
  mentionedGroups: 'list',
};

const membershipShape: Shape = {
  id: 'required',
  personId: 'required',
  roomId: 'defaulted',
  personEmail: 'string',
  personDisplayName: 'string',
  created: 'time',
  isModerator: 'boolean',
};

/** Parses a room. A value that is no object becomes a failed item. */
export function parseRoom(value: unknown): Room {
  return isRoom(value) ? value : (repaired(value, roomShape) as Fields & Room);
}

/**
 * Repeats the shape field by field: a generic check over field names takes five times as long, and thousands of rooms are
 * parsed at startup, before the code is compiled.
 */
function isRoom(value: unknown): value is Fields & Room {
  if (!isJsonObject(value) || value.id === '' || value.errors !== undefined) return false;
  const { id, title, type, teamId, lastActivity, created, isLocked } = value;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    title.length <= maxTextLength &&
    typeof type === 'string' &&
    ((typeof teamId === 'string' && teamId !== '') || teamId === undefined) &&
    isUsualTime(lastActivity) &&
    isUsualTime(created) &&
    (typeof isLocked === 'boolean' || isLocked === undefined)
  );
}

/** A time in this century as the interface has it [A14], without parsing it, or none. */
function isUsualTime(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.startsWith('20') && value[4] === '-');
}

export function parsePerson(value: unknown): Person {
  return repaired(value, personShape) as Fields & Person;
}

/** Parses a message of a list, or the response to a request for one. */
export function parseMessage(value: unknown): Message {
  return repaired(value, messageShape) as Fields & Message;
}

/** Parses a membership; not in the service API [X3]. */
export function parseMembership(value: unknown): Membership {
  return repaired(value, membershipShape) as Fields & Membership;
}

function repaired(value: unknown, shape: Shape): Fields {
  const { errors: givenErrors, ...fields }: Record<string, unknown> = isJsonObject(value) ? value : {};
  const errors = errorsOf(givenErrors);
  for (const [name, kind] of Object.entries(shape)) {
    // Some services write ids as numbers.
    if (typeof fields[name] === 'number' && /id$/i.test(name)) fields[name] = String(fields[name]);
    const given = fields[name];
    if (typeof given === 'string' && given.length > maxTextLength) fields[name] = `${given.slice(0, maxTextLength)}…`;
    if (kind === 'required') {
      if (typeof given === 'string' && (given !== '' || name !== 'id')) continue;
      fields[name] = '';
      errors[name] ??= { code: 'missing_field', reason: `The service sent no ${name}.` };
    } else if (kind === 'defaulted') fields[name] = stringField(fields, name) ?? '';
    else if (kind === 'list' && Array.isArray(given))
      fields[name] = given.slice(0, maxListLength).filter((each) => typeof each === 'string');
    else if (given !== undefined && !isOfKind(given, kind)) delete fields[name];
  }
  return Object.keys(errors).length === 0 ? fields : { ...fields, errors };
}

/** Whether an optional field has its type, and says something. */
function isOfKind(value: unknown, kind: FieldKind): boolean {
  if (value === '') return false;
  if (kind !== 'time') return typeof value === kind;
  const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return atMs >= earliestMs && atMs < endMs;
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
