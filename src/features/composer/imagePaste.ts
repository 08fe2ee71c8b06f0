import {
  commands,
  type DataTransfer,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditProvider,
  type DocumentPasteProviderMetadata,
  l10n,
  type Range,
  type TextDocument,
} from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { clipboardImageName, imageExtension } from '../../core/share/imageFile.ts';
import type { DroppedFile } from '../../host/droppedFile.ts';
import type { MessageDrafts } from '../../host/messageDrafts.ts';
import type { RoomNode } from '../../host/roomNode.ts';

const kind = DocumentDropOrPasteEditKind.Empty.append('roomside', 'image');

export const imagePasteMetadata: DocumentPasteProviderMetadata = {
  providedPasteEditKinds: [kind],
  pasteMimeTypes: ['image/*', 'files'],
};

class ImagePasteEdit extends DocumentPasteEdit {
  readonly target: RoomNode;
  readonly image: DroppedFile;

  constructor(target: RoomNode, image: DroppedFile) {
    super('', l10n.t('Share Image to the Room'), kind);
    this.target = target;
    this.image = image;
  }
}

/**
 * A message holds no pictures: an image that is pasted into one goes to its room as a file, by the road of every file, with
 * the question at its end. What is written stays as it is.
 */
export class ImagePaste implements DocumentPasteEditProvider<ImagePasteEdit> {
  readonly #drafts: MessageDrafts;
  readonly #clock: Clock;

  constructor(drafts: MessageDrafts, clock: Clock) {
    this.#drafts = drafts;
    this.#clock = clock;
  }

  async provideDocumentPasteEdits(
    document: TextDocument,
    _ranges: readonly Range[],
    data: DataTransfer,
  ): Promise<ImagePasteEdit[] | undefined> {
    const file = Array.from(data, ([, item]) => item.asFile()).find((each) => each !== undefined);
    // Copied cells and paragraphs come as a picture, too: there the text is what was meant.
    if (file === undefined || data.get('text/plain') !== undefined) return undefined;
    const draft = await this.#drafts.find(document.uri);
    const bytes = await file.data();
    const extension = imageExtension(bytes);
    if (draft === undefined || extension === undefined) return undefined;
    const name = clipboardImageName(extension, new Date(this.#clock.now()));
    const target = { kind: 'room', roomId: draft.room.id } as const;
    return [new ImagePasteEdit(target, { name, read: () => Promise.resolve(bytes) })];
  }

  /** Comes when it is pasted indeed, and not only offered. */
  resolveDocumentPasteEdit(edit: ImagePasteEdit): ImagePasteEdit {
    // Whoever pastes does not wait for the end of the share, which says itself how it went.
    void commands.executeCommand('roomside.shareFiles', edit.target, [edit.image]);
    return edit;
  }
}
