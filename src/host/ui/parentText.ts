import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DraftParent } from '../../core/drafts/messageDraft.ts';

/** What a draft or a share replies to. */
export function parentText({ author, line }: DraftParent): string {
  return l10n.t('Reply to {0}: {1}', displayTitle(author), displayTitle(line));
}
