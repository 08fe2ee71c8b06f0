import assert from 'node:assert/strict';
import { findMutants } from '../../../support/harness/mutate/findMutants.ts';

/** Each change as "code → replacement"; a statement that is left out has no replacement. */
const changes = (text: string): readonly string[] =>
  findMutants('some.ts', text).map(({ start, end, replacement }) =>
    `${text.slice(start, end)} → ${replacement}`.trim(),
  );

describe('findMutants', () => {
  it('moves a boundary and reverses it', () => {
    assert.deepEqual(changes('const is = a < b;'), ['a < b → a <= b', 'a < b → a >= b']);
  });

  it('makes a condition always true and always false', () => {
    const found = changes('if (isGood) go();');
    assert.deepEqual(found, ['isGood → true', 'isGood → false', 'go(); →']);
  });

  it('keeps the parentheses of operands', () => {
    assert.deepEqual(changes('const is = (a && b) || c;'), ['(a && b) || c → (a && b) && c', 'a && b → a || b']);
  });

  it('changes small numbers by one and doubles large ones', () => {
    assert.deepEqual(changes('const [a, b] = f(3, 200);'), ['3 → 4', '200 → 400']);
  });

  it('removes the question mark from a chain as a whole', () => {
    assert.deepEqual(changes('const size = a?.b?.(1).trim();'), [
      'a?.b?.(1).trim() → a?.b(1).trim()',
      'a?.b?.(1).trim() → a.b?.(1).trim()',
      '1 → 2',
    ]);
  });

  it('ignores types, names, module specifiers and text for the log', () => {
    const text = `import { a } from './a.ts';
      type Kind = 'one' | 'two';
      const table: Readonly<Record<Kind, number>> = { 'one': x, two: y };
      log.warn('slow');
      await this.#log.error('bad', 1);
      class Bad extends Error { constructor() { super('bad'); } }`;
    assert.deepEqual(changes(text), []);
  });

  it('ignores a method of every object when looking for a counterpart', () => {
    assert.deepEqual(changes('const text = value.toString();'), []);
  });

  it('counts lines and columns from 1', () => {
    const [mutant] = findMutants('some.ts', 'const a = b;\n  const c = d && e;', 7);
    assert.deepEqual([mutant?.id, mutant?.line, mutant?.column], [7, 2, 13]);
  });
});
