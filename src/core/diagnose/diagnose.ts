import type { ServiceClient } from '../api/client.ts';
import type { ConnectionError } from '../api/errors.ts';
import type { ProbeResponse } from '../api/http/nodeProbe.ts';
import type { Account } from '../auth/account.ts';
import type { SecretStore } from '../auth/secretStore.ts';
import { usableBaseUrl } from '../auth/signIn/baseUrl.ts';
import type { Clock } from '../base/clock.ts';
import { errorName, isCancelled, raceAbort, throwIfAborted } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { checkProxy, type ProxySettings } from './checkProxy.ts';
import { checkBroker, checkService, checkSetting, type ProbePorts } from './checkService.ts';
import { checkKeyring, checkScopes, checkSession } from './checkSession.ts';
import { type CheckName, checkNames, type Finding, type FindingOf } from './finding.ts';
import { redactAddress } from './redact.ts';

/** The time limit of each check. */
export const checkLimitMs = 10_000;

/** Everything that a diagnosis reads. Tokens are only sent to the account's own service, by the given client. */
export interface DiagnosisPorts extends ProbePorts {
  readonly log: Log;
  readonly secrets: SecretStore;
  /** All signed-in accounts, the active account first. */
  accounts(): Promise<readonly Account[]>;
  /** Whether the sign-in is only kept in the memory of this window. */
  isMemoryOnly(): boolean;
  /** Why the last refresh of the account's tokens failed. */
  lastRefreshError(account: Account): Error | undefined;
  client(): Promise<ServiceClient>;
  /** The configured service; empty when none. That of the active account takes precedence. */
  readonly baseUrl: string;
  /** The configured broker; empty when none. That of the active account takes precedence. */
  readonly brokerUrl: string;
  readonly proxy: ProxySettings;
  /** Names of settings and variables that would disable certificate checks. */
  readonly ignoredSwitches: readonly string[];
  /** The address where the browser returns to this window. */
  redirectAddress(): Promise<string>;
  readonly versions: readonly string[];
}

/**
 * Runs all checks in parallel, each for at most ten seconds. Changes nothing except a test entry in the keyring, which
 * is removed again.
 * @param onFinding called with each finding when it is available
 * @returns all findings, in the order of `checkNames`
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
  // A keyring that prompts the user may delay this; checks that do not need the account continue with the configured
  // address.
  const accounts = ports.accounts();
  const inUse = withLimit(ports.clock, signal, async () => (await accounts)[0]).catch(() => undefined);
  await Promise.all([
    run(['versions'], async () => [{ outcome: 'good', check: 'versions', result: 'listed', parts: ports.versions }]),
    run(['session'], async () => [sessionOf(ports, await accounts)]),
    run(['keyring'], async () => [await checkKeyring(ports.secrets, ports.isMemoryOnly())]),
    run(['redirect'], async () => [await redirectOf(ports)]),
    inUse.then((account) => checkConnection(ports, account, run)),
  ]);
  throwIfAborted(signal);
  return found.sort((a, b) => checkNames.indexOf(a.check) - checkNames.indexOf(b.check));
}

type Work = (limit: AbortSignal) => Promise<readonly Finding[]>;
type Run = (checks: readonly CheckName[], work: Work) => Promise<void>;

/** Runs the checks that depend on the service. */
async function checkConnection(ports: DiagnosisPorts, account: Account | undefined, run: Run): Promise<void> {
  const baseUrl = account?.baseUrl ?? (ports.baseUrl === '' ? undefined : ports.baseUrl);
  const address = baseUrl === undefined ? undefined : usableBaseUrl(baseUrl);
  let hasAnswered = false;
  const service = async (): Promise<void> => {
    let probed: ProbeResponse | ConnectionError | undefined;
    await run(['service', 'tls', 'clock'], async (limit) => {
      const checked = await checkService(ports, baseUrl, limit);
      probed = checked.probed;
      hasAnswered = checked.findings.some(({ check, result }) => check === 'service' && result === 'answers');
      return checked.findings.map((finding) => withSwitches(finding, ports.ignoredSwitches));
    });
    await run(['proxy'], async () => [checkProxy(ports.proxy, address, probed)]);
  };
  await Promise.all([
    service(),
    run(['setting'], async (limit) => [
      await checkSetting(ports, { setting: ports.baseUrl, inUse: account?.baseUrl }, limit),
    ]),
    run(['broker'], async (limit) => [await checkBrokers(ports, account?.brokerUrl, limit)]),
  ]);
  await run(['scopes'], async (limit) => {
    if (account === undefined) return [{ outcome: 'note', check: 'scopes', result: 'signed-out' }];
    return [await checkScopes(account.scopes, hasAnswered ? await ports.client() : undefined, limit)];
  });
}

/** Checks the brokers of the active account and of the settings; a bad one is reported first. */
async function checkBrokers(
  ports: DiagnosisPorts,
  inUse: string | undefined,
  limit: AbortSignal,
): Promise<FindingOf<'broker'>> {
  const first = await checkBroker(ports, inUse ?? ports.brokerUrl, limit);
  if (inUse === undefined || ports.brokerUrl === '' || first.outcome === 'bad') return first;
  const second = await checkBroker(ports, ports.brokerUrl, limit);
  return second.outcome === 'bad' ? second : first;
}

function withSwitches(finding: Finding, ignoredSwitches: readonly string[]): Finding {
  if (!isTlsFinding(finding) || ignoredSwitches.length === 0) return finding;
  return { ...finding, outcome: finding.outcome === 'good' ? 'note' : finding.outcome, ignoredSwitches };
}

function isTlsFinding(finding: Finding): finding is FindingOf<'tls'> {
  return finding.check === 'tls' && finding.result !== 'timed-out' && finding.result !== 'broken';
}

function sessionOf(ports: DiagnosisPorts, accounts: readonly Account[]): Finding {
  const [account] = accounts;
  return checkSession(accounts, account && ports.lastRefreshError(account), ports.clock.now());
}

async function redirectOf(ports: DiagnosisPorts): Promise<Finding> {
  return {
    outcome: 'good',
    check: 'redirect',
    result: 'address',
    address: redactAddress(await ports.redirectAddress()),
  };
}

/** Failures and timeouts become findings. */
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
    log.error(`the check of ${checks.join(', ')} failed unexpectedly`, error);
    return checks.map((check): Finding => ({ outcome: 'bad', check, result: 'broken', errorName: errorName(error) }));
  }
}

class TimedOut extends Error {}

/** Runs a check with a time limit: after it, the check is aborted and not awaited. */
async function withLimit<T>(clock: Clock, signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  throwIfAborted(signal);
  const timeout = new AbortController();
  const timedOut = Promise.withResolvers<never>();
  const timer = clock.startTimer(checkLimitMs, () => {
    timedOut.reject(new TimedOut());
    timeout.abort();
  });
  try {
    const done = work(AbortSignal.any([signal, timeout.signal]));
    return await raceAbort(Promise.race([done, timedOut.promise]), signal);
  } finally {
    timer.dispose();
  }
}
