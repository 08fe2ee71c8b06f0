import {
  commands,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditProvider,
  type DocumentPasteProviderMetadata,
  l10n,
} from 'vscode';
import { clipboardImageName, imageExtension } from '../../core/attachments/mediaType.ts';
import type { DroppedFile, RoomNode } from '../../host/commands/commandArguments.ts';
import type { Services } from '../../host/services.ts';

// When it is used: an editor may lack the class.
const kind = () => DocumentDropOrPasteEditKind.Empty.append('roomside', 'image');

export const imagePasteMetadata = (): DocumentPasteProviderMetadata => ({
  providedPasteEditKinds: [kind()],
  pasteMimeTypes: ['image/*', 'files'],
});

/**
 * Messages cannot contain images: an image that is pasted into a draft is shared as a file, in the thread of the draft, with
 * the usual confirmation. The text of the draft does not change.
 */
export function imagePaste({ drafts, clock }: Pick<Services, 'drafts' | 'clock'>): DocumentPasteEditProvider {
  const shares = new WeakMap<DocumentPasteEdit, readonly [RoomNode, readonly DroppedFile[]]>();
  return {
    async provideDocumentPasteEdits(document, _ranges, data) {
      const file = Array.from(data, ([, item]) => item.asFile()).find((each) => each !== undefined);
      // Copied table cells and paragraphs also contain an image. Here the text is meant.
      if (file === undefined || data.get('text/plain') !== undefined) return undefined;
      const draft = await drafts.find(document.uri);
      const bytes = await file.data();
      const extension = imageExtension(bytes);
      if (draft === undefined || extension === undefined) return undefined;
      const image = { name: clipboardImageName(extension, new Date(clock.now())), read: async () => bytes };
      const { room, parent } = draft;
      const edit = new DocumentPasteEdit('', l10n.t('Share Image to Room'), kind());
      shares.set(edit, [{ kind: 'room', roomId: room.id, ...(parent && { parent }) }, [image]]);
      return [edit];
    },
    /** Called when the edit is applied, not when it is offered. */
    resolveDocumentPasteEdit(edit) {
      // Not awaited: the share reports its own result.
      void commands.executeCommand('roomside.shareFiles', ...(shares.get(edit) ?? []));
      return edit;
    },
  };
}
