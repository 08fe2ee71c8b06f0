import { l10n } from 'vscode';
import { parseBaseUrl, parseBrokerUrl } from '../../core/auth/signIn/baseUrl.ts';
import { findBroker } from '../../core/auth/signIn/brokerDescription.ts';
import { requestedScopes, scopePrefixOf } from '../../core/auth/signIn/scopes.ts';
import { type BrokerSignInPorts, signInThroughBroker } from '../../host/signIn/brokerSignIn.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { setting } from '../../host/vscode/settings.ts';
import { type AddressPorts, acceptBroker, askReachable, askServiceAddress } from './askServiceAddress.ts';

export type OrganizationPorts = AddressPorts & BrokerSignInPorts;

/** The service of a broker, with the prefix of its scope names if the broker states it. */
interface BrokerService {
  readonly baseUrl: string;
  readonly scopePrefix?: string;
}

/**
 * Signs in through the configured broker, or else through the broker whose address the user types.
 * @returns the address of a service without a broker, for another way to sign in; `undefined` when this is complete
 */
export async function signInWithOrganization(ports: OrganizationPorts): Promise<string | undefined> {
  if (setting('broker.url') !== '') {
    await signInAtBroker(ports, parseBrokerUrl(setting('broker.url')));
    return undefined;
  }
  const asked = await askReachable(ports);
  if (asked?.broker === undefined) return asked?.address;
  await signInTo(ports, asked.broker.brokerUrl, asked.broker);
  return undefined;
}

/**
 * Signs in through a broker. Its service is the one in the settings, else the one that the broker names, so that the
 * address of the broker is enough.
 * @param known the service of an account that signs in again
 */
export async function signInAtBroker(ports: OrganizationPorts, brokerUrl: string, known?: string): Promise<void> {
  const service = configuredService() ?? (await describedService(ports, brokerUrl, known));
  const baseUrl = service?.baseUrl ?? known ?? (await askServiceAddress(ports));
  if (baseUrl !== undefined) await signInTo(ports, brokerUrl, { ...service, baseUrl });
}

function configuredService(): BrokerService | undefined {
  return setting('service.baseUrl') === '' ? undefined : { baseUrl: parseBaseUrl(setting('service.baseUrl')) };
}

/** `undefined` for a broker that does not describe itself. */
async function describedService(
  { memory, send }: OrganizationPorts,
  brokerUrl: string,
  known: string | undefined,
): Promise<BrokerService | undefined> {
  const broker = await findBroker(brokerUrl, send);
  if (broker !== undefined && broker.baseUrl !== known) await acceptBroker(memory, broker);
  return broker;
}

async function signInTo(
  ports: OrganizationPorts,
  brokerUrl: string,
  { baseUrl, scopePrefix = '' }: BrokerService,
): Promise<void> {
  const scopes = requestedScopes(scopePrefixOf(baseUrl, setting('service.scopePrefix') || scopePrefix));
  const account = await signInThroughBroker(ports, { kind: 'broker', brokerUrl, baseUrl, scopes });
  showSuccess(l10n.t('Signed in as {0}', account.label));
}
