import assert from 'node:assert/strict';
import { languageOf } from '../../../../src/servers/pages/pageLanguage.ts';

describe('languageOf', () => {
  const rows: readonly [header: string | undefined, language: string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['DE-at ; Q=0.9 , en;q=0.8', 'de'],
    ['en;q=0.5, fr;q=0.50, de;q=0.501', 'de'],
    ['de;q=0.8, fr;q=0.8', 'de'],
    ['ja, nl;q=0.9, fr;q=0.2', 'fr'],
    ['ja, *', 'en'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['deu, fre', 'en'],
    [`${'ja,'.repeat(1000)}de`, 'en'],
  ];

  it('chooses the language with the highest quality value, the first among equal ones, and else English', () => {
    for (const [header, language] of rows) assert.equal(languageOf(header), language, header?.slice(0, 60));
  });
});
