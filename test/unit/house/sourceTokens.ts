import { SyntaxKind } from 'typescript/unstable/ast';
import { createScanner } from 'typescript/unstable/ast/scanner';

/** A piece of a source. */
export interface Token {
  readonly kind: SyntaxKind;
  readonly text: string;
  /** Of a literal what it means, without quotes and escapes. */
  readonly value: string;
}

/** The tokens of a source without comments, templates cut at their substitutions. */
export function tokensOf(source: string): readonly Token[] {
  const scanner = createScanner(true);
  scanner.setText(source);
  const tokens: Token[] = [];
  const braces: ('block' | 'template')[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    // Alone a scanner cannot know what a slash or a closing brace is; what stands before it tells.
    if (isSlash(kind) && !endsOperand(tokens.at(-1))) kind = scanner.reScanSlashToken();
    if (kind === SyntaxKind.OpenBraceToken) braces.push('block');
    if (kind === SyntaxKind.TemplateHead) braces.push('template');
    if (kind === SyntaxKind.CloseBraceToken && braces.pop() === 'template') {
      kind = scanner.reScanTemplateToken(false);
      if (kind === SyntaxKind.TemplateMiddle) braces.push('template');
    }
    tokens.push({ kind, text: scanner.getTokenText(), value: scanner.getTokenValue() });
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
