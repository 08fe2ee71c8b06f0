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
import { clipboardImageName, imageExtension } from '../../core/attachments/mediaType.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { DroppedFile, RoomNode } from '../../host/commands/commandArguments.ts';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';

const kind = DocumentDropOrPasteEditKind.Empty.append('roomside', 'image');

export const imagePasteMetadata: DocumentPasteProviderMetadata = {
  providedPasteEditKinds: [kind],
  pasteMimeTypes: ['image/*', 'files'],
};

class ImagePasteEdit extends DocumentPasteEdit {
  readonly target: RoomNode;
  readonly image: DroppedFile;

  constructor(target: RoomNode, image: DroppedFile) {
    super('', l10n.t('Share Image to Room'), kind);
    this.target = target;
    this.image = image;
  }
}

/**
 * Messages cannot contain images: an image that is pasted into a draft is shared as a file, in the thread of the draft, with
 * the usual confirmation.
 * The text of the draft does not change.
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
    // Copied table cells and paragraphs also contain an image. Here the text is meant.
    if (file === undefined || data.get('text/plain') !== undefined) return undefined;
    const draft = await this.#drafts.find(document.uri);
    const bytes = await file.data();
    const extension = imageExtension(bytes);
    if (draft === undefined || extension === undefined) return undefined;
    const name = clipboardImageName(extension, new Date(this.#clock.now()));
    const { room, parent } = draft;
    const target = { kind: 'room', roomId: room.id, ...(parent && { parent }) } as const;
    return [new ImagePasteEdit(target, { name, read: () => Promise.resolve(bytes) })];
  }

  /** Called when the edit is applied, not when it is offered. */
  resolveDocumentPasteEdit(edit: ImagePasteEdit): ImagePasteEdit {
    // Not awaited: the share reports its own result.
    void commands.executeCommand('roomside.shareFiles', edit.target, [edit.image]);
    return edit;
  }
}
