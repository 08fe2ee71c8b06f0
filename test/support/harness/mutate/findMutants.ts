import type { Mutant } from './mutant.ts';
import { changesOf } from './operators.ts';
import { childOf, childrenOf, parseTypeScript, type SyntaxNode } from './syntax.ts';

interface Place {
  /** The expression decides an `if`, a loop or a `?:`. */
  readonly isCondition: boolean;
  /** Part of `a?.b.c` that cannot be replaced alone. */
  readonly isInChain: boolean;
  /** Text that only the log gets. */
  readonly isForLog: boolean;
}

const plain: Place = { isCondition: false, isInChain: false, isForLog: false };

const conditionKeys: Readonly<Record<string, readonly string[]>> = {
  IfStatement: ['test'],
  ConditionalExpression: ['test'],
  WhileStatement: ['test'],
  DoWhileStatement: ['test'],
  ForStatement: ['test'],
};

/** Statements whose absence tests can notice. */
const removable = ['ExpressionStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement'];

/** Types, names and addresses of modules hold no behaviour. */
const isInert = ({ type }: SyntaxNode): boolean =>
  (type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type)) ||
  ['ImportDeclaration', 'ExportAllDeclaration'].includes(type);

function isLogCall(node: SyntaxNode): boolean {
  const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined;
  const object = callee && childOf(callee, 'object');
  const name = object?.name ?? (object && childOf(object, 'property')?.name);
  return /^(log|console)$/i.test(String(name));
}

/** `super('…')` and `new SomeError('…')`: texts of errors are for the log only. */
function isErrorText(node: SyntaxNode): boolean {
  const callee = childOf(node, 'callee');
  if (node.type === 'CallExpression') return callee?.type === 'Super';
  return node.type === 'NewExpression' && /Error$/.test(String(callee?.name));
}

function isRemovable(node: SyntaxNode): boolean {
  if (node.type === 'ReturnStatement') return childOf(node, 'argument') === undefined;
  const expression = childOf(node, 'expression');
  const isSuper = expression !== undefined && childOf(expression, 'callee')?.type === 'Super';
  return removable.includes(node.type) && typeof node.directive !== 'string' && !isSuper;
}

function childPlace(node: SyntaxNode, child: SyntaxNode, place: Place): Place {
  const isSpine =
    node.type === 'ChainExpression' ||
    (place.isInChain &&
      [childOf(node, 'object'), childOf(node, 'callee'), childOf(node, 'expression')].includes(child));
  const isCondition = (conditionKeys[node.type] ?? []).some((key) => childOf(node, key) === child);
  return { isCondition, isInChain: isSpine, isForLog: place.isForLog || isErrorText(node) };
}

/** A key that is not computed and a directive are names, not values. */
function isName(parent: SyntaxNode, child: SyntaxNode): boolean {
  const isKey = 'key' in parent && childOf(parent, 'key') === child && parent.computed !== true;
  return isKey || (parent.type === 'ExpressionStatement' && typeof parent.directive === 'string');
}

/**
 * All changes of a file that tests are expected to notice: other operators, conditions that always or never hold, other
 * literals, calls left out. What only the log gets is left alone.
 * @param firstId ids count up from it
 */
export function findMutants(file: string, text: string, firstId = 0): readonly Mutant[] {
  const mutants: Mutant[] = [];
  const add = (node: SyntaxNode, kind: Mutant['kind'], replacement: string): void => {
    const before = text.slice(0, node.start);
    const line = before.split('\n').length;
    const column = node.start - before.lastIndexOf('\n');
    mutants.push({
      id: firstId + mutants.length,
      file,
      line,
      column,
      start: node.start,
      end: node.end,
      kind,
      replacement,
    });
  };
  const visit = (node: SyntaxNode, place: Place): void => {
    if (isInert(node) || isLogCall(node)) return;
    const expression = node.type === 'ExpressionStatement' ? childOf(node, 'expression') : undefined;
    const unwrapped = expression?.type === 'AwaitExpression' ? childOf(expression, 'argument') : expression;
    if (unwrapped !== undefined && isLogCall(unwrapped)) return;
    if (isRemovable(node)) add(node, 'statement', '');
    const isLogText = place.isForLog && node.type === 'Literal';
    if (!place.isInChain && !isLogText) {
      for (const change of changesOf(text, node, place.isCondition)) add(node, 'expression', change);
    }
    for (const child of childrenOf(node)) {
      if (!isName(node, child)) visit(child, childPlace(node, child, place));
    }
  };
  visit(parseTypeScript(file, text), plain);
  return mutants;
}
