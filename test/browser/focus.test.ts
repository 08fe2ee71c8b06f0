import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, useWorkbench } from './fixtures.ts';
import { pickFromMenu } from './pages/menu.ts';

const room = 'Code reviews';
const cell = { cell_type: 'code', execution_count: 1, metadata: {}, source: ['plot(tide)'], outputs: [] };

test.describe('A share', () => {
  const session = useWorkbench();
  const palette = (title: string) => () => session().workbench.runCommand(`Roomside: ${title} to Room…`);
  /** Waits until the focus is in a part of the window. */
  const expectIn = (part: string) => {
    const { page, until } = session().workbench;
    return until(() => page.evaluate(`document.activeElement?.closest(${JSON.stringify(part)}) != null`));
  };

  test.beforeAll(async ({ workbench, sandbox }) => {
    await workbench.signIn(sandbox);
    await writeFile(
      path.join(session().workspaceFolder, 'tides.ipynb'),
      JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    await workbench.editor.open('tide.ts');
  });

  /** Leaves the confirmation, once by Escape pressed twice at once and once by Enter, and types where the focus is then. */
  async function expectFocus(
    place: string,
    title: string,
    begin: () => Promise<void>,
    changedFiles = 0,
  ): Promise<void> {
    const { workbench } = session();
    const { page } = workbench;
    await expectIn(place);
    await workbench.toConfirmation(room, title, begin);
    await workbench.composer.preview().locator('article:not(.outline)').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await workbench.input.expectClosed();
    await expectIn(place);
    await workbench.shareTo(room, title, begin);
    await expectIn(place);
    await page.keyboard.type('q');
    await expectIn(place);
    await workbench.until(async () => (await page.locator('.tab.dirty').count()) === changedFiles);
  }

  test('begun in the terminal leaves the focus there', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.runCommand('Terminal: Create New Terminal');
    await page.locator('.terminal-command-decoration').first().waitFor();
    await page.keyboard.type('sleep 1; echo first tide\n');
    await page.locator('.terminal-command-decoration:not(.default)').first().waitFor();
    await expectFocus('.terminal-wrapper', 'Share Last Command', palette('Share Last Command'));
    await workbench.runCommand('View: Toggle Panel Visibility');
  });

  test('begun in the Explorer leaves the focus there', async ({ workbench }) => {
    await workbench.explorer.open();
    await workbench.explorer.file('tides.ipynb').click({ button: 'right' });
    await workbench.page.keyboard.press('Escape');
    await workbench.explorer.file('README.md').click();
    await expectFocus('.explorer-folders-view', 'Share File', () =>
      pickFromMenu(workbench.page, workbench.explorer.file('README.md'), ['Share File to Room…']),
    );
  });

  test('begun in a debug view leaves the focus there', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.runCommand('Test: Start the Debugger');
    await workbench.viewIcon('Run and Debug').click();
    const row = (text: string) => page.locator('.debug-variables .monaco-list-row', { hasText: text });
    const collapsed = row('Local').and(page.locator('[aria-expanded="false"]'));
    // VS Code expands the scope by itself, but not always while the view opens.
    await workbench.until(async () => {
      if (await collapsed.isVisible()) await collapsed.click();
      return row('level').isVisible();
    });
    await row('level').click();
    await expectFocus('.debug-variables', 'Share Value', () =>
      pickFromMenu(page, row('level'), ['Share Value to Room…']),
    );
    await workbench.runCommand('Debug: Stop');
  });

  test('begun in a notebook leaves the focus there', async ({ workbench }) => {
    await workbench.explorer.open();
    await workbench.explorer.file('tides.ipynb').click();
    const row = workbench.page.locator('.notebookOverlay .monaco-list-row .execution-count-label').first();
    await row.click();
    await expectFocus('.notebookOverlay', 'Share Cell', () =>
      pickFromMenu(workbench.page, row, ['Share Cell to Room…']),
    );
  });

  test('begun in a room leaves the focus there', async ({ workbench }) => {
    await workbench.readRoom(room);
    await expectFocus('iframe.webview', 'Share Last Command', palette('Share Last Command'));
  });

  test('begun in the box for a commit message leaves the focus there', async ({ workbench }) => {
    execFileSync('git', ['init'], { cwd: session().workspaceFolder });
    await workbench.viewIcon('Source Control').click();
    const box = workbench.page.locator('.scm-editor .monaco-editor').first();
    await box.click();
    await expectFocus('.scm-editor', 'Share Last Command', palette('Share Last Command'));
  });

  test('begun in the left side of a comparison leaves the focus there', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.editor.open('README.md');
    await page.evaluate('navigator.clipboard.writeText("# Tides")');
    await workbench.runCommand('File: Compare Active File with Clipboard');
    await page.locator('.monaco-diff-editor .editor.original .view-line', { hasText: '# Tides' }).click();
    await expectFocus('.editor.original', 'Share Current File', palette('Share Current File'));
    await workbench.runCommand('View: Close Editor');
  });

  test('begun in an editor leaves the focus there', async ({ workbench }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 2);
    await expectFocus('.monaco-editor.focused', 'Share Selection', palette('Share Selection'), 1);
    await workbench.page.keyboard.press('ControlOrMeta+Z');
  });
});
