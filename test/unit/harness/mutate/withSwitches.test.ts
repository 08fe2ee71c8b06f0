import assert from 'node:assert/strict';
import vm from 'node:vm';
import { findMutants } from '../../../support/harness/mutate/findMutants.ts';
import { parseTypeScript } from '../../../support/harness/mutate/syntax.ts';
import { switchName, withSwitches } from '../../../support/harness/mutate/withSwitches.ts';
import { projectFiles, projectText } from '../../project/projectFiles.ts';

/** The results of a script with each mutant active; the first one without any. */
function results(text: string): Readonly<Record<string, unknown>> {
  const mutants = findMutants('some.ts', text);
  const code = withSwitches(text, mutants);
  const run = (active: number): unknown => {
    const context = { [switchName]: (id: number) => id === active, found: undefined };
    vm.runInNewContext(code, context);
    return context.found;
  };
  const nameOf = ({ start, end, replacement }: (typeof mutants)[number]): string =>
    `${text.slice(start, end)} → ${replacement}`;
  return { unchanged: run(-1), ...Object.fromEntries(mutants.map((mutant) => [nameOf(mutant), run(mutant.id)])) };
}

describe('withSwitches', () => {
  it('changes the behavior only with an active mutant', () => {
    assert.deepEqual(results('var found = (() => { let x = 2; x += (x - 1) * 5; return x > 7; })();'), {
      unchanged: false,
      '2 → 3': true,
      'x += (x - 1) * 5; → ': false,
      'x += (x - 1) * 5 → x -= (x - 1) * 5': false,
      '(x - 1) * 5 → (x - 1) / 5': false,
      'x - 1 → x + 1': true,
      '1 → 2': false,
      '5 → 6': true,
      'x > 7 → x >= 7': true,
      'x > 7 → x <= 7': true,
      '7 → 8': false,
    });
  });

  it('returns valid TypeScript for all of core, with the same lines', () => {
    for (const file of projectFiles('src/core/{api,auth,outbox}/*.ts')) {
      const text = projectText(file);
      const code = withSwitches(text, findMutants(file, text));
      assert.doesNotThrow(() => parseTypeScript(file, code), file);
    }
  }).timeout(10_000);
});
