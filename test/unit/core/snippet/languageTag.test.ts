import assert from 'node:assert/strict';
import fc from 'fast-check';
import { languageName, languageTag } from '../../../../src/core/snippet/languages.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

describe('languageTag', () => {
  for (const [id, tag] of [
    ['typescript', 'ts'],
    ['typescriptreact', 'tsx'],
    ['javascript', 'js'],
    ['javascriptreact', 'jsx'],
    ['shellscript', 'sh'],
    ['csharp', 'cs'],
    ['python', 'py'],
    ['rust', 'rs'],
    ['ruby', 'rb'],
    ['powershell', 'ps1'],
    ['markdown', 'md'],
    ['objective-c', 'objc'],
    ['plaintext', ''],
    ['search-result', ''],
    ['cpp', 'cpp'],
    ['go', 'go'],
    ['jsonc', 'jsonc'],
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
