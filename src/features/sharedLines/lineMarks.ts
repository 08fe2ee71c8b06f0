import {
  type DecorationOptions,
  Range,
  type TextDocument,
  type TextDocumentChangeEvent,
  type TextEditor,
  type TextEditorDecorationType,
  Uri,
  window,
  workspace,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { OnceTimer } from '../../core/base/scheduling/onceTimer.ts';
import type { LineRange } from '../../core/git/lineMap.ts';
import type { MessageLines } from '../../core/lines/messageLines.ts';
import { hideMessage, knownLines, type LinePorts } from './lineSources.ts';
import type { KnownLines } from './model/knownLines.ts';
import { crossesBorder, moveLines } from './model/moveLines.ts';
import type { EarlierMarks, LineMark } from './model/placeMarks.ts';
import { openFileOf, openRepositoryOf } from './openFile.ts';
import { TextsBefore } from './textsBefore.ts';

/** A room that is read notes many messages at once. */
const collectMs = 200;

// decisions/0039
/** Marks shared lines in the gutters of the visible editors, and follows edits. */
export class LineMarks implements Disposable {
  readonly #ports: LinePorts;
  readonly #owned = new DisposableStore();
  /** The signs in the gutter, by whether the threads of all messages of a line are done. */
  readonly #signs;
  readonly #timer: OnceTimer;
  /** By the URI of the document. */
  readonly #marks = new Map<string, readonly LineMark[]>();
  readonly #texts = new TextsBefore();
  /** Of documents whose marks are to be placed by their texts: before the first edit. */
  readonly #earlier = new Map<string, EarlierMarks>();
  /** The keys of marks whose commit was looked up. */
  readonly #asked = new Set<number>();
  #known: KnownLines;
  #lastKey = 0;

  constructor(ports: LinePorts) {
    this.#ports = ports;
    this.#known = knownLines(ports);
    const sign = (name: string) => this.#owned.add(markDecoration(ports.extensionUri, name));
    this.#signs = new Map([
      [false, sign('shared-lines')],
      [true, sign('shared-lines-done')],
    ]);
    this.#timer = this.#owned.add(new OnceTimer(ports.clock, () => this.#refresh()));
    const collectSoon = (): void => this.#timer.startAt(ports.clock.now() + collectMs);
    this.#owned.add(ports.readLines.onDidChange(collectSoon));
    this.#owned.add(ports.outbox.onDidChange(collectSoon));
    this.#owned.add(ports.rooms.onDidChangeAccount(collectSoon));
    this.#owned.add(window.onDidChangeVisibleTextEditors((editors) => this.#updateAll(editors)));
    this.#owned.add(workspace.onDidChangeTextDocument((change) => this.#follow(change)));
    this.#owned.add(workspace.onDidSaveTextDocument((document) => this.#placeSoon(document)));
    this.#owned.add(
      workspace.onDidCloseTextDocument((document) => {
        const key = document.uri.toString();
        for (const mark of this.#marks.get(key) ?? []) this.#asked.delete(mark.key);
        this.#marks.delete(key);
        this.#earlier.delete(key);
        this.#texts.forget(document);
      }),
    );
    this.#updateAll(window.visibleTextEditors);
  }

  /** The marks of a document, from its beginning. */
  in(uri: Uri): readonly (LineMark & { readonly range: LineRange })[] {
    const placed = (this.#marks.get(uri.toString()) ?? []).filter(isPlaced);
    return placed.sort((one, other) => one.range.startLine - other.range.startLine);
  }

  /** A mark by its key, if it is still there. */
  find(key: unknown): { readonly mark: LineMark; readonly uri: string } | undefined {
    for (const [uri, marks] of this.#marks) {
      const mark = marks.find((each) => each.key === key);
      if (mark !== undefined) return { mark, uri };
    }
    return undefined;
  }

  /** Marks the shared lines of a document. */
  async update(document: TextDocument): Promise<void> {
    const file = openFileOf(document);
    const maybe = this.#known.named(document.uri.path.split('/').at(-1) ?? '');
    const needsGit = maybe.some(({ place }) => place.kind === 'stated' && (place.repository ?? place.commit));
    const repository = needsGit ? await openRepositoryOf(document, this.#ports.log) : undefined;
    if (document.isClosed) return;
    const lines = maybe.length === 0 ? [] : this.#known.of({ ...file, repository });
    const before = this.#marks.get(document.uri.toString()) ?? [];
    if (lines.length === 0 && before.length === 0) return;
    const known = new Map(before.map((mark) => [idOf(mark.lines), mark]));
    // What is known of their messages may have changed.
    const marks = lines.map((each): LineMark => {
      const mark = known.get(idOf(each)) ?? { key: this.#nextKey(), range: undefined };
      return { ...mark, lines: each };
    });
    this.#set(document, marks);
    await this.#place(document);
    await this.#placeChanged(document);
  }

  /** Hides the marks of one more message. @param messageId `undefined` shows all of them again */
  async hide(messageId: string | undefined): Promise<void> {
    await hideMessage(this.#ports, messageId);
    this.#refresh();
  }

  dispose(): void {
    this.#owned.dispose();
    this.#marks.clear();
  }

  #refresh(): void {
    this.#known = knownLines(this.#ports);
    this.#updateAll(window.visibleTextEditors);
  }

  #updateAll(editors: readonly TextEditor[]): void {
    const documents = new Set(editors.map(({ document }) => document));
    for (const document of documents) {
      if (document.uri.scheme !== 'file') continue;
      // An editor that was shown again has no decorations.
      if (this.#marks.has(document.uri.toString())) this.#show(document);
      this.update(document).catch((error: unknown) => this.#ports.log.error('shared lines could not be marked', error));
    }
  }

  #follow({ document, contentChanges }: TextDocumentChangeEvent): void {
    const before = this.#marks.get(document.uri.toString());
    if (before === undefined) return;
    // Line breaks of another kind are no edit.
    if (contentChanges.length === 0) {
      this.#texts.note(document);
      return;
    }
    const textBefore = this.#texts.take(document, contentChanges);
    const isCrossed = before.some(
      ({ range }) => range && contentChanges.some((change) => crossesBorder(range, change.range)),
    );
    const key = document.uri.toString();
    const text = isCrossed && !this.#earlier.has(key) ? textBefore() : undefined;
    if (text !== undefined) this.#earlier.set(key, { marks: before, text });
    const marks = before.map((mark) => {
      let { range } = mark;
      for (const { range: edit, text } of contentChanges)
        range = range && moveLines(range, { start: edit.start, end: edit.end, text });
      return { ...mark, range };
    });
    const hasMoved = marks.some(({ range }, at) => range?.startLine !== before[at]?.range?.startLine);
    if (hasMoved) this.#set(document, marks);
    else this.#marks.set(key, marks);
    // The whole text is replaced when a file is read again, or by a formatter.
    const isLost = marks.some(({ range }, at) => range === undefined && before[at]?.range !== undefined);
    if (isCrossed || isLost) this.#placeSoon(document);
  }

  #placeSoon(document: TextDocument): void {
    this.#place(document).catch((error: unknown) => this.#ports.log.error('shared lines could not be placed', error));
  }

  /** Places marks in the text as it is then. @param olderOf see `placeMarks` */
  async #place(document: TextDocument, olderOf?: (mark: LineMark) => string | undefined): Promise<void> {
    const key = document.uri.toString();
    if (!this.#earlier.has(key) && this.#lostIn(document).length === 0) return;
    // Rarely needed, and larger than all else here.
    const { placeMarks } = await import('./model/placeMarks.ts');
    const marks = this.#marks.get(key);
    if (marks === undefined) return;
    this.#set(document, placeMarks(document.getText(), marks, this.#earlier.get(key), olderOf));
    this.#earlier.delete(key);
  }

  /** Lines that changed while the file was closed are where the commit of their message leads. Each is looked up once. */
  async #placeChanged(document: TextDocument): Promise<void> {
    const lost = this.#lostIn(document).filter(({ key, lines }) => lines.place.commit && !this.#asked.has(key));
    if (lost.length === 0) return;
    for (const { key } of lost) this.#asked.add(key);
    const { committedTexts } = await import('./committedTexts.ts');
    const commits = lost.flatMap(({ lines }) => lines.place.commit ?? []);
    const texts = await committedTexts(document.uri, commits, this.#ports.log);
    await this.#place(document, ({ lines }) => texts.get(lines.place.commit ?? ''));
  }

  #lostIn({ uri }: TextDocument): readonly LineMark[] {
    return (this.#marks.get(uri.toString()) ?? []).filter(({ range }) => range === undefined);
  }

  #set(document: TextDocument, marks: readonly LineMark[]): void {
    const key = document.uri.toString();
    if (marks.length === 0) this.#marks.delete(key);
    else this.#marks.set(key, marks);
    this.#texts.note(document);
    this.#show(document);
  }

  #show(document: TextDocument): void {
    const lines = [...Map.groupBy(this.in(document.uri), ({ range }) => range.startLine - 1)];
    for (const [isDone, sign] of this.#signs) {
      const shown = lines.filter(([, marks]) => marks.every(({ lines }) => lines.message.isDone) === isDone);
      const options = shown.map(([line]): DecorationOptions => ({ range: new Range(line, 0, line, 0) }));
      for (const editor of window.visibleTextEditors)
        if (editor.document === document) editor.setDecorations(sign, options);
    }
  }

  #nextKey(): number {
    this.#lastKey += 1;
    return this.#lastKey;
  }
}

function isPlaced(mark: LineMark): mark is LineMark & { readonly range: LineRange } {
  return mark.range !== undefined;
}

function idOf({ message, range, digest }: MessageLines): string {
  return `${message.messageId} ${range.startLine} ${digest}`;
}

/** A sign in the gutter beside the first of shared lines. High contrast themes use that of their kind. */
function markDecoration(extensionUri: Uri, name: string): TextEditorDecorationType {
  const icon = (file: string): Uri => Uri.joinPath(extensionUri, 'media', file);
  return window.createTextEditorDecorationType({
    gutterIconSize: 'contain',
    light: { gutterIconPath: icon(`${name}.svg`) },
    dark: { gutterIconPath: icon(`${name}-dark.svg`) },
  });
}
