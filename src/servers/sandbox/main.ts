import { readOptions, serveProcess, UsageError, writeLine } from '../commandLine.ts';
import { createUndiciSend } from '../undiciSend.ts';
import { demoPersonEmail, seedPeople } from './seed/team.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './service/sandbox.ts';

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

/** Reads the arguments; `undefined` for help. */
function readCommandLine(): { port: number; sandbox: SandboxOptions } | undefined {
  const string = { type: 'string' } as const;
  const boolean = { type: 'boolean' } as const;
  const values = readOptions({
    port: string,
    data: string,
    'control-key': string,
    'scope-prefix': string,
    'access-token-lifetime': string,
    'refresh-token-lifetime': string,
    'rotate-refresh-tokens': boolean,
    'revoke-reused-tokens': boolean,
    'no-broker': boolean,
    'no-direct-messages': boolean,
    help: boolean,
  });
  if (values.help === true) return undefined;
  const port = amount('--port', values.port) ?? (process.send === undefined ? standardPort : 0);
  if (port > 65_535) throw new UsageError(`--port must be at most 65535, not ${port}.`);
  const options: { readonly [Name in keyof SandboxOptions]: SandboxOptions[Name] | undefined } = {
    dataFile: values.data,
    controlKey: values['control-key'],
    scopePrefix: values['scope-prefix'],
    accessTokenLifetimeS: amount('--access-token-lifetime', values['access-token-lifetime']),
    refreshTokenLifetimeS: amount('--refresh-token-lifetime', values['refresh-token-lifetime']),
    rotateRefreshTokens: values['rotate-refresh-tokens'],
    revokeReusedRefreshTokens: values['revoke-reused-tokens'],
    broker: values['no-broker'] !== true,
    directMessages: values['no-direct-messages'] !== true,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { port, sandbox: Object.fromEntries(given) };
}

function amount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`${option} must be a whole number, not “${text}”.`);
  return Number(text);
}

async function main(): Promise<void> {
  const commandLine = readCommandLine();
  if (commandLine === undefined) return void process.stdout.write(usage);
  const { send, close: closeSend } = createUndiciSend();
  const sandbox = createSandbox({ ...commandLine.sandbox, fetchRemote: send, onBrokerLog: writeLine });
  const close = async () => {
    await sandbox.close();
    await closeSend();
  };
  const options = { port: commandLine.port };
  const { origin } = await serveProcess(async () => ({ app: sandbox, options, close }), fail);
  const { controlKey, brokerPath } = sandbox;
  const brokerUrl = brokerPath && origin + brokerPath;
  if (process.send === undefined) writeLine(welcome(sandbox, origin, brokerUrl));
  else process.send({ type: 'ready', origin, controlKey, brokerUrl });
}

function welcome(sandbox: Sandbox, origin: string, brokerUrl: string | undefined): string {
  const people = seedPeople.map(({ key, firstName, lastName, job, isAdmin }) => {
    const marks = [key === demoPersonEmail.split('@')[0] ? 'demo person' : '', isAdmin === true ? 'administrator' : ''];
    return `  ${`${key}@example.com`.padEnd(30)} ${[`${firstName} ${lastName}`, job, ...marks].filter(Boolean).join(', ')}`;
  });
  return `Roomside sandbox ready at ${origin}

People (no password; pick one on the sign-in page):
${people.join('\n')}

Personal token of ${demoPersonEmail}: ${sandbox.createDemoToken()}
Control key: ${sandbox.controlKey}
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

main().catch(fail);
