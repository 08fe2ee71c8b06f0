import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { test, useWorkbench } from './fixtures.ts';
import { hoverItem, pickFromMenu } from './pages/menu.ts';

const room = 'Code reviews';
/** Images of one pixel, in Base64 as notebooks have them. */
const onePixel = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  gif: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
} as const;

test.describe('Share menus', () => {
  const session = useWorkbench();

  test.beforeAll(async ({ workbench, sandbox }) => {
    await workbench.signIn(sandbox);
  });

  test('share a notebook cell and its images from the menu of the cell', async () => {
    const { workbench, sandbox, workspaceFolder } = session();
    const { page } = workbench;
    const sha256 = (data: string) => createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex');
    const rich = (data: object) => ({ output_type: 'display_data', metadata: {}, data });
    const outputs = [
      { output_type: 'stream', name: 'stdout', text: ['high at noon\n'] },
      rich({ 'image/png': onePixel.png, 'text/plain': ['<Figure size 640x480 with 1 Axes>'] }),
      rich({ 'image/png': onePixel.gif }),
      rich({ 'image/svg+xml': ['<svg xmlns="http://www.w3.org/2000/svg"/>'] }),
    ];
    const cell = { cell_type: 'code', execution_count: 1, metadata: {}, source: ['plot(tide)'], outputs };
    const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
    await writeFile(path.join(workspaceFolder, 'tides.ipynb'), JSON.stringify(notebook));
    await workbench.explorer.open();
    await workbench.explorer.file('tides.ipynb').click();
    const command = 'Share Cell to Room…';
    const inCell = (part: string) => page.locator(`.notebookOverlay .monaco-list-row ${part}`).first();
    // The image in a format of its own is not sent.
    const warnings = ' · 1 warning';
    const begin = () => pickFromMenu(page, inCell('.execution-count-label'), [command]);
    await workbench.toConfirmation(room, 'Share Cell', begin, warnings);
    await workbench.input.cancelConfirmation();
    const fromToolbar = async () => {
      await inCell('.cell-title-toolbar .codicon-toolbar-more').click();
      await hoverItem(page, command);
      await page.keyboard.press('Enter');
    };
    await workbench.toConfirmation(room, 'Share Cell', fromToolbar, warnings);
    await workbench.input.expectText('2 images');
    await workbench.picture('share-cell-confirm');
    await workbench.input.acceptActive(`Send to ${room}${warnings}`);
    await workbench.statusBar(`Shared cell 1 of tides.ipynb and 2 images to ${room}`);
    const [text, ...images] = await sandbox.received();
    assert.match(text?.markdown ?? '', /plot\(tide\)\n```\n\noutput\n\n```\nhigh at noon\n```$/);
    const sentImages = images.map(({ files: [file] }) => [file?.name, file?.mediaType, file?.sha256]);
    assert.deepEqual(sentImages, [
      ['tides.cell1-output2.png', 'image/png', sha256(onePixel.png)],
      ['tides.cell1-output3.gif', 'image/gif', sha256(onePixel.gif)],
    ]);
  });

  test('share a value and a watch expression from the Run and Debug view', async ({ workbench, sandbox }) => {
    const { page } = workbench;
    await workbench.runCommand('Test: Start the Debugger');
    await workbench.viewIcon('Run and Debug').click();
    const row = (pane: string, text: string) => page.locator(`.${pane} .monaco-list-row`, { hasText: text });
    const variable = row('debug-variables', 'level');
    // VS Code expands the scope by itself, but not always while the view opens.
    const collapsed = row('debug-variables', 'Local').and(page.locator('[aria-expanded="false"]'));
    await workbench.until(async () => {
      if (await collapsed.isVisible()) await collapsed.click();
      return variable.isVisible();
    });
    await pickFromMenu(page, variable, ['Add to Watch']);
    const expression = row('debug-watch', 'tide.level');
    await expression.filter({ hasText: '{ high: 3.2 }' }).waitFor();
    const share = async (target: Locator) => {
      await workbench.shareTo(room, 'Share Value', () => pickFromMenu(page, target, ['Share Value to Room…']));
      await workbench.until(async () => (await sandbox.received()).length === 1);
      const [message] = await sandbox.received();
      await sandbox.control('DELETE', 'received');
      return message?.markdown;
    };
    const value = '· Level · debugger\n\n```\n{ high: 3.2 }\n```';
    assert.equal(await share(variable), `**level** ${value}`);
    assert.equal(await share(expression), `**tide.level** ${value}`);
    await workbench.picture('debug-views');
  });

  test('share the chosen message of a failed test from the Test Results', async ({ workbench, sandbox }) => {
    const { page } = workbench;
    await workbench.runCommand('Test: Offer a Failing Test');
    // Before that, VS Code runs nothing.
    await workbench.viewIcon('Testing').click();
    await page.locator('.test-explorer .monaco-list-row', { hasText: 'tide rises' }).waitFor();
    await workbench.runCommand('Test: Run All Tests');
    const message = page.locator('.test-output-peek-tree .monaco-list-row', { hasText: 'The level is wrong.' });
    await message.waitFor();
    await workbench.picture('test-results');
    await workbench.shareTo(room, 'Share Test Failure', () =>
      pickFromMenu(page, message, ['Share Test Failure to Room…']),
    );
    await workbench.statusBar(`Shared tide rises to ${room}`);
    const [shared] = await sandbox.received();
    assert.equal(
      shared?.markdown,
      '**tide rises** · failed · src/tide.ts:3\n\n```\nThe level is wrong.\n```\n\nexpected\n\n```\nhigh\n```\n\nactual\n\n```\nlow\n```',
    );
  });
});
