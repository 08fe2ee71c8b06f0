import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorWith } from '../core/base/errors.ts';
import { systemCodeOf } from '../core/base/storage/systemError.ts';
import { type DoorCall, maxFiles, type NamedFile } from '../core/terminal/doorCall.ts';
import { helpText, options } from './commands.ts';
import { completions } from './completion.ts';
import { l10n } from './l10n.ts';

/** The command was called in a wrong way. `message` is for the user. */
export class CallUsageError extends errorWith<object>() {
  constructor(message: string) {
    super(message, {});
  }
}

/** What the user wants. */
export type ParsedCommand =
  | { readonly kind: 'version' | 'mcp' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly call: DoorCall; readonly isJson: boolean };

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

/** @throws {CallUsageError} */
export function parseCommand(args: readonly string[], folder: string): ParsedCommand {
  const { values, positionals } = parsed(args);
  if (values.version) return { kind: 'version' };
  const [name = 'help', ...rest] = positionals;
  if (values.help || name === 'help') return { kind: 'text', text: helpText() };
  if (name === 'mcp') return { kind: 'mcp' };
  if (name === 'completion') return { kind: 'text', text: scriptFor(rest[0] ?? '') };
  return { kind: 'call', call: callOf(name, rest, values, folder), isJson: values.json ?? false };
}

function callOf(name: string, rest: readonly string[], values: Values, folder: string): DoorCall {
  switch (name) {
    case 'share':
      return shareCall(values, rest, folder);
    case 'link': {
      const [file, ...others] = rest;
      if (file === undefined || others.length > 0) throw new CallUsageError(l10n.t('Name one file, or lines of it.'));
      return { do: 'link', file: namedFile(file, folder) };
    }
    case 'rooms':
      return { do: 'tool', tool: 'roomside_list_rooms', input: { filter: rest.join(' '), limit: 100 } };
    case 'read':
      return roomCall('roomside_read_room', { last: lastOf(values) }, rest);
    case 'search': {
      const [room, ...words] = rest;
      if (words.length === 0) throw new CallUsageError(l10n.t('Name a room and the words to search for.'));
      return roomCall('roomside_search_room', { query: words.join(' ') }, [room]);
    }
    default:
      throw new CallUsageError(l10n.t('There is no command “{0}”. See `roomside --help`.', name));
  }
}

function scriptFor(shell: string): string {
  const script = completions.get(shell);
  if (script === undefined) throw new CallUsageError(l10n.t('Name a shell: bash, zsh or fish.'));
  return script();
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Its message names the option.
    throw new CallUsageError((error as Error).message);
  }
}

/** @param rooms one, by its title or ID */
function roomCall(tool: string, input: object, [room, ...others]: readonly (string | undefined)[]): DoorCall {
  if (room === undefined || others.length > 0)
    throw new CallUsageError(l10n.t('Name one room, by its title in quotation marks or by its ID.'));
  return { do: 'tool', tool, input, room };
}

function lastOf({ last = '20' }: Values): number {
  const count = /^\d{1,3}$/.test(last) ? Number(last) : 0;
  if (count < 1 || count > 100) throw new CallUsageError(l10n.t('At most 100 messages can be shown.'));
  return count;
}

function shareCall(values: Values, files: readonly string[], folder: string): DoorCall {
  const { room, reply, comment, name, 'as-file': asFile } = values;
  if (reply !== undefined && room === undefined)
    throw new CallUsageError(l10n.t('To reply, name the room of the message with --room.'));
  if (files.length > maxFiles) throw new CallUsageError(l10n.t('At most {0} files can be shared at once.', maxFiles));
  const named = files.map((file) => namedFile(file, folder));
  if (named.length > 1 && named.some(({ startLine }) => startLine !== undefined))
    throw new CallUsageError(l10n.t('Lines of several files can only be shared one by one.'));
  return {
    do: 'share',
    files: asFile ? named.map(({ path }) => ({ path })) : named,
    ...(room !== undefined && { room }),
    ...(reply !== undefined && { reply }),
    ...(comment !== undefined && { comment }),
    ...(name !== undefined && { name }),
    ...(asFile && { asFile }),
  };
}

/** A file, or lines of it: `a.ts`, `a.ts:10`, `a.ts:10-20`. A file with the whole name comes first. */
function namedFile(text: string, folder: string): NamedFile {
  const lines = isFile(resolve(folder, text)) ? undefined : /^(.+?):(\d{1,9})(?:-(\d{1,9}))?$/.exec(text);
  const [, file = text, start, end] = lines ?? [];
  const path = resolve(folder, file);
  if (isSpecial(path)) throw new CallUsageError(l10n.t("{0} isn't a regular file.", file));
  if (start === undefined) return { path };
  const startLine = Number(start);
  const endLine = Number(end ?? start);
  if (startLine === 0 || endLine < startLine) throw new CallUsageError(l10n.t('{0} names no lines.', text));
  return { path, startLine, endLine };
}

/** A pipe, a folder or a device, or a path that leads to something else in each process. */
function isSpecial(path: string): boolean {
  return /^\/(?:dev\/(?:fd|std)|proc\/)/.test(path) || isFile(path) === false;
}

/** `undefined` where there is nothing that can be looked at: the window says why a file cannot be read. */
function isFile(path: string): boolean | undefined {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (systemCodeOf(error) !== undefined) return undefined;
    throw error;
  }
}
