import assert from 'node:assert/strict';
import fc from 'fast-check';
import { languageName, languageOfTag, languageTag } from '../../../../src/core/snippet/languages.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

describe('a language', () => {
  for (const [id, tag, name] of [
    ['typescript', 'ts', 'TypeScript'],
    ['shellscript', 'sh', 'Shell'],
    ['csharp', 'cs', 'C#'],
    ['cpp', 'cpp', 'C++'],
    ['go', 'go', 'Go'],
    ['sql', 'sql', 'SQL'],
    ['plaintext', '', ''],
    ['dockercompose', 'yaml', 'Docker Compose'],
    ['some-new.language', 'some-new.language', 'some-new.language'],
    ['Odd Name`', 'oddname', 'Odd Name`'],
  ] as const) {
    it(`${id} has the tag "${tag}" and the name "${name}"`, () =>
      assert.deepEqual([languageTag(id), languageName(id)], [tag, name]));
  }

  it('has a valid fence tag for any id', () => {
    fc.assert(
      fc.property(hostileText, (id) => assert.match(languageTag(id), /^[a-z0-9+#._-]*$/)),
      manyCases,
    );
  });
});

describe('languageOfTag', () => {
  it('is the language of a short tag or of another usual one, if the editor has it', () => {
    const ids = ['typescript', 'shellscript', 'yaml', 'go'];
    assert.deepEqual(
      ['ts', 'TS', 'zsh', 'yml', 'go', 'py', ''].map((tag) => languageOfTag(tag, ids)),
      ['typescript', 'typescript', 'shellscript', 'yaml', 'go', 'plaintext', 'plaintext'],
    );
  });
});
