import { ToolError } from './toolFailure.ts';

interface TextField {
  readonly type: 'string';
  /** In code points, like `maxLength`. */
  readonly minLength?: number;
  readonly maxLength: number;
  /** A field without a default is required. */
  readonly default?: string;
}

interface CountField {
  readonly type: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
}

export type Fields = Readonly<Record<string, TextField | CountField>>;

/** More than a message may have, so that the tool can report by how much it is too long. */
const markdown = { type: 'string', minLength: 1, maxLength: 20_000 } as const;
const roomId = { type: 'string', minLength: 1, maxLength: 500 } as const;
const messageId = roomId;
const line = { type: 'integer', minimum: 1, maximum: 10_000_000 } as const;

/** The input of each language model tool. A test keeps it equal to the JSON schemas of the manifest. */
export const toolFields = {
  roomside_list_rooms: {
    filter: { type: 'string', maxLength: 200, default: '' },
    offset: { type: 'integer', minimum: 0, maximum: 100_000, default: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  },
  roomside_read_room: {
    roomId,
    last: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    threadId: { type: 'string', maxLength: 500, default: '' },
  },
  roomside_search_room: { roomId, query: { type: 'string', minLength: 1, maxLength: 200 } },
  roomside_draft_message: { markdown, roomId: { type: 'string', maxLength: 500, default: '' } },
  roomside_post_message: { roomId, markdown },
  roomside_reply: { roomId, messageId, markdown },
  roomside_share_lines: {
    roomId,
    path: { type: 'string', minLength: 1, maxLength: 4096 },
    startLine: line,
    endLine: line,
    comment: { type: 'string', maxLength: 2000, default: '' },
  },
  roomside_ask_and_wait: {
    roomId,
    markdown,
    waitSeconds: { type: 'integer', minimum: 10, maximum: 3600, default: 300 },
  },
} as const satisfies Readonly<Record<string, Fields>>;

export type ToolName = keyof typeof toolFields;

/** The input of a tool, with defaults applied. */
export type ToolInput<Name extends ToolName> = {
  readonly [Field in keyof (typeof toolFields)[Name]]: (typeof toolFields)[Name][Field] extends TextField
    ? string
    : number;
};

/**
 * Parses and checks the input of a tool, because not every caller checks it against the schema.
 * @throws {ToolError}
 */
export function parseToolInput<Name extends ToolName>(name: Name, input: unknown): ToolInput<Name> {
  const fields: Fields = toolFields[name];
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw inputError('it must be an object');
  const given = input as Readonly<Record<string, unknown>>;
  if (Object.keys(given).some((key) => !Object.hasOwn(fields, key))) {
    throw inputError(`only the fields ${Object.keys(fields).join(', ')} are allowed`);
  }
  const parsed = Object.entries(fields).map(([key, field]) => {
    return [key, parseField(key, field, Object.hasOwn(given, key) ? given[key] : undefined)];
  });
  return Object.fromEntries(parsed) as ToolInput<Name>;
}

function inputError(rule: string): ToolError {
  return new ToolError(`The input of this tool is invalid: ${rule}.`);
}

function parseField(key: string, field: TextField | CountField, value: unknown): string | number {
  if (value === undefined && field.default !== undefined) return field.default;
  if (field.type === 'string' && isText(value, field)) return value;
  const isCount = field.type === 'integer' && typeof value === 'number' && Number.isInteger(value);
  if (isCount && value >= field.minimum && value <= field.maximum) return value;
  throw inputError(`"${key}" ${ruleOf(field)}`);
}

function isText(value: unknown, { minLength = 0, maxLength }: TextField): value is string {
  // A code point has at most two units, so a far too long text is rejected before it is counted.
  if (typeof value !== 'string' || value.length > 2 * maxLength) return false;
  const length = Array.from(value).length;
  return length >= minLength && length <= maxLength;
}

function ruleOf(field: TextField | CountField): string {
  return field.type === 'string'
    ? `must be a string of ${field.minLength ?? 0} to ${field.maxLength} characters`
    : `must be an integer from ${field.minimum} to ${field.maximum}`;
}
