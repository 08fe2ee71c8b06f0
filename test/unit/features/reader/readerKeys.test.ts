import assert from 'node:assert/strict';
import { commandIds } from '../../../../src/host/commands/commandIds.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { projectText } from '../../project/projectFiles.ts';

const { keyRows } = await withVscode(() => import('../../../../src/features/reader/readerKeys.ts'));

interface Binding {
  readonly command: string;
  readonly key: string;
  readonly when: string;
}

describe('the keys of the room view', () => {
  const manifest = JSON.parse(projectText('package.json'));
  const bindings: readonly Binding[] = manifest.contributes.keybindings;

  it('exist for each action, and are listed with the key of the system', () => {
    const rows = keyRows(manifest, false);
    const others = ['roomside.readerKeys', 'roomside.readerCopyLink'];
    const actions = commandIds.filter((id) => id.startsWith('roomside.reader') && !others.includes(id));
    assert.deepEqual(rows.map(({ command }) => command).sort(), actions.sort());
    const keyOf = (isMac: boolean | undefined) =>
      keyRows(manifest, isMac).find(({ command }) => command === 'roomside.readerDelete')?.description;
    assert.deepEqual([keyOf(false), keyOf(true)], ['Delete', 'Cmd+Backspace']);
    // A remote window, whose keyboard may be that of a Mac.
    assert.equal(keyOf(undefined), 'Delete / Cmd+Backspace');
  });

  it('are listed by the titles of the commands, of which VS Code keeps two when they are translated', () => {
    const command = 'roomside.readerDelete';
    const labels = ['Delete', { value: 'Löschen', original: 'Delete' }].map((title) => {
      const contributes = { commands: [{ command, title }], keybindings: [{ command, key: 'delete' }] };
      return keyRows({ contributes }, false)[0]?.label;
    });
    assert.deepEqual(labels, ['Delete', 'Löschen']);
  });

  it('work in its page only, by what VS Code itself knows when the key is pressed', () => {
    const inPage = 'activeWebviewPanelId == roomside.reader && webviewFindWidgetEnabled && !webviewFindWidgetFocused';
    const others = bindings.filter(({ command, when }) => command.startsWith('roomside.reader') && when !== inPage);
    assert.deepEqual(others, []);
  });
});
