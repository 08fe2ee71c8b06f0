import { l10n } from 'vscode';
import type { MarkdownConstruct } from '../../core/markdown/checkMarkdown.ts';

/** Names the construct that the room may not display as written. The line is shown beside it. */
export function constructWarning(construct: MarkdownConstruct): string {
  return l10n.t('The room may not display {0} correctly', constructName(construct));
}

function constructName(construct: MarkdownConstruct): string {
  const names = {
    autolink: l10n.t('a bare link'),
    'backslash-break': l10n.t('a line break with a backslash'),
    'character-reference': l10n.t('a character reference'),
    heading: l10n.t('a heading'),
    'horizontal-rule': l10n.t('a horizontal rule'),
    image: l10n.t('an image'),
    'indented-code': l10n.t('indented code'),
    'link-target': l10n.t('a link of this type'),
    'link-title': l10n.t('a link title'),
    'list-marker': l10n.t('this list marker'),
    'long-code-delimiter': l10n.t('code in multiple backticks'),
    'long-fence': l10n.t('a code fence with more than three backticks'),
    'nested-list': l10n.t('a nested list'),
    'raw-html': l10n.t('HTML'),
    'reference-link': l10n.t('a reference link'),
    'setext-heading': l10n.t('an underlined heading'),
    strikethrough: l10n.t('strikethrough'),
    table: l10n.t('a table'),
    'tilde-fence': l10n.t('a code fence with tildes'),
    'underscore-emphasis': l10n.t('emphasis with underscores'),
    'unknown-mention': l10n.t('this form of mention'),
  };
  return names[construct];
}
