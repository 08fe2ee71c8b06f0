import { childOf, childrenOf, type SyntaxNode } from './syntax.ts';

/** Other operators for a binary expression. Equality of a bare condition is covered by its "true" and "false". */
const otherOperators: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '===': ['!=='],
    '!==': ['==='],
    '+': ['-'],
    '-': ['+'],
    '*': ['/'],
    '/': ['*'],
    '%': ['*'],
    '**': ['*'],
    '&&': ['||'],
    '||': ['&&'],
    '+=': ['-='],
    '-=': ['+='],
    '*=': ['/='],
    '/=': ['*='],
    '++': ['--'],
    '--': ['++'],
  }),
);

/** Methods with a counterpart; an empty one means that the call is left out. */
const otherMethods: ReadonlyMap<string, string> = new Map(
  Object.entries({
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    toLowerCase: 'toUpperCase',
    toUpperCase: 'toLowerCase',
    trim: '',
    sort: '',
    toSorted: '',
    reverse: '',
    toReversed: '',
    filter: '',
    slice: '',
  }),
);

const isText = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');

/** Replaces the operator between two operands; parentheses around them stay. */
function withOperator(text: string, node: SyntaxNode, operand: SyntaxNode, operator: string): string {
  const at = text.indexOf(String(node.operator), operand.end);
  return text.slice(node.start, at) + operator + text.slice(at + String(node.operator).length, node.end);
}

function binaryChanges(text: string, node: SyntaxNode, isCondition: boolean): readonly string[] {
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
  const operator = String(node.operator);
  if (left === undefined || (operator === '+' && (isText(left) || isText(right)))) return [];
  if (operator === '??') return [text.slice(node.start, text.indexOf('??', left.end)).trimEnd()];
  const others = otherOperators.get(operator) ?? [];
  // Without a boundary, "true" and "false" say as much as the opposite.
  const used = isCondition && !['&&', '||'].includes(operator) ? others.slice(0, others.length - 1) : others;
  return used.map((other) => withOperator(text, node, left, other));
}

/** Small numbers are off by one; of a large one the size counts. */
const largeNumber = 100;

function literalChanges({ value, raw }: SyntaxNode): readonly string[] {
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value === 'number') return [String(value < largeNumber ? value + 1 : value * 2)];
  if (typeof value === 'string' && raw !== null) return [value === '' ? "'mutated'" : "''"];
  return [];
}

function updateChanges(text: string, node: SyntaxNode): readonly string[] {
  const operand = childOf(node, 'argument');
  const other = otherOperators.get(String(node.operator))?.[0];
  if (operand === undefined || other === undefined) return [];
  const code = text.slice(operand.start, operand.end);
  return [node.prefix === true ? other + code : code + other];
}

function callChanges(text: string, node: SyntaxNode): readonly string[] {
  const callee = childOf(node, 'callee');
  if (callee?.type !== 'MemberExpression' || callee.computed === true) return [];
  const [object, property] = [childOf(callee, 'object'), childOf(callee, 'property')];
  const other = otherMethods.get(String(property?.name));
  if (object === undefined || property === undefined || other === undefined) return [];
  if (other === '') return [text.slice(node.start, text.indexOf('.', object.end)).trimEnd()];
  return [text.slice(node.start, property.start) + other + text.slice(property.end, node.end)];
}

/** A chain that fails where something is missing, for each "?." of it. */
function chainChanges(text: string, chain: SyntaxNode): readonly string[] {
  const changes: string[] = [];
  for (let node = childOf(chain, 'expression'); node !== undefined; ) {
    const inner = childOf(node, 'object') ?? childOf(node, 'callee') ?? childOf(node, 'expression');
    if (node.optional === true && inner !== undefined) {
      const at = text.indexOf('?.', inner.end);
      const next = /[[(]/.test(text.charAt(at + 2)) ? '' : '.';
      changes.push(text.slice(chain.start, at) + next + text.slice(at + 2, chain.end));
    }
    node = inner;
  }
  return changes;
}

/**
 * The expressions that may replace an expression.
 * @param isCondition whether it decides an `if`, a loop or a `?:`
 */
export function changesOf(text: string, node: SyntaxNode, isCondition: boolean): readonly string[] {
  const bare = isCondition ? ['true', 'false'] : [];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return [...bare, ...binaryChanges(text, node, isCondition)];
    case 'UnaryExpression':
      return node.operator === '!' && !isCondition ? [text.slice(node.start + 1, node.end)] : bare;
    case 'UpdateExpression':
      return updateChanges(text, node);
    case 'Literal':
      return literalChanges(node);
    case 'ArrayExpression':
      return childrenOf(node).length > 0 ? ['[]'] : [];
    case 'ChainExpression':
      return [...bare, ...chainChanges(text, node)];
    case 'CallExpression':
      return [...bare, ...callChanges(text, node)];
    default:
      return bare;
  }
}
