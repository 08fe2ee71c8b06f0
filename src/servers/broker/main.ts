import { readFileSync } from 'node:fs';
import { readOptions, serveProcess, UsageError, writeLine } from '../commandLine.ts';
import { type ConnectionLimits, type Listening, listen } from '../listen.ts';
import { createUndiciSend } from '../undiciSend.ts';
import { createBroker } from './broker.ts';
import { createBrokerLog } from './brokerLog.ts';
import { redirectUriOf } from './config/brokerConfig.ts';
import { ConfigError } from './config/environment.ts';
import { type ProcessConfig, readConfig, readListenAddress, settingNames } from './config/readConfig.ts';
import { newSealKey } from './config/sealKeys.ts';
import { type BrokerMetrics, createBrokerMetrics } from './metrics/brokerMetrics.ts';
import { createMetricsApp } from './metrics/metricsApp.ts';
import { securityHeaders } from './securityHeaders.ts';
import { type BrokerState, StateError } from './state/brokerState.ts';
import { headersTimeoutMs, requestTimeoutMs, shutdownGraceMs } from './timeouts.ts';

const usage = `Usage: npm run broker [-- option]

  --check      validates the configuration and exits
  --new-key    prints a new key for BROKER_SEAL_KEYS and exits
  --health     checks whether the broker on this machine is running and exits
  --help       prints this text

Everything else is set by environment variables. Instead of NAME, NAME_FILE can be the path of a file with the value:
${settingNames.map((name) => `  ${name}`).join('\n')}

docs/broker.md describes them.
`;

/** Even a proxy in front, or a peer that reaches the port past it, can take only half of the connections. */
const limits: ConnectionLimits = {
  headersTimeoutMs,
  requestTimeoutMs,
  maxConnections: 1_000,
  maxConnectionsPerPeer: 500,
};

const readSecret = (path: string): string => readFileSync(path, 'utf8');

function processConfig(): ProcessConfig {
  return readConfig(process.env, readSecret);
}

function summary(config: ProcessConfig): string {
  const { upstream, sealKeys, editorSchemes, webCallbacks } = config;
  return `The configuration is valid.
  Public address:   ${config.publicUrl}
  Redirect URI:     ${redirectUriOf(config)} (register exactly this with the integration)
  Service:          ${upstream.baseUrl}
  Organization:     ${config.organization ?? 'no name'}
  Scopes:           ${upstream.scopes.join(' ')}
  Upstream PKCE:    ${upstream.pkce}
  Seals with:       ${sealKeys[0]?.id ?? ''}${sealKeys.length > 1 ? `, and opens ${sealKeys.length - 1} older` : ''}
  Calls back:       ${[...editorSchemes.map((scheme) => `${scheme}:`), ...webCallbacks].join(' ')}
  Trusted proxies:  ${config.trustedHops}
  Shared state:     ${config.redisUrl === undefined ? 'none: run one replica only' : 'Redis'}
  Proxy:            ${config.proxy === undefined ? 'none' : new URL(config.proxy).host}
  Metrics:          ${config.metricsPort === undefined ? 'off' : `port ${config.metricsPort}`}
`;
}

async function openState(redisUrl: string | undefined): Promise<BrokerState | undefined> {
  if (redisUrl === undefined) return undefined;
  // Loaded only for shared state, because the Redis client is larger than the broker.
  const { openRedisState } = await import('./state/redisState.ts');
  const log = createBrokerLog(writeLine, Date.now);
  return openRedisState(redisUrl, (error) => log.problem('Redis failed', '-', error));
}

async function openMetrics(
  { listenHost: host, metricsPort: port }: ProcessConfig,
  metrics: BrokerMetrics,
  state: BrokerState | undefined,
): Promise<Listening | undefined> {
  if (port === undefined) return undefined;
  const listening = await listen(createMetricsApp(metrics, state), { host, port, limits });
  writeLine(`metrics at ${listening.origin}/metrics`);
  return listening;
}

async function open(config: ProcessConfig) {
  const { proxy, redisUrl, listenHost: host, listenPort: port } = config;
  const state = await openState(redisUrl);
  const { send, close: closeSend } = createUndiciSend({ connectTimeoutMs: 5_000, idleTimeoutMs: 10_000, proxy });
  if (proxy !== undefined)
    writeLine(`requests to the service go through the proxy ${new URL(proxy).host}, unless NO_PROXY names it`);
  const metrics = createBrokerMetrics(config.sealKeys.map(({ id }) => id));
  const app = createBroker(config, { send, write: writeLine, metrics, ...(state === undefined ? {} : { state }) });
  const metricsPort = await openMetrics(config, metrics, state);
  const close = async () => {
    await metricsPort?.close();
    await state?.close();
    await closeSend();
  };
  const options = { host, port, limits, refusalHeaders: securityHeaders(config.publicUrl) };
  return { app, options, graceMs: shutdownGraceMs, close };
}

async function serve(config: ProcessConfig): Promise<void> {
  const { origin } = await serveProcess(() => open(config), fail);
  writeLine(`roomside broker ready at ${origin} for ${config.publicUrl}`);
}

async function check(config: ProcessConfig): Promise<void> {
  process.stdout.write(summary(config));
  const state = await openState(config.redisUrl);
  await state?.close();
}

/** Reads no secret: a container runs it again and again. */
async function askHealth(): Promise<void> {
  const { host, port } = readListenAddress(process.env, readSecret);
  const place = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const { send, close } = createUndiciSend();
  const url = `http://${place.includes(':') ? `[${place}]` : place}:${port}/healthz`;
  const { status } = await send({ method: 'GET', url }, AbortSignal.timeout(3_000));
  await close();
  if (status !== 200) throw new Error(`the broker answers with ${status}`);
}

async function run(): Promise<void> {
  const boolean = { type: 'boolean' } as const;
  const options = readOptions({ check: boolean, 'new-key': boolean, health: boolean, help: boolean });
  if (options.help) process.stdout.write(usage);
  else if (options['new-key']) writeLine(newSealKey(new Date()));
  else if (options.check) await check(processConfig());
  else if (options.health) await askHealth();
  else await serve(processConfig());
}

/** Describes an error in one line. Only messages of our own are repeated; others might contain a setting. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UsageError) return error.message;
  if (error instanceof StateError)
    return `Redis at REDIS_URL does not do what a refresh needs: ${error.code ?? 'no answer'}.`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return 'The port is already in use; choose another with BROKER_LISTEN_PORT or BROKER_METRICS_PORT.';
  if (code === 'EADDRNOTAVAIL') return 'BROKER_LISTEN_HOST is not an address of this machine.';
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function fail(error: unknown): void {
  process.stderr.write(`roomside broker: ${sentenceOf(error)}\n`);
  process.exit(error instanceof ConfigError || error instanceof UsageError ? 2 : 1);
}

run().catch(fail);
