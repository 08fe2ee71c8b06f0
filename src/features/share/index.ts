import type { CommandHandlers, CommandId } from '../../host/commandIds.ts';
import { copyAsMessage } from './copyAsMessage.ts';
import type { SharePorts } from './ports.ts';
import { shareDraft } from './shareDraft.ts';
import type { ShareSource } from './sources/shareSource.ts';
import { createShareSources, type SourcePorts } from './sources/shareSources.ts';

type SourceCommand = keyof ReturnType<typeof createShareSources>;

/** Everything that sends something to a room. Called on a row of the Rooms view, it goes to that room. */
export function createShareCommands(
  ports: SharePorts & SourcePorts,
): CommandHandlers<SourceCommand | 'roomside.copyAsMessage'> {
  const sources = createShareSources(ports);
  return {
    ...sourceCommands(ports, sources),
    'roomside.copyAsMessage': () => copyAsMessage(sources['roomside.shareSelection']),
  };
}

function sourceCommands<Id extends CommandId>(
  ports: SharePorts,
  sources: Readonly<Record<Id, ShareSource>>,
): CommandHandlers<Id> {
  const handlers = Object.entries<ShareSource>(sources).map(([id, source]) => [id, shareFrom(ports, source)]);
  return Object.fromEntries(handlers) as CommandHandlers<Id>;
}

/** @throws {SignInRequiredError} before anything is asked, when nobody is signed in */
function shareFrom(ports: SharePorts, source: ShareSource) {
  return async (...args: readonly unknown[]): Promise<void> => {
    await ports.connection.client();
    const draft = await source(...args);
    if (draft !== undefined) await shareDraft(ports, draft, args[0]);
  };
}
