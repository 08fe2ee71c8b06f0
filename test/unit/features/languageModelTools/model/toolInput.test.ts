import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolError } from '../../../../../src/features/languageModelTools/model/toolFailure.ts';
import {
  parseToolInput,
  type ToolName,
  toolFields,
} from '../../../../../src/features/languageModelTools/model/toolInput.ts';

const names = Object.keys(toolFields) as ToolName[];
/** Invalid input that a model may send. */
const anything = fc.oneof(
  fc.anything(),
  fc.dictionary(fc.constantFrom('roomId', 'last', 'filter', 'offset', 'limit', 'markdown', '__proto__'), fc.anything()),
);

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof ToolError) return /^The input of this tool is invalid: (.*)\.$/.exec(error.answer)?.[1] ?? '';
    throw error;
  }
  return 'no refusal';
}

describe('parseToolInput', () => {
  it('rejects invalid input with the requirement', () => {
    const rules = [
      [{}, '"roomId" must be a string of 1 to 500 characters'],
      [{ roomId: '' }, '"roomId" must be a string of 1 to 500 characters'],
      [{ roomId: 7 }, '"roomId" must be a string of 1 to 500 characters'],
      [{ roomId: 'r', last: 0 }, '"last" must be an integer from 1 to 100'],
      [{ roomId: 'r', last: 1.5 }, '"last" must be an integer from 1 to 100'],
      [{ roomId: 'r', last: '5' }, '"last" must be an integer from 1 to 100'],
      [{ roomId: 'r', title: 'General' }, 'only the fields roomId, last, threadId are allowed'],
      [['r'], 'it must be an object'],
      [null, 'it must be an object'],
    ] as const;
    for (const [input, rule] of rules)
      assert.equal(
        refusal(() => parseToolInput('roomside_read_room', input)),
        rule,
      );
  });

  it('counts characters as its schema does, in code points', () => {
    assert.equal(parseToolInput('roomside_list_rooms', { filter: '\u{1f30a}'.repeat(200) }).filter.length, 400);
    assert.match(
      refusal(() => parseToolInput('roomside_list_rooms', { filter: 'a'.repeat(201) })),
      /0 to 200/,
    );
  });

  it('parses any value to valid input, or throws ToolError', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), anything, (name, input) => {
        const rule = refusal(() => {
          const parsed = parseToolInput(name, input);
          assert.deepEqual(Object.keys(parsed).sort(), Object.keys(toolFields[name]).sort());
          assert.deepEqual(parseToolInput(name, parsed), parsed);
        });
        assert.notEqual(rule, '');
      }),
      { numRuns: 2_000 },
    );
  });
});
