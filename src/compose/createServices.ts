import type { TreeDataProvider, Uri } from 'vscode';
import { awaitSharedLines } from '../background/awaitSharedLines.ts';
import { registerOutbox } from '../background/registerOutbox.ts';
import { handleUri } from '../core/auth/signIn/signInFlows.ts';
import { timeMs } from '../core/base/clock.ts';
import type { Disposable } from '../core/base/disposable.ts';
import { errorName } from '../core/base/errors.ts';
import type { ShareNode } from '../features/outbox/shareItems.ts';
import type { RoomServices, SessionServices, SharingServices, SystemServices } from '../host/services.ts';
import { createRooms } from './createRooms.ts';
import { createSession } from './createSession.ts';
import { createSharing } from './createSharing.ts';
import { createSystem } from './createSystem.ts';
import type { Startup } from './startup.ts';

/** The services in groups, each of which needs only those above it. */
export interface LoadedServices {
  readonly system: SystemServices;
  readonly session: SessionServices;
  readonly rooms: RoomServices;
  readonly sharing: SharingServices;
  readonly sharesTree: TreeDataProvider<ShareNode>;
  /** Completes the sign-in that a URI of the editor belongs to. */
  receiveCallback(uri: Uri): void;
}

/** Creates the objects that the features share, and what runs in the background from then on. */
export function createServices(startup: Startup): LoadedServices {
  const { own, sharesView } = startup;
  const system = createSystem(startup);
  const session = createSession(system, own);
  const rooms = createRooms(system, session, startup);
  const sharing = createSharing(system, session, rooms, own);
  const { tree: sharesTree } = own(registerOutbox({ ...system, ...session, ...rooms, ...sharing, sharesView }));
  own(noteShares(system, rooms, sharing));
  own(awaitSharedLines({ ...system, ...rooms, ...sharing }, startup.loadSharedLines));
  const { log, errors } = system;
  const onFailure = (error: unknown): void => void errors.report(error);
  const receiveCallback = (uri: Uri): void => handleUri({ flows: session.flows, log, onFailure }, uri);
  return { system, session, rooms, sharing, sharesTree, receiveCallback };
}

/** Marks the room of each share that is posted as used. */
function noteShares({ clock, log }: SystemServices, { rooms }: RoomServices, { outbox }: SharingServices): Disposable {
  return outbox.onDidPost(({ accountId, message: { roomId, created }, keepsLastRoom }) => {
    const atMs = timeMs(created) || clock.now();
    const noted = rooms.noteShare(accountId, { roomId, atMs, keepsLastRoom });
    noted.catch((error: unknown) => log.warn(`the room of a share was not noted: ${errorName(error)}`));
  });
}
