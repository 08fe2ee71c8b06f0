import { childOf, childrenOf, parseTypeScript, type SyntaxNode } from './syntax.ts';

/** The modules that a source imports, in every form: import, export from, import() as value or as type, require(). */
export function importedModules(text: string): readonly string[] {
  const modules = known.get(text) ?? modulesIn(parseTypeScript('source.ts', text));
  known.set(text, modules);
  return modules;
}

/** Several tests ask about the same sources. */
const known = new Map<string, readonly string[]>();

function modulesIn(node: SyntaxNode): readonly string[] {
  const below = childrenOf(node).flatMap(modulesIn);
  const module = moduleOf(node)?.value;
  return typeof module === 'string' ? [module, ...below] : below;
}

function moduleOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'TSExternalModuleReference') return childOf(node, 'expression');
  if (node.type !== 'CallExpression') return importForms.has(node.type) ? childOf(node, 'source') : undefined;
  return childOf(node, 'callee')?.name === 'require' ? childrenOf(node)[1] : undefined;
}

const importForms: ReadonlySet<string> = new Set([
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportDeclaration',
  'ImportExpression',
  'TSImportType',
]);
