import { SyntaxKind } from 'typescript/unstable/ast';
import { createScanner } from 'typescript/unstable/ast/scanner';

/** A piece of a source. */
export interface Token {
  readonly kind: SyntaxKind;
  readonly text: string;
  /** The meaning of a literal, without quotes and escapes. */
  readonly value: string;
  /** The offset of its first character. */
  readonly start: number;
}

const triviaKinds = new Set([
  ...[SyntaxKind.WhitespaceTrivia, SyntaxKind.NewLineTrivia],
  ...[SyntaxKind.SingleLineCommentTrivia, SyntaxKind.MultiLineCommentTrivia],
]);

/** The tokens of a source without comments, templates cut at their substitutions. */
export function tokensOf(source: string): readonly Token[] {
  const scanner = createScanner(false);
  scanner.setText(source);
  const tokens: Token[] = [];
  const braces: ('block' | 'template')[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    if (triviaKinds.has(kind)) continue;
    // A scanner alone cannot know what a slash or a closing brace means: the token before it decides.
    if (isSlash(kind) && !endsOperand(tokens.at(-1))) kind = scanner.reScanSlashToken();
    if (kind === SyntaxKind.OpenBraceToken) braces.push('block');
    if (kind === SyntaxKind.TemplateHead) braces.push('template');
    if (kind === SyntaxKind.CloseBraceToken && braces.pop() === 'template') {
      kind = scanner.reScanTemplateToken(false);
      if (kind === SyntaxKind.TemplateMiddle) braces.push('template');
    }
    const [text, value] = [scanner.getTokenText(), scanner.getTokenValue()];
    tokens.push({ kind, text, value, start: scanner.getTokenStart() });
  }
  return tokens;
}

function isSlash(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
}

/** Whether a slash after this token divides; otherwise it begins a regular expression. */
function endsOperand(token: Token | undefined): boolean {
  if (token === undefined || /^(return|typeof|case|in|of|do|else|void|throw|await|yield)$/.test(token.text))
    return false;
  return /[\w$)\]}'"`]$/.test(token.text);
}
