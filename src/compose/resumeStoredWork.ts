import type { Disposable, SecretStorage } from 'vscode';
import type { Lazy } from '../core/base/lazy.ts';
import type { Log } from '../core/base/log.ts';
import { secretKeys } from '../core/base/storage/storedNames.ts';
import { isDoorAllowed } from '../features/terminal/offerCommand.ts';
import { setContext } from '../host/vscode/contextKeys.ts';
import { attachmentScheme, draftScheme, textTabs } from '../host/vscode/uris.ts';
import type { StoredWork } from '../platform/storage/storedWork.ts';
import type { Features } from './features.ts';

interface StoredWorkPorts {
  readonly secrets: SecretStorage;
  readonly stored: Lazy<StoredWork>;
  readonly features: Features;
  readonly log: Log;
}

/**
 * Loads the services, including the outbox, when an account is signed in or shares are queued, and the features of restored
 * editors. Otherwise it only waits for a sign-in in another window.
 */
export function resumeStoredWork({ secrets, stored, features, log }: StoredWorkPorts): Disposable {
  const load = (part: Lazy<unknown>): void =>
    void part().catch((error: unknown) => log.error('a feature could not be loaded', error));
  const resume = async (): Promise<void> => {
    const work = await stored();
    // Until the services are loaded and set them.
    if (work.isSignedIn) await setContext('roomside:signedIn', true);
    if (work.hasShares) await setContext('roomside:hasShares', true);
    if (work.hasOpenShares) load(features.accounts);
    if (work.isSignedIn) for (const part of sessionFeatures(features)) load(part);
  };
  for (const feature of featuresOfTabs(features)) load(feature);
  resume().catch((error: unknown) => {
    log.error('stored work could not be read', error);
    load(features.accounts);
  });
  return secrets.onDidChange(({ key }) => {
    if (key === secretKeys.accounts) for (const part of sessionFeatures(features)) load(part);
  });
}

/**
 * The features that run in the background while an account is signed in, whichever view is visible: the badge of the
 * Rooms view, watched rooms, and the answers to agents outside of VS Code.
 */
function sessionFeatures({ accounts, rooms, watchRooms, terminal }: Features): readonly Lazy<unknown>[] {
  return [accounts, rooms, watchRooms, ...(isDoorAllowed() ? [terminal] : [])];
}

/** Tabs in the background request no content, but are closed when their draft is sent or their account signs out. */
function featuresOfTabs({ composer, attachments }: Features): readonly Lazy<unknown>[] {
  return [
    ...(textTabs(draftScheme).length > 0 ? [composer] : []),
    ...(textTabs(attachmentScheme).length > 0 ? [attachments] : []),
  ];
}
