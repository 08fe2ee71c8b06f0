import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { projectRoot } from '../support/harness/projectRoot.mjs';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
test.describe('Attachments', () => {
  const session = useWorkbench({ 'files.autoSave': 'off', 'roomside.reader.showImages': true });
  let priya: OtherPerson;
  const inWorkspace = (file: string): string => path.join(session().workspaceFolder, file);

  test.beforeAll(async ({ workbench, sandbox }) => {
    await workbench.signIn(sandbox);
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
  });

  test('shows an image in the reader as the settings say, opens and saves it', async ({ workbench }) => {
    const picture = await readFile(path.join(projectRoot, 'media/icon.png'));
    await priya.postFile(room, 'diagram.png', picture, 'image/png');
    await workbench.runCommand('Roomside: Read Room');
    await workbench.input.findOption(room);
    const { frame } = new Reader(workbench.page);
    await frame.getByRole('img', { name: 'diagram.png' }).waitFor();
    assert.equal(await frame.getByRole('button', { name: 'Show Image: diagram.png' }).count(), 0);
    await frame.locator('button.image').last().press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'diagram.png' }).waitFor();
    // The status bar item of VS Code's image preview: the image is loaded.
    await workbench.statusBar(/^\d+x\d+$/);
    await workbench.picture('attachment-picture');
    await workbench.editor.titleAction('Save Attachment to Workspace…');
    await workbench.input.expectTitle('Save diagram.png to…');
    await workbench.picture('attachment-save');
    await workbench.input.pickOption(path.basename(session().workspaceFolder));
    await workbench.toast('Saved diagram.png');
    assert.deepEqual(await readFile(inWorkspace('diagram.png')), picture);
  });
});
