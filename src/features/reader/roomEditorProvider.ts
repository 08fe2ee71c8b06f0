import { type CustomDocument, type CustomReadonlyEditorProvider, commands, type Uri, type WebviewPanel } from 'vscode';
import type { RoomNode } from '../../host/commands/commandArguments.ts';
import { roomIdOfUri } from '../../host/vscode/uris.ts';

/**
 * Opens the reader for a room that is dragged into the editor area or opened by its URI. The custom editor itself shows
 * nothing and closes: only the reader panels follow the account.
 */
export const roomEditorProvider: CustomReadonlyEditorProvider = {
  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => undefined };
  },
  async resolveCustomEditor({ uri }: CustomDocument, panel: WebviewPanel): Promise<void> {
    const roomId = roomIdOfUri(uri);
    const message = uri.fragment !== '' && { messageId: uri.fragment };
    const node: RoomNode | undefined = roomId === undefined ? undefined : { kind: 'room', roomId, ...message };
    // The reader opens in the active group, which is the group of this editor until it closes.
    if (node !== undefined) await commands.executeCommand('roomside.readRoom', node);
    panel.dispose();
  },
};
