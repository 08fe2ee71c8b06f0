import { readResponseText, unexpectedResponse } from '../../api/jsonResponse.ts';
import type { Send, SendRequest } from '../../api/send.ts';
import { fieldsOf, parseJsonObject, stringField } from '../../base/json.ts';
import { isLoopbackHost } from '../../base/loopback.ts';
import type { BrokerDescription } from '../brokerProtocol.ts';
import { usableBaseUrl } from './baseUrl.ts';

/** What a broker states about itself, checked. */
export interface DescribedBroker {
  /** The address that was asked. The description cannot name another broker. */
  readonly brokerUrl: string;
  /** Normalized like the setting `roomside.service.baseUrl`. */
  readonly baseUrl: string;
  readonly scopePrefix: string;
  /** Not trusted: any server can state any name. */
  readonly organization?: string;
  /** Not checked: see `isWebTemplate`. */
  readonly appUrl?: string;
  /** The kinds of git servers by host name. Unknown ones are ignored: see `gitHostKind`. */
  readonly gitHosts: Readonly<Record<string, string>>;
}

const maxBytes = 16 * 1024;
const maxNameCharacters = 100;
const maxGitHosts = 50;
const prefixPattern = /^[a-z][a-z0-9-]{0,31}$/;

// decisions/0008
/**
 * Asks the server at an address whether it is a broker. Follows no redirect and sends no token.
 * @param address without trailing slash
 * @returns `undefined` if the server does not describe itself, for example because it is a service
 * @throws {ConnectionError} if the server cannot be reached
 * @throws {UnexpectedResponseError} `wrong-shape` for a description that violates the protocol
 */
export async function findBroker(address: string, send: Send): Promise<DescribedBroker | undefined> {
  const url = `${address}/.well-known/roomside`;
  const request: SendRequest = { method: 'GET', url, headers: { accept: 'application/json' } };
  const response = await send(request);
  const { text, end } = await readResponseText(response, maxBytes);
  if (response.status !== 200 || end !== 'whole') return undefined;
  const answer = parseJsonObject(text);
  if (answer === undefined || !('version' in answer && 'service' in answer)) return undefined;
  const broker = parseDescription(address, answer);
  if (broker !== undefined) return broker;
  throw unexpectedResponse(request, response, 'wrong-shape');
}

/** `undefined` for a service that the setting could not name, and for one of this computer named by another one. */
function parseDescription(brokerUrl: string, answer: Readonly<Record<string, unknown>>): DescribedBroker | undefined {
  const version: BrokerDescription['version'] = 1;
  const service = stringField(answer, 'service') ?? '';
  const baseUrl = /^https?:\/\//i.test(service) ? usableBaseUrl(service) : undefined;
  const scopePrefix = stringField(answer, 'scopePrefix');
  if (answer.version !== version || baseUrl === undefined || !prefixPattern.test(scopePrefix ?? '')) return undefined;
  const isOwn = (url: string): boolean => isLoopbackHost(new URL(url).hostname);
  if (isOwn(baseUrl) && !isOwn(brokerUrl)) return undefined;
  const name = stringField(answer, 'organization')?.trim() ?? '';
  const isName = name !== '' && [...name].length <= maxNameCharacters && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name);
  const appUrl = stringField(answer, 'appUrl');
  return {
    brokerUrl,
    baseUrl,
    scopePrefix: scopePrefix ?? '',
    ...(isName && { organization: name }),
    ...(appUrl !== undefined && { appUrl }),
    gitHosts: gitHostsIn(answer.gitHosts),
  };
}

function gitHostsIn(value: unknown): Readonly<Record<string, string>> {
  const named = Object.entries(fieldsOf(value)).slice(0, maxGitHosts);
  const isHost = (name: string): boolean => /^[a-z\d.-]{1,253}(?::\d{1,5})?$/.test(name);
  return Object.fromEntries(
    named.flatMap(([name, kind]) => (isHost(name) && typeof kind === 'string' ? [[name, kind]] : [])),
  );
}
