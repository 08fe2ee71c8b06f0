import assert from 'node:assert/strict';
import { findMutants } from '../../../support/harness/mutate/findMutants.ts';

/** Each change as "code → replacement"; a statement that is left out has no replacement. */
const changes = (text: string): readonly string[] =>
  findMutants('some.ts', text).map(({ start, end, replacement }) =>
    `${text.slice(start, end)} → ${replacement}`.trim(),
  );

describe('Finding mutants', () => {
  it('moves a boundary and turns it round', () => {
    assert.deepEqual(changes('const is = a < b;'), ['a < b → a <= b', 'a < b → a >= b']);
  });

  it('makes a condition always and never hold', () => {
    const found = changes('if (isGood) go();');
    assert.deepEqual(found, ['isGood → true', 'isGood → false', 'go(); →']);
  });

  it('keeps the parentheses of operands', () => {
    assert.deepEqual(changes('const is = (a && b) || c;'), ['(a && b) || c → (a && b) && c', 'a && b → a || b']);
  });

  it('changes small numbers by one and doubles large ones', () => {
    assert.deepEqual(changes('const [a, b] = f(3, 200);'), ['3 → 4', '200 → 400']);
  });

  it('takes the question mark from a chain as a whole', () => {
    assert.deepEqual(changes('const size = a?.b?.(1).trim();'), [
      'a?.b?.(1).trim() → a?.b(1).trim()',
      'a?.b?.(1).trim() → a.b?.(1).trim()',
      '1 → 2',
    ]);
  });

  it('leaves types, names, addresses of modules and what only the log gets', () => {
    const text = `import { a } from './a.ts';
      type Kind = 'one' | 'two';
      const table: Readonly<Record<Kind, number>> = { 'one': x, two: y };
      log.warn('slow');
      await this.#log.error('bad', 1);
      class Bad extends Error { constructor() { super('bad'); } }`;
    assert.deepEqual(changes(text), []);
  });

  it('does not take a method that every object has for one with a counterpart', () => {
    assert.deepEqual(changes('const text = value.toString();'), []);
  });

  it('tells line and column from 1', () => {
    const [mutant] = findMutants('some.ts', 'const a = b;\n  const c = d && e;', 7);
    assert.deepEqual([mutant?.id, mutant?.line, mutant?.column], [7, 2, 13]);
  });
});
