import { parseJsonObject } from '../base/json.ts';
import {
  count,
  flag,
  list,
  object,
  oneOf,
  optional,
  type ReadAs,
  type Shape,
  string,
} from '../base/storage/recordShape.ts';

/** The most bytes of the headers of a request, which have the key and the call. */
export const maxHeaderBytes = 1024 * 1024;

/** A text of at most so many characters: its reader does work for each. */
const short =
  (maxLength: number): ReadAs<string> =>
  (value, name) => {
    const text = string(value, name);
    if (text.length > maxLength) throw new TypeError(`field ${name} is too long`);
    return text;
  };

/** Of an ID or a title, as the tools take them. */
const name = short(500);
const path = short(4096);
/** The most files of a call. */
export const maxFiles = 100;

const namedFile = object({ path, startLine: optional(count), endLine: optional(count) });

/** A file on this machine by its absolute path, or lines of it, 1-based. */
export type NamedFile = Shape<typeof namedFile>;

const calls = {
  link: object({ do: oneOf('link'), file: namedFile }),
  share: object({
    do: oneOf('share'),
    /** The files that were named. Without one, the content of the pipe follows. */
    files: list(namedFile),
    /** The ID or the title of the room. */
    room: optional(name),
    /** The ID of a message of the room. */
    reply: optional(name),
    comment: optional(short(20_000)),
    /** The name of the content of the pipe as a file. */
    name: optional(name),
    asFile: optional(flag),
    /** It runs in a terminal of the window, which gets the focus back. */
    isInTerminal: optional(flag),
  }),
  tool: object({
    do: oneOf('tool'),
    tool: name,
    input: (value: unknown): unknown => value,
    /** The ID or the title of the room, in place of `roomId` of the input. */
    room: optional(name),
    /** Its answer and its failure are for a model, in English. */
    isForModel: optional(flag),
  }),
};

/** What a program asks of a window. */
export type DoorCall = Shape<(typeof calls)[keyof typeof calls]>;

/** The exit codes of the command. Those of a window are `sent` to `notSent`. `fault`: it is not known what became of the call. */
export const exitCodes = { sent: 0, refused: 1, usage: 2, notSent: 3, noWindow: 4, fault: 70, canceled: 130 } as const;

/** What a window answers. */
export interface DoorAnswer {
  readonly exit: number;
  /** For a person or a model. */
  readonly text: string;
  /** For a program. */
  readonly data?: unknown;
}

/** The header of a request that has the call. */
export const callHeader = 'roomside-call';

/** A call as the value of its header. */
export const encodeDoorCall = (call: DoorCall): string => Buffer.from(JSON.stringify(call)).toString('base64');

/** The call in a header. @throws {TypeError} if there is no such call */
export function parseDoorCall(header: string): DoorCall {
  const value = parseJsonObject(Buffer.from(header, 'base64').toString());
  const call = calls[oneOf('link', 'share', 'tool')(value?.do, 'call')](value, 'call');
  if (call.do === 'share' && call.files.length > maxFiles) throw new TypeError(`more than ${maxFiles} files`);
  return call;
}

const windowRecord = object({
  socket: string,
  key: string,
  /** Of the extension host. */
  pid: count,
  /** The folders that are open in the window. */
  folders: list(string),
  /** The language of the window, such as `de`. */
  language: string,
});

/** A window that answers, as a file of the user alone names it to programs. */
export type DoorRecord = Shape<typeof windowRecord>;

/** `undefined` for a text of anything else. */
export function parseDoorRecord(text: string): DoorRecord | undefined {
  const value = text.length > maxHeaderBytes ? undefined : parseJsonObject(text);
  try {
    return windowRecord(value, 'window');
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
