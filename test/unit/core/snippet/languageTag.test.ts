import assert from 'node:assert/strict';
import fc from 'fast-check';
import { languageName, languageOfTag, languageTag } from '../../../../src/core/snippet/languages.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

describe('languageTag', () => {
  for (const [id, tag] of [
    ['typescript', 'ts'],
    ['shellscript', 'sh'],
    ['markdown', 'md'],
    ['plaintext', ''],
    ['cpp', 'cpp'],
    ['dockercompose', 'yaml'],
    ['some-new.language', 'some-new.language'],
    ['Odd Name`', 'oddname'],
  ] as const) {
    it(`tags ${id} as "${tag}"`, () => {
      assert.equal(languageTag(id), tag);
    });
  }

  it('is a valid fence tag for any id', () => {
    fc.assert(
      fc.property(hostileText, (id) => {
        assert.match(languageTag(id), /^[a-z0-9+#._-]*$/);
      }),
      manyCases,
    );
  });
});

describe('languageName', () => {
  for (const [id, name] of [
    ['typescript', 'TypeScript'],
    ['csharp', 'C#'],
    ['go', 'Go'],
    ['sql', 'SQL'],
    ['cpp', 'C++'],
    ['shellscript', 'Shell'],
    ['plaintext', ''],
    ['unheard-of', 'unheard-of'],
  ] as const) {
    it(`names ${id} "${name}"`, () => {
      assert.equal(languageName(id), name);
    });
  }
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
