import assert from 'node:assert/strict';
import { l10n, MarkdownString } from 'vscode';
import * as fake from '../support/fakes/vscodeFake.ts';

describe('The fake of VS Code for unit tests', () => {
  it('escapes text for Markdown as VS Code does', () => {
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
    for (const text of [
      ascii,
      'two  blanks, a\ttab\nand\n\na line',
      '- one\n  - two',
      '[run](command:x) $(error) <b>\u202e👩🏽‍💻',
    ]) {
      assert.equal(new fake.MarkdownString().appendText(text).value, new MarkdownString().appendText(text).value);
    }
  });

  it('fills the places of a text as VS Code does', () => {
    assert.equal(fake.l10n.t('{1} of {0} {2}', 'a', 2), l10n.t('{1} of {0} {2}', 'a', 2));
    assert.equal(fake.l10n.t('{a} {b}', { a: 'x' }), l10n.t('{a} {b}', { a: 'x' }));
  });
});
