import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { l10n, MarkdownString, type QuickPick, type QuickPickItem, QuickPickItemKind } from 'vscode';
import * as fake from '../support/fakes/vscodeFake.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';

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

  it('has quick picks that report active, accepted and hidden rows as those of VS Code do', async () => {
    const told = async ({ commands, window }: typeof fake | typeof vscode): Promise<readonly string[]> => {
      const picker = window.createQuickPick() as QuickPick<QuickPickItem>;
      const seen: string[] = [];
      const names = (rows: readonly QuickPickItem[]): string => rows.map(({ label }) => label).join();
      picker.onDidChangeActive((rows) => seen.push(`active ${names(rows)}`));
      picker.onDidChangeValue((value) => seen.push(`value ${value}`));
      picker.onDidAccept(() => seen.push(`accepted ${names(picker.selectedItems)}`));
      picker.onDidHide(() => seen.push('hidden'));
      const until = (what: string) => waitUntilTrue(what, () => seen.at(-1) === what);
      const rows = ['a', 'b', 'c'].map((label) => ({ label, alwaysShow: true }));
      const press = (id: string) => commands.executeCommand(`workbench.action.${id}`);
      picker.items = [{ label: 'Rows', kind: QuickPickItemKind.Separator }, ...rows];
      picker.show();
      await until('active a');
      picker.activeItems = rows.slice(1, 2);
      await until('active b');
      await press('acceptSelectedQuickOpenItem');
      await until('accepted b');
      picker.items = rows.slice(2);
      await until('active c');
      const other = window.createQuickPick();
      other.show();
      await until('hidden');
      const all = [...seen];
      for (const each of [other, picker]) each.dispose();
      return all;
    };
    assert.deepEqual(await told(fake), await told(vscode));
  });
});
