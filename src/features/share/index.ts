import type { Room } from '../../core/api/resources.ts';
import type { CommandHandlers, CommandId } from '../../host/commandIds.ts';
import { copyAsMessage } from './copyAsMessage.ts';
import { textAsFile } from './fileSource.ts';
import { shareDraft } from './shareDraft.ts';
import type { SharePorts } from './sharePorts.ts';
import { type MarkdownToSend, sendMarkdown, sendOneFile } from './shareText.ts';
import type { ShareSource } from './sources/shareSource.ts';
import { createShareSources, type SourcePorts } from './sources/shareSources.ts';

type SourceCommand = keyof ReturnType<typeof createShareSources>;

interface ShareFeature {
  readonly commands: CommandHandlers<SourceCommand | 'roomside.copyAsMessage'>;
  /** For what was confirmed elsewhere. @returns whether it is in the room or on its way there */
  sendText(room: Pick<Room, 'id' | 'title'>, message: MarkdownToSend): Promise<boolean>;
  /** The same for a text that goes as a file. */
  sendTextAsFile(room: Pick<Room, 'id' | 'title'>, fileName: string, text: string): Promise<boolean>;
}

/** Everything that sends something to a room. Called on a row of the Rooms view, it goes to that room. */
export function createShare(ports: SharePorts & SourcePorts): ShareFeature {
  const sources = createShareSources(ports);
  const commands = {
    ...sourceCommands(ports, sources),
    'roomside.copyAsMessage': () => copyAsMessage(ports, sources['roomside.shareSelection']),
  };
  return {
    commands,
    sendText: (room, message) => sendMarkdown(ports, room, message),
    sendTextAsFile: (room, name, text) => sendOneFile(ports, room, textAsFile(name, text)),
  };
}

function sourceCommands<Id extends CommandId>(
  ports: SharePorts,
  sources: Readonly<Record<Id, ShareSource>>,
): CommandHandlers<Id> {
  const handlers = Object.entries<ShareSource>(sources).map(([id, source]) => [id, commandFor(ports, source)]);
  return Object.fromEntries(handlers) as CommandHandlers<Id>;
}

/** @throws {SignInRequiredError} before anything is asked, when nobody is signed in */
function commandFor(ports: SharePorts, source: ShareSource) {
  return async (...args: readonly unknown[]): Promise<void> => {
    await ports.connection.client();
    const draft = await source(...args);
    if (draft === undefined) return;
    try {
      await shareDraft(ports, draft, args[0]);
    } finally {
      if (draft.kind === 'files') draft.shown?.dispose();
    }
  };
}
