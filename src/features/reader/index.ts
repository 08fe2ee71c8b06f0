import { l10n, type WebviewPanelSerializer } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { messageIdOf, roomIdOf } from '../../host/commands/commandArguments.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { pickRoom } from '../../host/ui/pickRoom.ts';
import { createBlockActions } from './blockActions.ts';
import { BlockTexts } from './compareBlock.ts';
import { LastEditor } from './insertAtCursor.ts';
import { ReaderPanels } from './readerPanels.ts';
import type { ReaderPorts } from './roomReader.ts';

interface Reader extends Disposable {
  readonly commands: CommandHandlers<'roomside.readRoom'>;
  /** Restores the panels after a reload of the window. */
  readonly serializer: WebviewPanelSerializer;
}

/** The reader: the messages of a room in a panel, and actions for the code in them. */
export function registerReader(ports: ReaderPorts): Reader {
  const owned = new DisposableStore();
  const last = owned.add(new LastEditor());
  const texts = owned.add(new BlockTexts());
  const panels = owned.add(new ReaderPanels(ports, createBlockActions({ last, texts, log: ports.log })));
  const commands: CommandHandlers<'roomside.readRoom'> = {
    'roomside.readRoom': async (node) => {
      await ports.connection.client();
      const roomId = roomIdOf(node) ?? (await pickRoom(ports, l10n.t('Read Room'), 1))?.id;
      if (roomId !== undefined) await panels.open(roomId, messageIdOf(node));
    },
  };
  return { commands, serializer: panels, dispose: () => owned.dispose() };
}
