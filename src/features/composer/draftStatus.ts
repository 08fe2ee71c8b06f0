import { l10n, Range, StatusBarAlignment, type TextEditor, ThemeColor, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { MessageDraft } from '../../core/drafts/messageDraft.ts';
import { controlKey } from '../../host/vscode/formats.ts';
import { activeDraft, onDidChangeDraft } from '../../host/vscode/messageDrafts.ts';
import { draftScheme } from '../../host/vscode/uris.ts';
import type { ShownDrafts } from './draftFacts.ts';

const maxNameCharacters = 30;

/** Status bar item of the active draft: its room, its audience and its size. A click chooses another room. */
export function showDraftStatus(drafts: ShownDrafts): Disposable {
  const owned = new DisposableStore();
  const item = owned.add(window.createStatusBarItem('roomside.draft', StatusBarAlignment.Left, 100));
  item.name = l10n.t('Roomside Message');
  item.command = 'roomside.changeDraftRoom';
  const update = async (): Promise<void> => {
    const document = activeDraft();
    const facts = await drafts.factsOf(document);
    // The active editor may have changed in the meantime.
    if (document !== activeDraft()) return;
    if (facts === undefined) return item.hide();
    const { draft, size, notes } = facts;
    const icon = draft.edits ? 'edit' : draft.parent ? 'reply' : 'comment-discussion';
    item.text = `$(${icon}) ${[...namesOf(draft), size.withLimit].join(' · ')}`;
    item.tooltip = [...notes, l10n.t('Click to change the room.')].join('\n');
    item.backgroundColor = size.isTooLong ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  owned.add(drafts.onDidChange(() => void update()));
  void update();
  return owned;
}

/** The room, and the author of the message that the draft replies to. */
function namesOf({ room, parent, edits }: MessageDraft): readonly string[] {
  const title = displayTitle(room.title);
  if (edits !== undefined) return [title, l10n.t('Replaces your message')];
  if (parent === undefined) return [title];
  const author = displayTitle(parent.author, maxNameCharacters);
  return [title, l10n.t({ message: 'Reply to {0}', args: [author], comment: 'Noun. {0}: a person' })];
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
