import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { test, useWorkbench } from './fixtures.ts';
import { leaveHover, pickFromMenu } from './pages/menu.ts';

const run = promisify(execFile);
const room = 'Code reviews';

test.describe('Menus of Git', () => {
  const session = useWorkbench();

  async function git(...args: readonly string[]): Promise<string> {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
    const { stdout } = await run('git', [...identity, ...args], { cwd: session().workspaceFolder });
    return stdout;
  }

  /** A row of the Source Control view by the beginning of its label. */
  const changed = (label: string): Locator =>
    session()
      .workbench.page.locator('.scm-view .monaco-list-row[aria-level="2"]')
      .and(session().workbench.page.locator(`[aria-label^="${label.replaceAll('"', '\\"')}"]`));

  async function openSourceControl(): Promise<void> {
    const { page } = session().workbench;
    await leaveHover(page);
    if (await page.locator('.scm-view .monaco-list').first().isVisible()) return;
    await session().workbench.viewIcon('Source Control').click();
  }

  /** A workspace with two commits of `tide.ts`. */
  test.beforeAll(async ({ workbench, sandbox }) => {
    const source = path.join(session().workspaceFolder, 'src');
    const levels = Array.from({ length: 9 }, (_, index) => `const level${index} = ${index};\n`).join('');
    await writeFile(path.join(source, 'gauge.ts'), levels);
    await writeFile(path.join(source, 'forecast.ts'), `${levels}export const forecast = 'rising';\n`);
    await git('init', '-b', 'main');
    await git('add', '.');
    await git('commit', '-m', 'first');
    await appendFile(path.join(session().workspaceFolder, 'src/tide.ts'), '// ebb\n');
    await git('commit', '-a', '-m', 'Add the ebb');
    await workbench.signIn(sandbox);
  });

  test('share the changes of a file from the Source Control view', async () => {
    const { workbench, sandbox, workspaceFolder } = session();
    await appendFile(path.join(workspaceFolder, 'src/tide.ts'), '// slack\n');
    await appendFile(path.join(workspaceFolder, 'src/server.ts'), '// flow\n');
    await openSourceControl();
    // VS Code may have scanned the files before the commit: then it lists all of them and removes the others later.
    const files = workbench.page.locator('.scm-view .monaco-list-row[aria-level="2"]');
    for (const name of ['server.ts', 'tide.ts']) await changed(`${name}, Modified`).waitFor({ timeout: 60_000 });
    await workbench.until(async () => (await files.count()) === 2);
    await workbench.shareTo(
      room,
      'Share Changes',
      () => pickFromMenu(workbench.page, changed('tide.ts, Modified'), ['Share Changes to Room…']),
      () => workbench.picture('share-changes-confirm'),
    );
    await workbench.statusBar(`Shared tide.ts.patch to ${room}`);
    const [message] = await sandbox.received();
    const patch = await git('diff', '--', 'src/tide.ts');
    assert.equal(message?.markdown, `**tide.ts** · changes · main\n\n\`\`\`diff\n${patch}\`\`\``);
  });

  test('share the left side of a diff with the commit of that side', async () => {
    const { workbench, sandbox, workspaceFolder } = session();
    const file = path.join(workspaceFolder, 'src/forecast.ts');
    await writeFile(file, `// above\n${await readFile(file, 'utf8')}`);
    await openSourceControl();
    await changed('forecast.ts, Modified').click({ timeout: 60_000 });
    const left = workbench.page.locator('.editor-group-container.active .monaco-diff-editor .editor.original');
    const line = left.locator('.view-line > span', { hasText: 'export' }).first();
    await line.click();
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.press('Shift+End');
    // The status bar shows the position of the right side.
    await left.locator('.selected-text').first().waitFor();
    await workbench.shareTo(
      room,
      'Share Selection',
      () => pickFromMenu(workbench.page, line, ['Share to Room', 'Share Selection to Room…']),
      () => workbench.picture('share-left-side-confirm'),
    );
    await workbench.statusBar(/Shared src\/forecast\.ts:\d+ to /);
    const header = (await sandbox.received()).at(-1)?.markdown?.split('\n')[0];
    const commit = (await git('rev-parse', 'HEAD')).slice(0, 10);
    assert.equal(header, `**src/forecast.ts** · line 10 · TypeScript · commit ${commit}`);
  });

  test('ask the author of selected lines by five keys and Enter', async () => {
    const { workbench, sandbox, workspaceFolder } = session();
    const { keyboard } = workbench.page;
    const file = path.join(workspaceFolder, 'src/gauge.ts');
    await writeFile(file, `${await readFile(file, 'utf8')}const priya = 1;\nconst raman = 2;\n`);
    await git('commit', '-q', '--author=Priya Raman <priya.raman@example.com>', '-m', 'Measure', 'src/gauge.ts');
    await workbench.editor.open(file);
    await workbench.editor.selectLines(9, 11);
    await keyboard.press('Control+K');
    await keyboard.press('Control+Enter');
    await workbench.input.expectActive(`Send to ${room}`);
    await keyboard.press('Escape');
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.option('Author of these lines: Priya Raman (2 of 3 lines)').waitFor();
    await workbench.picture('ask-the-author');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.input.acceptActive('Send to Priya Raman');
    await workbench.statusBar('Shared src/gauge.ts:9–11 to Priya Raman');
    const message = (await sandbox.received()).at(-1);
    assert.match(message?.markdown ?? '', /const priya = 1;\nconst raman = 2;\n```$/);
  });

  test('share a version of a file and a commit from the Timeline', async () => {
    const { workbench, sandbox } = session();
    const { page } = workbench;
    await workbench.editor.open('tide.ts');
    await workbench.explorer.open();
    await page.locator('.pane-header[aria-label^="Timeline"]').click();
    const item = (text: string) => page.locator('.timeline-tree-view .monaco-list-row', { hasText: text });
    const labels = ['Share File Version to Room…', 'Share Commit to Room…'] as const;
    const [commit = '', older = ''] = (await git('log', '--format=%H', '--', 'src/tide.ts')).split('\n');
    const choose = async (label: string, title: string, subject: string) => {
      await pickFromMenu(page, item(subject), [label]);
      await workbench.input.expectTitle(title);
      await workbench.picture(`timeline-${title}`);
      await workbench.input.fill(subject);
      await workbench.input.acceptActive(subject);
    };
    await workbench.shareTo(
      room,
      'Share Commit',
      () => choose(labels[1], 'Share Commit', 'Add the ebb'),
      () => workbench.picture('share-commit-confirm'),
    );
    await workbench.statusBar(`Shared commit ${commit.slice(0, 10)} to ${room}`);
    const patch = await git('show', '--format=', commit);
    const shared = (await sandbox.received()).at(-1)?.markdown ?? '';
    assert.ok(
      shared.endsWith(` · changes · commit ${commit.slice(0, 10)} · Add the ebb\n\n\`\`\`diff\n${patch}\`\`\``),
      shared,
    );
    await workbench.shareTo(
      room,
      'Share File Version',
      () => choose(labels[0], 'Share File Version', 'first'),
      () => workbench.picture('share-version-confirm'),
    );
    await workbench.statusBar(/Shared src\/tide\.ts:1–\d+ to /);
    const version = (await sandbox.received()).at(-1)?.markdown ?? '';
    const text = await git('show', `${older}:src/tide.ts`);
    assert.ok(version.includes(` · commit ${older.slice(0, 10)}\n\n\`\`\`ts\n${text}\`\`\``), version);
  });
});
