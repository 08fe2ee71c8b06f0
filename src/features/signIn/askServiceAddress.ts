import { ConfigurationTarget, l10n, type Memento, workspace } from 'vscode';
import { ConnectionError } from '../../core/api/errors.ts';
import { BaseUrlError } from '../../core/auth/errors.ts';
import { parseBaseUrl } from '../../core/auth/signIn/baseUrl.ts';
import { type DescribedBroker, findBroker } from '../../core/auth/signIn/brokerDescription.ts';
import { CancelledError, throwIfAborted } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { baseUrlProblem } from '../../host/errors/describeSignInError.ts';
import type { Services } from '../../host/services.ts';
import { showInformationMessage } from '../../host/vscode/notifications.ts';
import { setting } from '../../host/vscode/settings.ts';
import { type Attempt, askInBox } from './askInBox.ts';

const lastAddressKey = 'lastServiceAddress';
/** The broker and the service that the user has accepted last. */
const acceptedKey = 'acceptedBroker';

export type AddressPorts = Pick<Services, 'memory' | 'send'>;

/**
 * The base URL of the service: the setting, else what the user types. The user may also type the address of a broker, which
 * names its service. The input is remembered for the next time.
 */
export async function askServiceAddress(ports: AddressPorts): Promise<string | undefined> {
  const configured = setting('service.baseUrl');
  if (configured !== '') return parseBaseUrl(configured);
  const asked = await askReachable(ports);
  return asked?.broker?.baseUrl ?? asked?.address;
}

/**
 * Asks for an address that answers. The box shows why one cannot be reached, to correct it or to try again.
 * @returns the address, and the broker there, if it is one
 * @throws as `findAndSetBroker`
 */
export function askReachable(ports: AddressPorts) {
  return askAddressFor(ports, undefined, async (address, signal) => {
    try {
      return { answer: { address, broker: await findAndSetBroker(ports, address, signal) } };
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      return { problem: describeError(error).sentence };
    }
  });
}

/** Asks for the address of a service. @param suggested by default the address that was used last */
export function askAddress(ports: AddressPorts, suggested?: string): Promise<string | undefined> {
  return askAddressFor(ports, suggested, async (address) => ({ answer: address }));
}

function askAddressFor<T>(
  { memory }: AddressPorts,
  suggested: string | undefined,
  attempt: (address: string, signal: AbortSignal) => Promise<Attempt<T>>,
): Promise<T | undefined> {
  const prompt = l10n.t('Address of the messaging service or of the token broker');
  const value = suggested ?? memory.get<string>(lastAddressKey) ?? '';
  const tryText = async (text: string, signal: AbortSignal): Promise<Attempt<T>> => {
    const problem = addressProblem(text);
    if (problem !== undefined) return { problem };
    const address = parseBaseUrl(text);
    await memory.update(lastAddressKey, address);
    return attempt(address, signal);
  };
  return askInBox({ prompt, placeholder: 'https://webexapis.com', value }, tryText, addressProblem);
}

/**
 * Sets the broker at an address in the settings, after the user has accepted it with the service that it names, and the git
 * servers that it names. A service in the settings would take the place of that one in the next sign-in, so it is removed.
 * @returns `undefined` if there is no broker
 * @throws {CancelledError} if the user does not accept it, or has stopped waiting for it; the errors of `findBroker`
 */
export async function findAndSetBroker(
  ports: AddressPorts,
  address: string,
  signal?: AbortSignal,
): Promise<DescribedBroker | undefined> {
  const broker = await findBroker(address, (request) => ports.send(request, signal));
  throwIfAborted(signal);
  if (broker === undefined) return undefined;
  await acceptBroker(ports.memory, broker);
  const configuration = workspace.getConfiguration('roomside');
  await configuration.update('broker.url', broker.brokerUrl, ConfigurationTarget.Global);
  if (setting('service.baseUrl') !== '')
    await configuration.update('service.baseUrl', undefined, ConfigurationTarget.Global);
  // They decide what links above shared lines look like, and not where code goes. What is set takes precedence.
  const own = setting('git.hosts');
  const hosts = { ...broker.gitHosts, ...own };
  if (Object.keys(hosts).length > Object.keys(own).length)
    await configuration.update('git.hosts', hosts, ConfigurationTarget.Global);
  return broker;
}

/**
 * Asks whether to use a broker and the service that it names, if the user has not accepted these two before.
 * @throws {CancelledError} if the user does not accept them
 */
export async function acceptBroker(
  memory: Memento,
  { brokerUrl, baseUrl, organization }: DescribedBroker,
): Promise<void> {
  const accepted = `${brokerUrl} ${baseUrl}`;
  if (memory.get(acceptedKey) === accepted) return;
  const text = l10n.t('Sign in to {0}?', displayTitle(organization ?? new URL(brokerUrl).host));
  const facts = [l10n.t('Token broker: {0}', brokerUrl), l10n.t('Messaging service: {0}', baseUrl)].join('\n');
  const effect = l10n.t('Your messages and code go to this service. Check that your organization uses both addresses.');
  const signIn = l10n.t('Sign In');
  const options = { modal: true, detail: `${facts}\n\n${effect}` };
  if ((await showInformationMessage(text, options, signIn)) !== signIn) throw new CancelledError();
  await memory.update(acceptedKey, accepted);
}

function addressProblem(text: string): string | undefined {
  try {
    parseBaseUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof BaseUrlError) return baseUrlProblem(error);
    throw error;
  }
}
