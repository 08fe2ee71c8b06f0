import { ConfigurationTarget, l10n, type Memento, window, workspace } from 'vscode';
import { ConnectionError } from '../../core/api/errors.ts';
import { BaseUrlError } from '../../core/auth/errors.ts';
import { parseBaseUrl } from '../../core/auth/signIn/baseUrl.ts';
import { type DescribedBroker, findBroker } from '../../core/auth/signIn/brokerDescription.ts';
import { CancelledError } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { baseUrlProblem } from '../../host/errors/describeSignInError.ts';
import type { Services } from '../../host/services.ts';
import { showInformationMessage } from '../../host/vscode/notifications.ts';
import { setting } from '../../host/vscode/settings.ts';

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
 * Asks for an address that answers. One that cannot be reached is asked for again with the reason, to correct it or to try
 * again.
 * @returns the address, and the broker there, if it is one
 * @throws as `findAndSetBroker`
 */
export async function askReachable(ports: AddressPorts) {
  for (let known: KnownAddress = {}; ; ) {
    const address = await askAddress(ports, known);
    if (address === undefined) return undefined;
    try {
      return { address, broker: await findAndSetBroker(ports, address) };
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      known = { suggested: address, problem: describeError(error).sentence };
    }
  }
}

interface KnownAddress {
  /** By default the address that was used last. */
  readonly suggested?: string;
  readonly problem?: string;
}

/** Asks for the address of a service or a broker. */
export async function askAddress(
  { memory }: AddressPorts,
  { suggested, problem }: KnownAddress = {},
): Promise<string | undefined> {
  const text = await window.showInputBox({
    title: l10n.t('Sign In'),
    // VS Code shows the result of a validation only after the first key.
    prompt: problem ?? l10n.t('Address of the messaging service or of the token broker'),
    placeHolder: 'https://webexapis.com',
    value: suggested ?? memory.get<string>(lastAddressKey) ?? '',
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
  if (text === undefined) return undefined;
  const address = parseBaseUrl(text);
  await memory.update(lastAddressKey, address);
  return address;
}

/**
 * Sets the broker at an address in the settings, after the user has accepted it with the service that it names, and the git
 * servers that it names. A service in the settings would take the place of that one in the next sign-in, so it is removed.
 * @returns `undefined` if there is no broker
 * @throws {CancelledError} if the user does not accept it; the errors of `findBroker`
 */
export async function findAndSetBroker(ports: AddressPorts, address: string): Promise<DescribedBroker | undefined> {
  const broker = await findBroker(address, ports.send);
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
