import { randomUUID } from 'node:crypto';
import { type Disposable, Range, type TextDocument, Uri, ViewColumn, window, workspace } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { safeFileName } from '../../core/attachments/fileNames.ts';
import type { AccountRef } from '../../core/auth/account.ts';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import type { Clock } from '../../core/base/clock.ts';
import { defined } from '../../core/base/json.ts';
import { SerialQueue } from '../../core/base/scheduling/concurrency.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { MessageDraft } from '../../core/drafts/messageDraft.ts';
import type { CodePlace } from '../../core/snippet/codePlace.ts';
import { DraftFolder, type DraftList } from '../../platform/storage/draftFolder.ts';
import { draftScheme } from './uris.ts';

export interface MessageDraftsPorts {
  readonly storage: Uri;
  readonly active: Pick<ActiveAccount, 'get'>;
  readonly clock: Clock;
}

/** A room and the account for which it was chosen. */
type DraftRoom = Room & { readonly account: Pick<AccountRef, 'id'> };

type NewDraft = Pick<MessageDraft, 'name' | 'text' | 'parent' | 'edits' | 'editedText' | 'places'>;

/** More blocks than a message has room for. */
const maxPlaces = 50;

interface OpenDraftOptions {
  /** With the cursor at its start instead of its end. */
  readonly isAtStart?: boolean;
  readonly isBeside?: boolean;
  readonly takesFocus?: boolean;
}

/** The drafts of messages. Each is a document in the editor and a file that outlives windows and crashes. */
export class MessageDrafts {
  readonly #ports: MessageDraftsPorts;
  readonly #folder: DraftFolder;
  /** A draft that is sent or discarded is not saved again at the same time. */
  readonly #changes = new SerialQueue();

  constructor(ports: MessageDraftsPorts) {
    this.#ports = ports;
    this.#folder = new DraftFolder(Uri.joinPath(ports.storage, 'drafts').fsPath);
  }

  /**
   * Creates a draft for a room and opens it. With `isBeside` it opens beside the active editor, which keeps the focus unless
   * `takesFocus` is set.
   */
  async create(room: DraftRoom, message: NewDraft, options: OpenDraftOptions = {}): Promise<MessageDraft> {
    const draft = await this.store(room, message);
    await this.open(draft, options);
    return draft;
  }

  /** Creates a draft for a room, which the user can open later. */
  async store(room: DraftRoom, { name, text, parent, edits, editedText, places }: NewDraft): Promise<MessageDraft> {
    const now = this.#ports.clock.now();
    const times = { createdMs: now, savedMs: now };
    const draft = {
      id: randomUUID(),
      accountId: room.account.id,
      room: roomOf(room),
      ...defined({ parent, edits, editedText, places }),
      name,
      text,
      ...times,
    };
    await this.#folder.write(draft);
    return draft;
  }

  /** Notes where code came from that joins the text. */
  async addPlaces({ id }: MessageDraft, added: readonly CodePlace[]): Promise<void> {
    await this.#change(id, (draft) => ({ ...draft, places: [...(draft.places ?? []), ...added].slice(-maxPlaces) }));
  }

  /** Opens a draft with the cursor at its end. */
  async open(draft: MessageDraft, options: OpenDraftOptions = {}): Promise<void> {
    const { isAtStart = false, isBeside = false, takesFocus = !isBeside } = options;
    const document = await workspace.openTextDocument(draftUri(draft));
    const { start, end } = document.validateRange(new Range(0, 0, document.lineCount, 0));
    const cursor = isAtStart ? start : end;
    // Part of the same call: a moment later it would move the cursor of a typing user.
    const isEmpty = window.tabGroups.activeTabGroup.tabs.length === 0;
    const place = isBeside && {
      preserveFocus: !takesFocus,
      viewColumn: isEmpty ? ViewColumn.Active : ViewColumn.Beside,
    };
    await window.showTextDocument(document, { ...place, preview: false, selection: new Range(cursor, cursor) });
  }

  /** The drafts, newest first, and the files that cannot be read. */
  async list(): Promise<DraftList> {
    // It watches them for a while, and what it cannot remove disturbs no draft.
    this.#folder.clearOrphans(this.#ports.clock).catch(() => undefined);
    return this.#folder.list();
  }

  /** The draft of a URI; `undefined` when it was sent or discarded, or when the URI is not one of a draft. */
  async find(uri: Uri): Promise<MessageDraft | undefined> {
    return uri.scheme === draftScheme ? this.#folder.read(uri.query) : undefined;
  }

  /** Saves the text; `undefined` when the draft no longer exists. */
  save(uri: Uri, text: string): Promise<MessageDraft | undefined> {
    return this.#change(uri.query, (draft) => ({ ...draft, text, savedMs: this.#ports.clock.now() }));
  }

  /**
   * Changes the room, and the account to the one of the room. The document of the draft then has another URI. The draft is no
   * reply then: who chooses the same room for a reply wants it out of its thread. `undefined` when it no longer exists.
   */
  changeRoom({ id }: MessageDraft, room: DraftRoom): Promise<MessageDraft | undefined> {
    return this.#redirect(id, { room: roomOf(room), accountId: room.account.id });
  }

  /** Makes a reply a message of its own in the same room. `undefined` when it no longer exists. */
  leaveThread({ id }: MessageDraft): Promise<MessageDraft | undefined> {
    return this.#redirect(id, {});
  }

  /** Makes a draft that replaces a message a reply in its thread. `undefined` when it no longer exists. */
  replyInstead({ id, edits = '', parent }: MessageDraft): Promise<MessageDraft | undefined> {
    return this.#redirect(id, { parent: parent ?? { id: edits, author: '', line: '' } });
  }

  #redirect(
    id: string,
    target: Partial<Pick<MessageDraft, 'room' | 'accountId' | 'parent'>>,
  ): Promise<MessageDraft | undefined> {
    return this.#change(id, ({ parent, edits, editedText, ...kept }) => ({ ...kept, ...target }));
  }

  #change(id: string, change: (draft: MessageDraft) => MessageDraft): Promise<MessageDraft | undefined> {
    return this.#changes.run(async () => {
      const draft = await this.#folder.read(id);
      const changed = draft && change(draft);
      if (changed !== undefined) await this.#folder.write(changed);
      return changed;
    });
  }

  async isOfActiveAccount({ accountId }: MessageDraft): Promise<boolean> {
    return (await this.#ports.active.get())?.id === accountId;
  }

  remove({ id }: MessageDraft): Promise<void> {
    return this.#changes.run(() => this.#folder.remove(id));
  }
}

/**
 * `roomside-draft:/roomside-draft/→ Design?<id>`: the tab shows the room, and the folder sets the language of the document.
 */
export function draftUri({ id, room }: MessageDraft): Uri {
  const name = safeFileName(displayTitle(room.title), 'room');
  return Uri.from({ scheme: draftScheme, path: `/${draftScheme}/→ ${name}`, query: id });
}

/** Calls back when the text of a draft changes. */
export function onDidChangeDraft(onChange: () => void): Disposable {
  return workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.scheme === draftScheme) onChange();
  });
}

/** The draft in the active editor. */
export function activeDraft(): TextDocument | undefined {
  const document = window.activeTextEditor?.document;
  return document?.uri.scheme === draftScheme ? document : undefined;
}

/**
 * The draft of a command in the title of an editor, which is given its address: a click may be faster than the report
 * that the editor is active. Else the draft in the active editor.
 */
export async function clickedDraft(clicked: unknown): Promise<TextDocument | undefined> {
  return clicked instanceof Uri && clicked.scheme === draftScheme ? workspace.openTextDocument(clicked) : activeDraft();
}

function roomOf({ id, title, type }: Room): MessageDraft['room'] {
  return { id, title, type };
}
