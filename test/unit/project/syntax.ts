import { parseSync, visitorKeys } from 'oxc-parser';

/** A node of the syntax tree (ESTree with TypeScript), with its place in the text in UTF-16 units. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export function childOf(node: SyntaxNode, key: string): SyntaxNode | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

/** The nodes directly below, in the order of the text. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => [node[key]].flat().filter(isNode));
}

/** Parses TypeScript. Throws where the text is not TypeScript. */
export function parseTypeScript(file: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(file, text, { lang: 'ts', sourceType: 'module', preserveParens: false });
  const [first] = errors;
  if (first !== undefined) throw new Error(`${file}: ${first.message}`);
  return program as unknown as SyntaxNode;
}
