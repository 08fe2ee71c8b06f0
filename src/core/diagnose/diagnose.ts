import type { ServiceClient } from '../api/client.ts';
import type { Account } from '../auth/account.ts';
import type { SecretStore } from '../auth/secretStore.ts';
import type { Clock } from '../base/clock.ts';
import { isCancelled, throwIfAborted } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { raceAbort } from '../base/raceAbort.ts';
import { checkKeyring } from './checkKeyring.ts';
import { checkProxy, type ProxySettings } from './checkProxy.ts';
import { checkScopes } from './checkScopes.ts';
import { type AskPorts, checkBroker, checkService, usableAddress } from './checkService.ts';
import { checkSession } from './checkSession.ts';
import { type CheckName, checkNames, type Finding } from './finding.ts';
import { bareAddress } from './redact.ts';

/** No check keeps the others waiting for longer. */
export const checkLimitMs = 10_000;

/** Everything a diagnosis looks at. It sends no token but to the account's own service, by the client it is given. */
export interface DiagnosisPorts extends AskPorts {
  readonly log: Log;
  readonly secrets: SecretStore;
  /** Everybody who is signed in, the account in use first. */
  accounts(): Promise<readonly Account[]>;
  /** Whether the sign-in is kept in this window's memory alone. */
  isMemoryOnly(): boolean;
  /** Why the account's tokens could not be renewed for now. */
  troubleOf(account: Account): Error | undefined;
  client(): Promise<ServiceClient>;
  /** The service the user set; empty when none. That of the account in use goes before it. */
  readonly baseUrl: string;
  /** The broker the user set; empty when none. That of the account in use goes before it. */
  readonly brokerUrl: string;
  readonly proxy: ProxySettings;
  /** Where the browser would come back to this window. */
  redirectAddress(): Promise<string>;
  readonly versions: readonly string[];
}

/**
 * Looks at everything a connection needs, at once, each for at most ten seconds. Nothing is changed but an entry of its
 * own in the keyring, which is removed again.
 * @param onFinding told of each finding as soon as it is there
 * @returns all of them, in the order of `checkNames`
 * @throws {CancelledError} when the signal aborts
 */
export async function diagnose(
  ports: DiagnosisPorts,
  onFinding: (finding: Finding) => void,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const run: Run = async (checks, work) => {
    for (const finding of await findingsOf(ports, checks, work, signal)) {
      found.push(finding);
      onFinding(finding);
    }
  };
  // A keyring that asks the user may keep this waiting; what can do without goes on with the address of the setting.
  const accounts = ports.accounts();
  const inUse = withLimit(ports.clock, signal, async () => (await accounts)[0]).catch(() => undefined);
  await Promise.all([
    run(['versions'], async () => [{ outcome: 'good', check: 'versions', result: 'told', parts: ports.versions }]),
    run(['session'], async () => [sessionOf(ports, await accounts)]),
    run(['keyring'], async () => [await checkKeyring(ports.secrets, ports.isMemoryOnly())]),
    run(['redirect'], async () => [await redirectOf(ports)]),
    inUse.then((account) => checkWay(ports, account, run)),
  ]);
  throwIfAborted(signal);
  return found.sort((a, b) => checkNames.indexOf(a.check) - checkNames.indexOf(b.check));
}

type Work = (limit: AbortSignal) => Promise<readonly Finding[]>;
type Run = (checks: readonly CheckName[], work: Work) => Promise<void>;

/** All that depends on which service it is. */
async function checkWay(ports: DiagnosisPorts, account: Account | undefined, run: Run): Promise<void> {
  const baseUrl = account?.baseUrl ?? (ports.baseUrl === '' ? undefined : ports.baseUrl);
  const address = baseUrl === undefined ? undefined : usableAddress(baseUrl);
  let doesAnswer = false;
  const brokerUrl = account?.brokerUrl ?? ports.brokerUrl;
  await Promise.all([
    run(['broker'], async (limit) => [await checkBroker(ports, brokerUrl, limit)]),
    run(['proxy'], async () => [checkProxy(ports.proxy, address)]),
    run(['service', 'tls', 'clock'], async (limit) => {
      const findings = await checkService(ports, baseUrl, limit);
      doesAnswer = findings.some(({ check, result }) => check === 'service' && result === 'answers');
      return findings;
    }),
  ]);
  await run(['scopes'], async (limit) => {
    if (account === undefined) return [{ outcome: 'note', check: 'scopes', result: 'signed-out' }];
    return [await checkScopes(account.scopes, doesAnswer ? await ports.client() : undefined, limit)];
  });
}

function sessionOf(ports: DiagnosisPorts, accounts: readonly Account[]): Finding {
  const [account] = accounts;
  return checkSession(accounts, account && ports.troubleOf(account), ports.clock.now());
}

async function redirectOf(ports: DiagnosisPorts): Promise<Finding> {
  return { outcome: 'good', check: 'redirect', result: 'address', address: bareAddress(await ports.redirectAddress()) };
}

/** What fails or hangs becomes a finding of its own. */
async function findingsOf(
  { clock, log }: DiagnosisPorts,
  checks: readonly CheckName[],
  work: Work,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  try {
    return await withLimit(clock, signal, work);
  } catch (error) {
    if (isCancelled(error)) throw error;
    const limitMs = checkLimitMs;
    if (error instanceof TimedOut) {
      return checks.map((check): Finding => ({ outcome: 'bad', check, result: 'timed-out', limitMs }));
    }
    log.error(`the check of ${checks.join(', ')} failed by itself`, error);
    const errorName = error instanceof Error ? error.name : typeof error;
    return checks.map((check): Finding => ({ outcome: 'bad', check, result: 'broken', errorName }));
  }
}

class TimedOut extends Error {}

/** Does the work for as long as a check may take: then it is told to stop, and not waited for. */
async function withLimit<T>(clock: Clock, signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  throwIfAborted(signal);
  const over = new AbortController();
  const timeOut = Promise.withResolvers<never>();
  const timer = clock.startTimer(checkLimitMs, () => {
    timeOut.reject(new TimedOut());
    over.abort();
  });
  try {
    const done = work(AbortSignal.any([signal, over.signal]));
    return await raceAbort(Promise.race([done, timeOut.promise]), signal);
  } finally {
    timer.dispose();
  }
}
