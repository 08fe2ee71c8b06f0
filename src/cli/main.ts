import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fieldsOf } from '../core/base/json.ts';
import { codeOf } from '../core/base/storage/systemError.ts';
import { type DoorAnswer, type DoorCall, type DoorRecord, exitCodes } from '../core/terminal/doorCall.ts';
import { windowVariable } from '../platform/terminal/commandFolder.ts';
import { askWindow, LostAnswerError, NoAnswerError } from './askWindow.ts';
import { findWindow } from './findWindow.ts';
import { formatAnswer } from './formatAnswer.ts';
import { l10n, useLanguage } from './l10n.ts';
import { CallUsageError, parseCommand } from './parseCommand.ts';

/** Runs the command `roomside`. @param windows the folder with the records of windows */
export async function run(windows: URL): Promise<void> {
  // A fault of the command.
  process.once('uncaughtException', ({ stack }) => {
    process.stderr.write(`${plain(`${stack}`)}\n`);
    process.exit(exitCodes.fault);
  });
  // A program that reads the answer, such as `head`, may end before. What became of the call stays the exit code.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (codeOf(error) !== 'EPIPE') throw error;
    });
  const { LC_ALL, LANG = '', [windowVariable]: id } = process.env;
  const folder = process.cwd();
  const find = (): ReturnType<typeof findWindow> => findWindow({ windows: fileURLToPath(windows), id, folder });
  const record = find();
  useLanguage(typeof record === 'string' ? (LC_ALL ?? LANG) : record.language);
  try {
    const command = parseCommand(process.argv.slice(2), folder);
    if (command.kind === 'call') {
      const answer =
        typeof record === 'string'
          ? noWindow(record)
          : await ask(record, { ...command.call, ...(id !== undefined && { isInTerminal: true }) });
      end(answer, command.isJson);
    } else if (command.kind === 'mcp') await serve(find);
    else print(command.kind === 'text' ? command.text : `${manifest().version}`);
  } catch (error) {
    end(error instanceof CallUsageError ? { exit: exitCodes.usage, text: error.message } : noAnswer(error));
  }
}

/** What is said for a window that does not answer. @throws any other error */
function noAnswer(error: unknown): DoorAnswer {
  if (error instanceof NoAnswerError)
    return {
      exit: exitCodes.noWindow,
      text: l10n.t("The window doesn't respond. It has closed, or it responds to other programs. Try again."),
    };
  if (!(error instanceof LostAnswerError)) throw error;
  const text = l10n.t(
    'The window closed before it responded. If something was to be sent, look in Recent Shares before you send it again.',
  );
  return { exit: exitCodes.fault, text };
}

function noWindow(found: 'none' | 'several'): DoorAnswer {
  const several = l10n.t('Several windows are open. Change to the folder of one, or use its terminal.');
  const none = l10n.t(
    'No window responds. Run this in a terminal of VS Code, in a workspace that you trust, with the setting `roomside.terminal`.',
  );
  return { exit: exitCodes.noWindow, text: found === 'several' ? several : none };
}

/** Ctrl+C ends the question. What was confirmed before is sent. */
async function ask(record: DoorRecord, call: DoorCall): Promise<DoorAnswer> {
  const pipe = call.do === 'share' && call.files.length === 0 ? process.stdin : [];
  if ('isTTY' in pipe && pipe.isTTY)
    throw new CallUsageError(l10n.t('Name a file, or pipe something: `git diff | roomside share`.'));
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  try {
    return await askWindow(record, call, { pipe, signal: abort.signal });
  } catch (error) {
    if (abort.signal.aborted) return { exit: exitCodes.canceled, text: l10n.t('Canceled') };
    throw error;
  }
}

/** Serves an agent. The window may open, close and reload meanwhile. The other commands do not load the server. */
async function serve(find: () => ReturnType<typeof findWindow>): Promise<void> {
  const { serveMcp } = await import('./serveMcp.ts');
  serveMcp(manifest(), async (call, signal) => {
    const record = find();
    if (typeof record === 'string') return noWindow(record);
    return askWindow(record, call, { signal }).catch(noAnswer);
  });
}

/** Of the extension, whose folder has the program. */
function manifest(): Readonly<Record<string, unknown>> {
  return fieldsOf(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
}

/** The answer goes where a shell expects it. */
function end({ exit, text, data }: DoorAnswer, isJson = false): void {
  process.exitCode = exit;
  // The pipe may have no end.
  process.stdin.destroy();
  if (isJson) print(JSON.stringify({ exit, text, ...fieldsOf(data) }));
  else if (exit === exitCodes.sent) print(formatAnswer({ exit, text, data }));
  else process.stderr.write(`${plain(text)}\n`);
}

function print(text: string): void {
  process.stdout.write(`${plain(text)}\n`);
}

/** Texts of other people must not control the terminal. */
function plain(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
