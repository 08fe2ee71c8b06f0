import { l10n } from 'vscode';
import type { MarkdownFinding } from '../../core/markdown/checkMarkdown.ts';

/** Names the construct that the room may not render, and its line. */
export function markdownFindingMessage({ construct, line }: MarkdownFinding): string {
  return l10n.t('Line {0}: the room may not render {1}', line, constructName(construct));
}

/** The name of a Markdown construct outside of the service's subset. */
export function constructName(construct: MarkdownFinding['construct']): string {
  const names = {
    autolink: l10n.t('a bare link'),
    'backslash-break': l10n.t('a line break by backslash'),
    'character-reference': l10n.t('a character reference'),
    heading: l10n.t('a heading'),
    'horizontal-rule': l10n.t('a horizontal rule'),
    image: l10n.t('an image'),
    'indented-code': l10n.t('code by indentation'),
    'link-target': l10n.t('a link of this kind'),
    'link-title': l10n.t('the title of a link'),
    'list-mark': l10n.t('a list with this mark'),
    'long-code-mark': l10n.t('code between more than one backtick'),
    'long-fence': l10n.t('a fence of more than three backticks'),
    'nested-list': l10n.t('a list in a list'),
    'raw-html': l10n.t('HTML'),
    'reference-link': l10n.t('a reference link'),
    'setext-heading': l10n.t('an underlined heading'),
    strikethrough: l10n.t('strikethrough'),
    table: l10n.t('a table'),
    'tilde-fence': l10n.t('a fence of tildes'),
    'underscore-emphasis': l10n.t('emphasis by underscores'),
    'unknown-mention': l10n.t('a mention of this form'),
  };
  return names[construct];
}
