import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type BrokerPorts, createBroker } from '../../../../src/servers/broker/broker.ts';
import type { BrokerConfig } from '../../../../src/servers/broker/config/brokerConfig.ts';
import type { FetchApp } from '../../../../src/servers/listen.ts';
import type { SandboxOptions } from '../../../../src/servers/sandbox/service/sandbox.ts';
import { createSandboxSend } from '../../../support/fakes/sandboxSend.ts';
import { openTestSandbox, type TestSandbox, testOrigin } from '../sandbox/openTestSandbox.ts';
import { registerIntegration } from '../sandbox/walkAuthorize.ts';
import { Capture } from './capture.ts';

const brokerUrl = 'https://broker.example.com';

/** A broker as its users see it, whatever its parts, with a service behind it. */
export interface Deployment {
  readonly publicUrl: string;
  readonly config: BrokerConfig;
  readonly service: TestSandbox;
  readonly capture: Capture;
  /** Sends a request to the broker from this address. Every response is recorded. */
  fetch(request: Request, from?: string): Promise<Response>;
  /** Advances the clocks of broker and service. */
  passMs(ms: number): void;
  /** Moves only the system clock of the broker forward, or backward if `ms` is negative. */
  setClockBy(ms: number): void;
  close(): Promise<void>;
}

/** The part of it that an editor and a browser use. */
export type WalkedDeployment = Pick<Deployment, 'publicUrl' | 'capture' | 'fetch'> & {
  readonly service: Pick<TestSandbox, 'call'>;
};

export interface DeploymentOptions extends Pick<BrokerPorts, 'upstreamTimeoutMs' | 'bodyTimeoutMs'> {
  readonly config?: Partial<BrokerConfig>;
  readonly pkce?: 'off' | 'send';
  readonly sandbox?: SandboxOptions;
  /** Replaces the token endpoint of the sandbox. */
  readonly upstream?: () => Response | Promise<Response>;
}

export type OpenDeployment = (options?: DeploymentOptions) => Promise<Deployment>;

/** The parts of a deployment: brokers with one configuration, one service and one log. */
export interface DeploymentParts extends Omit<Deployment, 'fetch' | 'close'> {
  createReplica(own?: Partial<BrokerPorts>, sealKeys?: BrokerConfig['sealKeys']): FetchApp;
  readonly monotonicNow: () => number;
}

const neededScopes = ['people_read', 'rooms_read', 'messages_read', 'messages_write', 'memberships_read'];
export const scopes: readonly string[] = neededScopes.map((scope) => `svc:${scope}`);

export function newKey(id: string): BrokerConfig['sealKeys'][number] {
  return { id, bytes: randomBytes(32) };
}

export async function openParts(options: DeploymentOptions): Promise<DeploymentParts> {
  const { config: changes, pkce = 'send', sandbox, upstream, ...ports } = options;
  const capture = new Capture();
  // Codes of the service last longer, so that tests see the limits of the broker.
  const service = openTestSandbox({ codeLifetimeS: 3600, ...sandbox });
  const publicUrl = changes?.publicUrl ?? brokerUrl;
  const registration = { redirectUris: [`${publicUrl}/callback`], scopes };
  const { clientId, clientSecret } = await registerIntegration(service, registration);
  const config: BrokerConfig = {
    publicUrl,
    upstream: { baseUrl: testOrigin, clientId, clientSecret, scopes, pkce },
    sealKeys: [newKey('k1')],
    editorSchemes: ['vscode', 'vscode-insiders', 'vscodium', 'cursor'],
    webCallbacks: [],
    trustedHops: 0,
    requestsPerMinute: 1000,
    ...changes,
  };
  capture.keep(clientSecret, ...config.sealKeys.map(({ bytes }) => Buffer.from(bytes).toString('base64url')));
  const send = createSandboxSend(capture.listenTo(upstream ? { fetch: upstream } : service.sandbox));
  let nowMs = Date.UTC(2026, 2, 12, 9, 30);
  let monotonicMs = 0;
  const monotonicNow = () => monotonicMs;
  return {
    publicUrl,
    config,
    service,
    capture,
    passMs(ms) {
      nowMs += ms;
      monotonicMs += ms;
      service.passMs(ms);
    },
    setClockBy(ms) {
      nowMs += ms;
    },
    monotonicNow,
    createReplica(own, sealKeys = config.sealKeys) {
      const write = (line: string) => capture.log.push(line);
      return createBroker({ ...config, sealKeys }, { ...ports, send, write, now: () => nowMs, monotonicNow, ...own });
    },
  };
}

/** The settings of a broker process with this configuration, in front of a service at this address. */
export function variablesOf({ config }: DeploymentParts, upstreamUrl: string): Readonly<Record<string, string>> {
  const keys = config.sealKeys.map(({ id, bytes }) => `${id}:${Buffer.from(bytes).toString('base64url')}`);
  return {
    BROKER_PUBLIC_URL: config.publicUrl,
    BROKER_UPSTREAM_URL: upstreamUrl,
    BROKER_CLIENT_ID: config.upstream.clientId,
    BROKER_CLIENT_SECRET: config.upstream.clientSecret,
    BROKER_SEAL_KEYS: keys.join(','),
    BROKER_REQUESTS_PER_MINUTE: String(config.requestsPerMinute),
    BROKER_LISTEN_PORT: '0',
    BROKER_METRICS_PORT: '0',
  };
}

/** Brokers in this process; `next` returns the one that answers a request. */
export function inProcess(parts: DeploymentParts, next: () => FetchApp): Deployment {
  return {
    ...parts,
    fetch: parts.capture.recording((request, remoteAddress = '192.0.2.1') =>
      next().fetch(request, { incoming: { socket: { remoteAddress } } as IncomingMessage }),
    ),
    close: () => parts.service.sandbox.close(),
  };
}

/** One broker in this process, with its state in memory. */
export const openOneBroker: OpenDeployment = async (options = {}) => {
  const parts = await openParts(options);
  const broker = parts.createReplica();
  return inProcess(parts, () => broker);
};

/** Lets the next request to the token endpoint of the service fail. */
export function failNextTokenRequest({ service }: Pick<Deployment, 'service'>, effect: object): Promise<unknown> {
  return service.control('POST', 'faults', { match: { path: '/v1/access_token' }, times: 1, effect });
}
