import { l10n, Range, StatusBarAlignment, type StatusBarItem, type TextEditor, ThemeColor, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { parentText } from '../../host/ui/parentText.ts';
import { controlKey } from '../../host/vscode/formats.ts';
import { activeDraft, type MessageDrafts, onDidChangeDraft } from '../../host/vscode/messageDrafts.ts';
import { draftScheme } from '../../host/vscode/uris.ts';
import { type DraftAudience, messageOf, sizeOf } from './draftFacts.ts';

const maxNameCharacters = 30;

/** Status bar item of the active draft: its room, its audience and its size. A click chooses another room. */
export class DraftStatus implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #drafts: MessageDrafts;
  readonly #audience: DraftAudience;
  readonly #item: StatusBarItem;

  constructor(drafts: MessageDrafts, audience: DraftAudience) {
    this.#drafts = drafts;
    this.#audience = audience;
    this.#owned.add(audience.onDidChange(() => void this.#update()));
    this.#item = this.#owned.add(window.createStatusBarItem('roomside.draft', StatusBarAlignment.Left, 100));
    this.#item.name = l10n.t('Roomside Message');
    this.#item.command = 'roomside.changeDraftRoom';
    this.#owned.add(window.onDidChangeActiveTextEditor(() => void this.#update()));
    this.#owned.add(onDidChangeDraft(() => void this.#update()));
    void this.#update();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #update(): Promise<void> {
    const document = activeDraft();
    const draft = document && (await this.#drafts.find(document.uri));
    // The active editor may have changed in the meantime.
    if (document !== activeDraft()) return;
    if (document === undefined || draft === undefined) return this.#item.hide();
    const { text, isTooLong } = sizeOf(messageOf(document));
    const { room, parent } = draft;
    const reply = parent
      ? [
          l10n.t({
            message: 'Reply to {0}',
            args: [displayTitle(parent.author, maxNameCharacters)],
            comment: 'Noun. {0}: a person',
          }),
        ]
      : [];
    const icon = parent ? 'reply' : 'comment-discussion';
    this.#item.text = `$(${icon}) ${[displayTitle(room.title), ...reply, text].join(' · ')}`;
    const facts = [...(parent ? [parentText(parent)] : []), this.#audience.text(room)];
    this.#item.tooltip = [...facts, l10n.t('Click to change the room.')].join('\n');
    this.#item.backgroundColor = isTooLong ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
  }
}

/** Shows a hint in empty drafts: how to send, mention people and share images. */
export function showEmptyHint(): Disposable {
  const owned = new DisposableStore();
  // Short enough for half a window: decorations do not wrap.
  const contentText = l10n.t('{0}+Enter sends · @ mentions · paste images', controlKey(process.platform));
  const color = new ThemeColor('descriptionForeground');
  const hint = owned.add(window.createTextEditorDecorationType({ after: { contentText, color } }));
  const update = (editors: readonly TextEditor[]): void => {
    for (const editor of editors) {
      if (editor.document.uri.scheme !== draftScheme) continue;
      const isEmpty = editor.document.getText() === '';
      editor.setDecorations(hint, isEmpty ? [new Range(0, 0, 0, 0)] : []);
    }
  };
  owned.add(window.onDidChangeVisibleTextEditors(update));
  owned.add(onDidChangeDraft(() => update(window.visibleTextEditors)));
  update(window.visibleTextEditors);
  return owned;
}
