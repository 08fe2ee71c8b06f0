import { Uri } from 'vscode';
import { errorName } from '../core/base/errors.ts';
import { storageNames } from '../core/base/storage/storedNames.ts';
import { createIdGenerator } from '../core/outbox/newShare.ts';
import { Outbox } from '../core/outbox/outbox.ts';
import type { RoomRefusal } from '../core/outbox/ports.ts';
import { SentContents } from '../core/outbox/sentContents.ts';
import { ShareStore } from '../core/outbox/shareStore.ts';
import { SharesStatus } from '../core/outbox/sharesStatus.ts';
import { createSecretScanner } from '../core/secrets/secretScanner.ts';
import { isGitIgnored } from '../host/git/gitApi.ts';
import type { RoomServices, SessionServices, SharingServices, SystemServices } from '../host/services.ts';
import { ShareOutcome } from '../host/ui/shareOutcome.ts';
import { UndoableMessage } from '../host/ui/statusBar.ts';
import { MessageDrafts } from '../host/vscode/messageDrafts.ts';
import { setting } from '../host/vscode/settings.ts';
import { DirectoryLocks } from '../platform/storage/directoryLocks.ts';
import { ShareFolder } from '../platform/storage/shareFolder.ts';
import type { Own } from './startup.ts';

const seenFailuresKey = 'outbox.seenFailures';

/** Creates the outbox in the global storage, with what shows its outcomes. */
export function createSharing(
  { storage, memory, clock, log, errors, status }: SystemServices,
  { accounts, active, connection }: SessionServices,
  { directory, rooms }: RoomServices,
  own: Own,
): SharingServices {
  const folder = Uri.joinPath(storage, storageNames.outbox);
  const files = new ShareFolder(folder.fsPath);
  const locks = new DirectoryLocks(Uri.joinPath(folder, 'locks').fsPath, { clock, log });
  const session = (accountId: string) => connection.session(accountId);
  const maxMessageBytes = () => setting('message.maxBytes');
  const onRefused = (refusal: RoomRefusal): void => {
    const checked = rooms.recheck(refusal);
    checked.catch((error: unknown) => log.warn(`the room of a refused share was not checked: ${errorName(error)}`));
  };
  const newId = createIdGenerator();
  const store = new ShareStore({ files, locks, log });
  const outbox = own(new Outbox({ store, files, locks, clock, log, session, maxMessageBytes, newId, onRefused }));
  const seen = {
    read: () => memory.get<readonly string[]>(seenFailuresKey) ?? [],
    write: async (failures: readonly string[]) => memory.update(seenFailuresKey, failures),
  };
  const sharesStatus = own(new SharesStatus({ outbox, rooms, onDidWait: connection.onDidWait, seen, clock }));
  const sentContents = own(new SentContents(outbox, accounts));
  const undoable = own(new UndoableMessage(status));
  const outcome = new ShareOutcome({ outbox, errors, undoable, directory });
  const drafts = new MessageDrafts({ storage, active, clock });
  const scanner = createSecretScanner({ isIgnored: isGitIgnored });
  return { outbox, sharesStatus, sentContents, outcome, undoable, drafts, scanner };
}
