import { join } from 'node:path';
import { defaultMaxMessageBytes } from '../../../src/core/attachments/limits.ts';
import { createIdGenerator } from '../../../src/core/outbox/newShare.ts';
import { Outbox } from '../../../src/core/outbox/outbox.ts';
import { ShareStore } from '../../../src/core/outbox/shareStore.ts';
import { ShareFolder } from '../../../src/platform/storage/shareFolder.ts';
import { MemoryDisk, MemoryWindow } from '../../support/fakes/memoryShareFiles.ts';
import { useTemporaryFolder } from '../../support/harness/useTemporaryFolder.ts';
import { type Session, useSession } from '../session.ts';

/** The account of a room in these tests. */
export const account = { id: 'ada', label: 'ada' };

/** Creates an outbox that delivers to the sandbox of a session. */
export async function createOutbox(session: Session, folder: string): Promise<Outbox> {
  const files = new ShareFolder(folder);
  const locks = new MemoryWindow(new MemoryDisk());
  const personId = (await session.client.getMe()).id;
  return new Outbox({
    ...{
      store: new ShareStore({ files, locks, log: session.log }),
      files,
      locks,
      clock: session.clock,
      log: session.log,
    },
    newId: createIdGenerator(),
    maxMessageBytes: () => defaultMaxMessageBytes,
    random: () => 0.5,
    session: async () => ({ account: { ...account, personId }, client: session.client }),
  });
}

/** A session and its outbox in a new folder, for each test of a `describe`. */
export function useOutbox() {
  let outbox: Outbox;
  afterEach(() => outbox.dispose());
  const session = useSession();
  const temporary = useTemporaryFolder();
  beforeEach(async () => {
    outbox = await createOutbox(session, join(temporary.path, 'outbox'));
  });
  return { session, temporary, outbox: () => outbox };
}
