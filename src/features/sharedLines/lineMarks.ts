import {
  type DecorationOptions,
  Range,
  type TextDocument,
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
import type { LineMark } from './model/placeMarks.ts';
import { openFileOf, openRepositoryOf } from './openFile.ts';

/** A room that is read notes many messages at once, and a person types many characters. */
const collectMs = 200;

/** The marks of a document, and the text that they are for. */
interface DocumentMarks {
  readonly marks: readonly LineMark[];
  readonly text: string;
}

// decisions/0039
/**
 * Marks shared lines in the gutters of the visible editors. Where they are after edits, the texts before and after tell;
 * until then VS Code itself moves the signs.
 */
export class LineMarks implements Disposable {
  readonly #ports: LinePorts;
  readonly #owned = new DisposableStore();
  /** The signs in the gutter, by whether the threads of all messages of a line are done. */
  readonly #signs;
  readonly #collecting: OnceTimer;
  readonly #following: OnceTimer;
  /** By the URI of the document. */
  readonly #marked = new Map<string, DocumentMarks>();
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
    this.#collecting = this.#owned.add(new OnceTimer(ports.clock, () => this.#refresh()));
    this.#following = this.#owned.add(new OnceTimer(ports.clock, () => this.#followEdits()));
    const collectSoon = (): void => this.#collecting.startAt(ports.clock.now() + collectMs);
    this.#owned.add(ports.readLines.onDidChange(collectSoon));
    this.#owned.add(ports.outbox.onDidChange(collectSoon));
    this.#owned.add(ports.rooms.onDidChangeAccount(collectSoon));
    this.#owned.add(window.onDidChangeVisibleTextEditors((editors) => this.#updateAll(editors)));
    this.#owned.add(
      workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (this.#marked.has(uri.toString())) this.#following.startAt(ports.clock.now() + collectMs);
      }),
    );
    this.#owned.add(
      workspace.onDidCloseTextDocument((document) => {
        for (const mark of this.#of(document.uri)) this.#asked.delete(mark.key);
        this.#marked.delete(document.uri.toString());
      }),
    );
    this.#updateAll(window.visibleTextEditors);
  }

  /** The marks of a document, from its beginning. */
  in(uri: Uri): readonly (LineMark & { readonly range: LineRange })[] {
    const placed = this.#of(uri).filter(isPlaced);
    return placed.sort((one, other) => one.range.startLine - other.range.startLine);
  }

  /** A mark by its key, if it is still there. */
  find(key: unknown): { readonly mark: LineMark; readonly uri: string } | undefined {
    for (const [uri, { marks }] of this.#marked) {
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
    const before = this.#of(document.uri);
    if (lines.length === 0 && before.length === 0) return;
    const known = new Map(before.map((mark) => [idOf(mark.lines), mark]));
    // What is known of their messages may have changed.
    const marks = lines.map((each): LineMark => {
      const mark = known.get(idOf(each)) ?? { key: this.#nextKey(), range: undefined };
      return { ...mark, lines: each };
    });
    const { text = document.getText() } = this.#marked.get(document.uri.toString()) ?? {};
    this.#set(document, { marks, text });
    await this.#follow(document);
  }

  /** Hides the marks of one more message. @param messageId `undefined` shows all of them again */
  async hide(messageId: string | undefined): Promise<void> {
    await hideMessage(this.#ports, messageId);
    this.#refresh();
  }

  dispose(): void {
    this.#owned.dispose();
    this.#marked.clear();
  }

  #refresh(): void {
    this.#known = knownLines(this.#ports);
    this.#updateAll(window.visibleTextEditors);
  }

  #updateAll(editors: readonly TextEditor[]): void {
    for (const document of documentsOf(editors)) {
      if (document.uri.scheme !== 'file') continue;
      // An editor that was shown again has no decorations.
      if (this.#marked.has(document.uri.toString())) this.#show(document);
      this.update(document).catch((error: unknown) => this.#ports.log.error('shared lines could not be marked', error));
    }
  }

  /** Other documents are followed when they are shown. */
  #followEdits(): void {
    for (const document of documentsOf(window.visibleTextEditors)) {
      if (!this.#marked.has(document.uri.toString())) continue;
      const followed = this.#follow(document);
      followed.catch((error: unknown) => this.#ports.log.error('shared lines could not be followed', error));
    }
  }

  async #follow(document: TextDocument): Promise<void> {
    await this.#place(document);
    await this.#placeChanged(document);
  }

  /** Places marks in the text as it is then. @param olderOf see `placeMarks` */
  async #place(document: TextDocument, olderOf?: (mark: LineMark) => string | undefined): Promise<void> {
    // Larger than all else here, and most documents have no marks.
    const { placeMarks } = await import('./model/placeMarks.ts');
    const marked = this.#marked.get(document.uri.toString());
    const text = document.getText();
    if (marked === undefined || (marked.text === text && marked.marks.every(isPlaced))) return;
    this.#set(document, { marks: placeMarks(text, marked.marks, marked.text, olderOf), text });
  }

  /** Lines that changed while the file was closed are where the commit of their message leads. Each is looked up once. */
  async #placeChanged(document: TextDocument): Promise<void> {
    const lost = this.#of(document.uri).filter(
      ({ key, range, lines }) => range === undefined && lines.place.commit && !this.#asked.has(key),
    );
    if (lost.length === 0) return;
    for (const { key } of lost) this.#asked.add(key);
    const { committedTexts } = await import('./committedTexts.ts');
    const commits = lost.flatMap(({ lines }) => lines.place.commit ?? []);
    const texts = await committedTexts(document.uri, commits, this.#ports.log);
    await this.#place(document, ({ lines }) => texts.get(lines.place.commit ?? ''));
  }

  #of(uri: Uri): readonly LineMark[] {
    return this.#marked.get(uri.toString())?.marks ?? [];
  }

  #set(document: TextDocument, marked: DocumentMarks): void {
    const key = document.uri.toString();
    if (marked.marks.length === 0) this.#marked.delete(key);
    else this.#marked.set(key, marked);
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

const documentsOf = (editors: readonly TextEditor[]): ReadonlySet<TextDocument> =>
  new Set(editors.map(({ document }) => document));

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
