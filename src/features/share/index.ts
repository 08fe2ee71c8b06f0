import type { Room } from '../../core/api/resources.ts';
import type { CommandHandlers, CommandId } from '../../host/commands/commandIds.ts';
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
  /** Shares a confirmed text. @returns whether it is sent or queued */
  sendText(room: Pick<Room, 'id' | 'title'>, message: MarkdownToSend): Promise<boolean>;
  /** Shares a confirmed text as a file. @returns whether it is sent or queued */
  sendTextAsFile(room: Pick<Room, 'id' | 'title'>, fileName: string, text: string): Promise<boolean>;
}

/** The commands that share something to a room. On a row of the Rooms view they use its room. */
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

/** @throws {SignInRequiredError} before the first question, if there is no session */
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
