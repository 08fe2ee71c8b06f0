import { parseArgs } from 'node:util';
import { type Listening, listen } from '../listen.ts';
import { createUndiciSend } from '../undiciSend.ts';
import { createSandbox, type SandboxOptions } from './sandbox.ts';
import { demoPersonEmail, seedPeople } from './seed/team.ts';

const standardPort = 4280;

const usage = `Usage: npm run sandbox -- [options]

  --port N                      port on 127.0.0.1 (default ${standardPort}; 0 takes a free one)
  --data FILE                   keep everything in this file, and attached files beside it (default: memory)
  --control-key KEY             key of the control endpoints (default: a new one)
  --scope-prefix NAME           product prefix of scope names (default svc)
  --access-token-lifetime S     seconds (default 1209600)
  --refresh-token-lifetime S    seconds (default 7776000)
  --rotate-refresh-tokens       a new refresh token with every refresh
  --revoke-reused-tokens        using a rotated refresh token again ends everything its approval gave
  --no-broker                   without the token broker below /broker
  --no-direct-messages          without messages to a person instead of a room
  --help                        this text
`;

/** An error on the command line, described in one line. */
class UsageError extends Error {}

interface CommandLine {
  readonly port: number;
  readonly sandbox: SandboxOptions;
}

/** Parses the arguments; `undefined` for help. */
function readCommandLine(args: readonly string[]): CommandLine | undefined {
  const { values } = parseArguments(args);
  if (values.help === true) return undefined;
  const accessTokenLifetimeS = amount('--access-token-lifetime', values['access-token-lifetime']);
  const refreshTokenLifetimeS = amount('--refresh-token-lifetime', values['refresh-token-lifetime']);
  const port = amount('--port', values.port) ?? (process.send === undefined ? standardPort : 0);
  if (port > 65_535) throw new UsageError(`--port must be at most 65535, not ${port}.`);
  return {
    port,
    sandbox: {
      ...(values.data === undefined ? {} : { dataFile: values.data }),
      ...(values['control-key'] === undefined ? {} : { controlKey: values['control-key'] }),
      ...(values['scope-prefix'] === undefined ? {} : { scopePrefix: values['scope-prefix'] }),
      ...(accessTokenLifetimeS === undefined ? {} : { accessTokenLifetimeS }),
      ...(refreshTokenLifetimeS === undefined ? {} : { refreshTokenLifetimeS }),
      rotateRefreshTokens: values['rotate-refresh-tokens'] === true,
      revokeReusedRefreshTokens: values['revoke-reused-tokens'] === true,
      broker: values['no-broker'] !== true,
      directMessages: values['no-direct-messages'] !== true,
    },
  };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        'control-key': { type: 'string' },
        'scope-prefix': { type: 'string' },
        'access-token-lifetime': { type: 'string' },
        'refresh-token-lifetime': { type: 'string' },
        'rotate-refresh-tokens': { type: 'boolean' },
        'revoke-reused-tokens': { type: 'boolean' },
        'no-broker': { type: 'boolean' },
        'no-direct-messages': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

function amount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`${option} must be a whole number, not “${text}”.`);
  return Number(text);
}

async function run(commandLine: CommandLine): Promise<void> {
  const { send, close: closeSend } = createUndiciSend();
  const sandbox = createSandbox({ ...commandLine.sandbox, fetchRemote: send, onBrokerLog: writeLine });
  let listening: Listening;
  try {
    listening = await listen(sandbox, { port: commandLine.port });
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  onceStopped(async () => {
    await listening.close();
    await sandbox.close();
    await closeSend();
    process.exit(0);
  });
  const { origin } = listening;
  const { controlKey, brokerPath } = sandbox;
  const brokerUrl = brokerPath && origin + brokerPath;
  if (process.send === undefined)
    writeLine(welcome({ origin, brokerUrl, controlKey, token: sandbox.createDemoToken() }));
  else process.send({ type: 'ready', origin, controlKey, ...(brokerUrl === undefined ? {} : { brokerUrl }) });
}

function onceStopped(stop: () => Promise<void>): void {
  let isStopping = false;
  const onStop = () => {
    if (isStopping) return;
    isStopping = true;
    stop().catch(fail);
  };
  process.on('SIGINT', onStop).on('SIGTERM', onStop);
  // The parent process owns this one. Without the parent, nothing would ever stop it.
  if (process.send !== undefined) process.once('disconnect', onStop);
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Welcome {
  readonly origin: string;
  readonly brokerUrl: string | undefined;
  readonly controlKey: string;
  readonly token: string;
}

function welcome({ origin, brokerUrl, controlKey, token }: Welcome): string {
  const people = seedPeople.map(({ key, firstName, lastName, job, isAdmin }) => {
    const marks = [key === demoPersonEmail.split('@')[0] ? 'demo person' : '', isAdmin === true ? 'administrator' : ''];
    return `  ${`${key}@example.com`.padEnd(30)} ${[`${firstName} ${lastName}`, job, ...marks].filter(Boolean).join(', ')}`;
  });
  return `Roomside sandbox ready at ${origin}

People (no password; pick one on the sign-in page):
${people.join('\n')}

Personal token of ${demoPersonEmail}: ${token}
Control key: ${controlKey}
Token broker: ${brokerUrl ?? 'none'}

Press Ctrl+C to stop.`;
}

function fail(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  const port = error instanceof Error && 'port' in error ? ` ${error.port}` : '';
  const line = code === 'EADDRINUSE' ? `The port${port} is already in use; choose another with --port N.` : message;
  process.stderr.write(`roomside sandbox: ${line}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

function main(): void {
  try {
    const commandLine = readCommandLine(process.argv.slice(2));
    if (commandLine === undefined) process.stdout.write(usage);
    else run(commandLine).catch(fail);
  } catch (error) {
    fail(error);
  }
}

main();
