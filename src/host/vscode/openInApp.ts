import { commands, l10n } from 'vscode';
import type { Send } from '../../core/api/send.ts';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import { findBroker } from '../../core/auth/signIn/brokerDescription.ts';
import type { Log } from '../../core/base/log.ts';
import { type AppPlace, appAddress, isWebTemplate, knownAppTemplate } from '../../core/rooms/appAddress.ts';
import { showInformationMessage } from './notifications.ts';
import { openInBrowser } from './openInBrowser.ts';
import { setting } from './settings.ts';

interface AppPorts {
  readonly active: Pick<ActiveAccount, 'get'>;
  /** Sends without a token. */
  readonly send: Send;
  readonly log: Log;
}

/** Opens a room or a message in the app of the service. */
export async function openInApp(place: AppPlace, ports: AppPorts): Promise<void> {
  const address = await appLink(place, ports);
  if (address === undefined) {
    const settings = l10n.t('Open Settings');
    const text = l10n.t("Roomside doesn't know the address of this service's app. You can set it in the settings.");
    if ((await showInformationMessage(text, settings)) === settings)
      await commands.executeCommand('workbench.action.openSettings', '@id:roomside.service.appUrl');
    return;
  }
  await openInBrowser(address);
}

/** The address of a room or a message in the app of the service. `undefined` if the app is not known. */
export async function appLink(place: AppPlace, ports: AppPorts): Promise<string | undefined> {
  const template = await appTemplate(ports);
  return template === undefined ? undefined : appAddress(template, place);
}

/** The user's template, that of a known service, or the one that the broker names. */
async function appTemplate({ active, send, log }: AppPorts): Promise<string | undefined> {
  const own = setting('service.appUrl').trim();
  if (own !== '') return own;
  const account = await active.get();
  const known = account && knownAppTemplate(account.baseUrl);
  if (known !== undefined || account?.brokerUrl === undefined) return known;
  try {
    const named = (await findBroker(account.brokerUrl, send))?.appUrl;
    return named !== undefined && isWebTemplate(named) ? named : undefined;
  } catch (error) {
    log.warn(`the broker could not be asked for the app (${(error as Error).name})`);
    return undefined;
  }
}
