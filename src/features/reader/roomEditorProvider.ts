import { type CustomDocument, type CustomReadonlyEditorProvider, commands, type Uri, type WebviewPanel } from 'vscode';
import { roomIdOfUri } from '../../host/roomAddress.ts';
import type { RoomNode } from '../../host/roomNode.ts';

/**
 * Where a room was dragged into the editor area, or its address was opened in another way: opens its reader in that place.
 * It shows nothing of its own, since the reader alone knows when what was read has to go.
 */
export const roomEditorProvider: CustomReadonlyEditorProvider = {
  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => undefined };
  },
  async resolveCustomEditor({ uri }: CustomDocument, panel: WebviewPanel): Promise<void> {
    const roomId = roomIdOfUri(uri);
    const node: RoomNode | undefined = roomId === undefined ? undefined : { kind: 'room', roomId };
    // The reader opens in the active group, which is that of this editor as long as it is there.
    if (node !== undefined) await commands.executeCommand('roomside.readRoom', node);
    panel.dispose();
  },
};
