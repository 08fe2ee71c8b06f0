import { l10n } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import type { Account } from '../../core/auth/account.ts';
import type { SecretStore } from '../../core/auth/secretStore.ts';
import { usableBaseUrl } from '../../core/auth/signIn/baseUrl.ts';
import { errorName, isCancelled, throwIfAborted } from '../../core/base/errors.ts';
import type { Log } from '../../core/base/log.ts';
import { TimeLimitError, withTimeLimit } from '../../core/base/scheduling/timeLimit.ts';
import { checkProxy } from './checkProxy.ts';
import {
  checkBroker,
  checkClock,
  checkService,
  checkSetting,
  checkTls,
  type ProbePorts,
  probeService,
} from './checkService.ts';
import { checkKeyring, checkScopes, checkSession } from './checkSession.ts';
import { bad, type CheckName, type Finding, good } from './finding.ts';
import type { ProxySettings } from './model/configuredProxy.ts';
import { redactAddress } from './model/redact.ts';

/** Everything that a diagnosis reads. Tokens are only sent to the account's own service, by the given client. */
export interface DiagnosisPorts extends ProbePorts {
  readonly log: Log;
  readonly secrets: SecretStore;
  /** All signed-in accounts, the active account first. */
  accounts(): Promise<readonly Account[]>;
  isMemoryOnly(): boolean;
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
  /** For example "Roomside 1.0.0" and "linux x64": not translated. */
  readonly versions: readonly string[];
}

/** The time limit of each check. */
const limitMs = 10_000;

type Work = (limit: AbortSignal) => Promise<Finding>;
type Run = (check: CheckName, work: Work) => Promise<void>;

/**
 * Runs all checks in parallel, each for at most ten seconds. Changes nothing except a test entry in the keyring, which
 * is removed again.
 * @param onFinding called with each finding when it is available
 * @throws {CancelledError} when the signal aborts
 */
export async function diagnose(
  ports: DiagnosisPorts,
  onFinding: (check: CheckName, finding: Finding) => void,
  signal: AbortSignal,
): Promise<void> {
  const run: Run = async (check, work) => onFinding(check, await findingOf(ports, check, work, signal));
  // A keyring that prompts the user may delay this; checks that do not need the account continue with the configured
  // address.
  const accounts = ports.accounts();
  const inUse = withTimeLimit({ clock: ports.clock, limitMs, signal }, async () => (await accounts)[0]).catch(
    () => undefined,
  );
  await Promise.all([
    run('versions', async () => good(ports.versions.join(' · '))),
    run('session', async () => {
      const all = await accounts;
      return checkSession(all, all[0] && ports.lastRefreshError(all[0]), ports.clock.now());
    }),
    run('keyring', () => checkKeyring(ports.secrets, ports.isMemoryOnly())),
    run('redirect', async () => good(redactAddress(await ports.redirectAddress()))),
    inUse.then((account) => checkConnection(ports, account, run, signal)),
  ]);
  throwIfAborted(signal);
}

/** Runs the checks that depend on the service. */
async function checkConnection(
  ports: DiagnosisPorts,
  account: Account | undefined,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const baseUrl = account?.baseUrl ?? ports.baseUrl;
  const address = usableBaseUrl(baseUrl);
  const probing = withTimeLimit({ clock: ports.clock, limitMs, signal }, async (limit) =>
    address === undefined ? undefined : probeService(ports, address, limit),
  );
  const service = probing.then((probed) => checkService(baseUrl, probed));
  const proxy = async (): Promise<void> => {
    const probed = await probing.catch(() => undefined);
    await run('proxy', async () => checkProxy(ports.proxy, address, probed?.answer));
  };
  const scopes = async (): Promise<void> => {
    const hasAnswered = (await service.catch(() => undefined))?.outcome === 'good';
    await run('scopes', async (limit) =>
      checkScopes(account, account && hasAnswered ? await ports.client() : undefined, limit),
    );
  };
  await Promise.all([
    run('service', () => service),
    run('tls', async () => checkTls(await probing, ports.ignoredSwitches)),
    run('clock', async () => checkClock(await probing)),
    proxy(),
    scopes(),
    run('setting', (limit) => checkSetting(ports, { setting: ports.baseUrl, inUse: account?.baseUrl }, limit)),
    run('broker', (limit) => checkBrokers(ports, account?.brokerUrl, limit)),
  ]);
}

/** Checks the brokers of the active account and of the settings; a bad one is reported first. */
async function checkBrokers(ports: DiagnosisPorts, inUse: string | undefined, limit: AbortSignal): Promise<Finding> {
  const first = await checkBroker(ports, inUse ?? ports.brokerUrl, limit);
  if (inUse === undefined || ports.brokerUrl === '' || first.outcome === 'bad') return first;
  const second = await checkBroker(ports, ports.brokerUrl, limit);
  return second.outcome === 'bad' ? second : first;
}

/** Failures and timeouts become findings. */
async function findingOf(
  { clock, log }: DiagnosisPorts,
  check: CheckName,
  work: Work,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    return await withTimeLimit({ clock, limitMs, signal }, work);
  } catch (error) {
    if (isCancelled(error)) throw error;
    if (error instanceof TimeLimitError) {
      return bad(l10n.t('No result within {0} s.', limitMs / 1000), { action: 'showLog' });
    }
    log.error(`the check of ${check} failed unexpectedly`, error);
    return bad(l10n.t('The check failed unexpectedly ({0}).', errorName(error)), { action: 'showLog' });
  }
}
