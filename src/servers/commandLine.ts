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
  readonly options: ListenOptions;
  /** How long active requests may take to finish. */
  readonly graceMs?: number;
  /** Closes what the app needs, after the last request, and when listening failed. */
  close(): Promise<void>;
}

/**
 * Opens a service and serves it until a signal ends the process. Rejects with the error of the socket.
 * @param fail called with an error while it ends
 */
export async function serveProcess(open: () => Promise<Service>, fail: (error: unknown) => void): Promise<Listening> {
  // The reader of the log may end, and its disk may be full. That is no reason to end the service.
  for (const log of [process.stdout, process.stderr]) log.on('error', () => undefined);
  // While it starts, there is nothing to finish.
  let stop = async (): Promise<void> => undefined;
  let isStopping = false;
  const onStop = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(() => process.exit(0), fail);
  };
  // Before anything that may take long: the first process of a container ignores a signal without a listener.
  process.on('SIGINT', onStop).on('SIGTERM', onStop);
  // A parent process with a channel owns this one. Without the parent, nothing would ever stop it.
  if (process.send !== undefined) process.once('disconnect', onStop);
  const { app, options, graceMs = 0, close } = await open();
  let listening: Listening;
  try {
    listening = await listen(app, options);
  } catch (error) {
    await close();
    throw error;
  }
  stop = async () => {
    await listening.close({ graceMs });
    await close();
  };
  return listening;
}
