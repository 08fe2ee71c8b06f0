import { SyntaxKind } from 'typescript/unstable/ast';
import { isComment, type Token, tokensAndComments } from './sourceTokens.ts';

/** A comment or a string of a source, on one line. */
export interface SourceText {
  readonly kind: 'comment' | 'string';
  /** The first line, 1-based. */
  readonly line: number;
  readonly text: string;
}

const stringKinds = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);

/**
 * The comments of a source and its strings of more than one word, titles of tests among them. Comment lines that follow each
 * other are one text. Regular expressions and identifiers are not texts.
 */
export function textsOf(source: string): readonly SourceText[] {
  const texts: SourceText[] = [];
  let [line, offset, lastLine] = [1, 0, 0];
  for (const token of tokensAndComments(source)) {
    line += source.slice(offset, token.start).split('\n').length - 1;
    offset = token.start;
    const before = texts.at(-1);
    if (token.kind === SyntaxKind.SingleLineCommentTrivia && before?.kind === 'comment' && lastLine === line - 1)
      texts[texts.length - 1] = { ...before, text: `${before.text} ${proseOf(token)}` };
    else if (isComment(token) || isPhrase(token))
      texts.push({ kind: isComment(token) ? 'comment' : 'string', line, text: proseOf(token) });
    lastLine = token.kind === SyntaxKind.SingleLineCommentTrivia ? line : 0;
  }
  return texts;
}

function isPhrase({ kind, value }: Token): boolean {
  return stringKinds.has(kind) && /\S\s+\S/.test(value);
}

/** The text without the signs of a comment and without line breaks. */
function proseOf(token: Token): string {
  if (!isComment(token)) return token.value.replace(/\s+/g, ' ');
  return token.text
    .replace(/^\/(\/|\*+)|\*+\/$/g, '')
    .replace(/\n\s*\*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
