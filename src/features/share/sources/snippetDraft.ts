import type { Snippet } from '../../../core/snippet/snippet.ts';
import { snippetName } from '../../../core/snippet/snippetHeader.ts';
import { renderSnippetMessage } from '../../../core/snippet/snippetMessage.ts';
import { settings } from '../../../host/vscode/settings.ts';
import { textAsFile } from '../fileSource.ts';
import { lineCountOf } from './documentSnippet.ts';
import { codeWarnings, type TextDraft } from './shareSource.ts';

/** Code to share, before git has answered. */
interface SnippetFacts {
  readonly title: string;
  readonly snippet: Snippet;
  /** The snippet with what git knows of it. */
  readonly committed: Promise<Snippet>;
  /** Warnings about the file of the code. */
  readonly risks: Promise<readonly string[]>;
  /** The name of the code as a file. */
  readonly fileName: string;
}

/** A draft of code under its path, lines and commit, or of a file with the code. */
export function snippetDraft({ title, snippet, committed, risks, fileName }: SnippetFacts): TextDraft {
  return {
    kind: 'text',
    title,
    name: snippetName(snippet),
    render: async (comment) => {
      const [lines, warnings] = await Promise.all([committed, risks]);
      const message = renderSnippetMessage(lines, {
        comment,
        dedent: settings.dedent.value,
        maxBytes: settings.maxMessageBytes.value,
      });
      return {
        markdown: message.markdown,
        lineCount: lineCountOf(lines),
        warnings: [...warnings, ...codeWarnings(message)],
      };
    },
    asFile: textAsFile(fileName, snippet.ranges.map((range) => range.text).join('\n')),
  };
}
