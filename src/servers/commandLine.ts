import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type FetchApp, type Listening, type ListenOptions, listen } from './listen.ts';

/** An error on the command line, described in one line. */
export class UsageError extends Error {}

/** The options of the process. @throws {UsageError} for unknown ones and for other arguments */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

export function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A server of this process, and how it ends. */
interface Service {
  readonly app: FetchApp;
  /** How long active requests may take to finish. */
  readonly graceMs?: number;
  /** Closes what the app needs, after the last request, and when listening failed. */
  close(): Promise<void>;
  /** Called with an error while it ends. */
  fail(error: unknown): void;
}

/** Serves until a signal ends the process. Rejects with the error of the socket. */
export async function serveProcess(service: Service, options: ListenOptions): Promise<Listening> {
  let listening: Listening;
  try {
    listening = await listen(service.app, options);
  } catch (error) {
    await service.close();
    throw error;
  }
  const stop = async () => {
    await listening.close({ graceMs: service.graceMs ?? 0 });
    await service.close();
  };
  let isStopping = false;
  const onStop = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(() => process.exit(0), service.fail);
  };
  process.on('SIGINT', onStop).on('SIGTERM', onStop);
  // A parent process with a channel owns this one. Without the parent, nothing would ever stop it.
  if (process.send !== undefined) process.once('disconnect', onStop);
  return listening;
}
