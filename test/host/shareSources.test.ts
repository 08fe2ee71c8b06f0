import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CodeAction,
  commands,
  Diagnostic,
  DiagnosticSeverity,
  type Disposable,
  type Event,
  EventEmitter,
  env,
  languages,
  NotebookCellData,
  NotebookCellKind,
  NotebookData,
  Range,
  Selection,
  type Terminal,
  Uri,
  window,
  workspace,
} from 'vscode';
import { problemDocuments } from '../../src/features/share/sources/problemActions.ts';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { signIn, signOut } from '../support/host/account.ts';
import { git, openRepository, refresh } from '../support/host/gitRepository.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { received, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { openSelected, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';

// Signing in uses a browser; on the desktop that would be the user's own.
if (hasBrowser()) {
  describe('The sources of shares', () => {
    const messages = useMessages();
    const inputs = useQuickInputs();
    before(() => signIn());
    after(() => signOut());
    afterEach(async () => {
      await sandboxControl('DELETE', 'received');
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    /** Runs both steps of a share. Returns the text of the last step, and the text that the sandbox stored. */
    async function share(command: string, ...args: readonly unknown[]) {
      const done = commands.executeCommand(command, ...args);
      await (await inputs().next()).choose(room);
      const confirm = await inputs().next();
      await confirm.choose(`Send to ${room}`);
      await done;
      const stored = await received();
      assert.equal(stored.length, 1);
      return { rows: confirm.rows, markdown: stored[0]?.markdown ?? '' };
    }

    describe('for changes in git', () => {
      let count = 0;
      let root = '';
      const write = (name: string, content: string | Uint8Array) => writeFile(path.join(root, name), content);
      const newFile = (name: string, line: string): string =>
        `diff --git a/${name} b/${name}\nnew file mode 100644\nindex …\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${line}\n\\ No newline at end of file\n`;

      async function repository() {
        return refreshed(await openRepository(root));
      }

      async function refreshed(opened: Awaited<ReturnType<typeof openRepository>>) {
        await refresh(opened);
        return opened;
      }

      beforeEach(async () => {
        count += 1;
        root = path.join(workspaceFolder(), `changes${count}`);
        await mkdir(root);
        await git(root, 'init');
        await write('one.txt', 'a\r\nb\n');
        await write('two.txt', '```\n');
        await git(root, 'add', '.');
        await git(root, 'commit', '-m', 'first');
      });

      it('send what git writes, with new files as part of the patch, and name them', async () => {
        await write('one.txt', 'a\r\nB ä\n');
        await write('two.txt', '```\n````\n');
        await write('new.txt', 'x');
        const { rootUri } = await repository();
        const { markdown, rows } = await share('roomside.shareChanges', { rootUri });
        const patch = `${await git(root, 'diff')}\n${newFile('new.txt', 'x')}`;
        assert.match(patch, /\+B ä\n/);
        assert.equal(
          markdown.replace(/^index 0000000\.\.[0-9a-f]+$/m, 'index …'),
          `**changes${count}** · changes · main\n\n\`\`\`\`\`diff\n${patch}\`\`\`\`\``,
        );
        assert.ok(rows.includes('The patch includes a new file: new.txt'), rows.join('\n'));
      });

      it('send a patch that git applies, whatever prefixes are configured', async () => {
        await git(root, 'config', 'diff.noprefix', 'true');
        await write('one.txt', 'changed\n');
        await write('new.txt', 'x\n');
        const { rootUri } = await repository();
        const { markdown } = await share('roomside.shareChanges', { rootUri });
        const patch = /`{3,}diff\n([\s\S]*?)`{3,}$/.exec(markdown)?.[1] ?? assert.fail(markdown);
        await git(root, 'stash', '--include-untracked');
        await writeFile(path.join(workspaceFolder(), 'changes.patch'), patch);
        await git(root, 'apply', '../changes.patch');
        assert.equal(await readFile(path.join(root, 'new.txt'), 'utf8'), 'x\n');
        assert.equal(await readFile(path.join(root, 'one.txt'), 'utf8'), 'changed\n');
      });

      it('send only the new files for a new file, or for the group of them', async () => {
        await write('one.txt', 'changed\n');
        await write('new.txt', 'x');
        const { rootUri } = await repository();
        const resourceUri = Uri.joinPath(rootUri, 'new.txt');
        const argumentsOfMenus = [{ resourceUri }, { id: 'untracked', resourceStates: [{ resourceUri }] }];
        for (const argument of argumentsOfMenus) {
          const { markdown } = await share('roomside.shareChanges', argument);
          assert.ok(markdown.includes('+++ b/new.txt\n@@ -0,0 +1 @@\n+x'), markdown);
          assert.ok(!markdown.includes('one.txt'), markdown);
          await sandboxControl('DELETE', 'received');
        }
      });

      it('send only the selected file, even if git would read its name as a pattern', async () => {
        for (const name of ['[ab].txt', 'a.txt']) await write(name, 'first\n');
        await git(root, 'add', '.');
        for (const name of ['[ab].txt', 'a.txt']) await write(name, `changed ${name}\n`);
        const { rootUri } = await repository();
        const { markdown } = await share('roomside.shareChanges', { resourceUri: Uri.joinPath(rootUri, '[ab].txt') });
        assert.ok(markdown.includes('+changed [ab].txt'), markdown);
        assert.ok(!markdown.includes('+changed a.txt'), markdown);
      });

      it('name selected rows of another repository', async () => {
        await write('one.txt', 'changed\n');
        const { rootUri } = await repository();
        const rows = [Uri.joinPath(rootUri, 'one.txt'), Uri.file(path.join(workspaceFolder(), '../elsewhere.txt'))];
        const shared = await share('roomside.shareChanges', ...rows.map((resourceUri) => ({ resourceUri })));
        assert.ok(shared.rows.includes('1 selected file belongs to another repository and is not in the patch.'));
      });

      it('send by file for rows of the Source Control view, and by group', async () => {
        await write('one.txt', 'a\r\nc\n');
        await write('two.txt', 'c\n');
        await git(root, 'add', 'two.txt');
        await write('two.txt', 'd\n');
        const { rootUri, state } = await repository();
        const two = { resourceUri: Uri.joinPath(rootUri, 'two.txt') };
        const working = await share('roomside.shareChanges', two);
        const unstaged = `${await git(root, 'diff', '--', 'two.txt')}\n`;
        assert.ok(working.markdown.startsWith('**two.txt** · changes · main\n'));
        assert.ok(
          working.markdown.includes(`diff\n${unstaged.split(two.resourceUri.fsPath).join('two.txt')}`),
          working.markdown,
        );
        await sandboxControl('DELETE', 'received');
        const group = { id: 'index', resourceStates: state.indexChanges.map(({ uri }) => ({ resourceUri: uri })) };
        const staged = await share('roomside.shareStagedChanges', group);
        assert.ok(staged.markdown.includes(`diff\n${await git(root, 'diff', '--cached')}\n\`\`\``), staged.markdown);
        assert.ok(!staged.markdown.includes('+d'));
      });

      it('offer a patch as a file when they are too long for a message', async () => {
        const lines = Array.from({ length: 800 }, (_, index) => `line ${index} of many`).join('\n');
        await write('one.txt', lines);
        const done = commands.executeCommand('roomside.shareChanges', { rootUri: (await repository()).rootUri });
        await (await inputs().next()).choose(room);
        const confirm = await inputs().next();
        assert.ok(confirm.rows.every((row) => !row.startsWith('Send to')));
        await confirm.choose('Send as File Instead');
        await done;
        const [file] = (await received())[0]?.files ?? [];
        assert.equal(file?.name, `changes${count}.patch`);
        assert.equal(file?.byteLength, Buffer.byteLength(`${await git(root, 'diff')}\n`));
      });

      it('are not widened when nothing is selected', async () => {
        await write('one.txt', 'changed\n');
        const { rootUri } = await repository();
        void commands.executeCommand('roomside.shareStagedChanges', { rootUri });
        assert.equal((await messages().next()).text, `changes${count} has no staged changes to share.`);
        void commands.executeCommand('roomside.shareChanges', { resourceUri: Uri.joinPath(rootUri, 'two.txt') });
        assert.equal((await messages().next()).text, 'two.txt has no changes to share.');
        assert.equal(inputs().openedCount, 0);
      });
    });

    describe('for problems', () => {
      let problems: Disposable & ReturnType<typeof languages.createDiagnosticCollection>;
      before(() => {
        problems = languages.createDiagnosticCollection('tides');
      });
      after(() => problems.dispose());

      async function withProblem(name: string) {
        const uri = await workspaceFile(name, 'let a;\n  let `b`;\nlet c;\n');
        const problem = new Diagnostic(new Range(1, 6, 1, 9), 'Cannot use *this*\n# here', DiagnosticSeverity.Warning);
        Object.assign(problem, { source: 'tides', code: { value: 'T-1', target: Uri.parse('https://a.example') } });
        problems.set(uri, [problem]);
        return { uri, problem };
      }

      const expected = (name: string) =>
        `**warning** · tides T-1\n\n\`\`\`\nCannot use *this*\n# here\n\`\`\`\n\n**${name}** · line 2 · Rust\n\n\`\`\`rs\nlet \`b\`;\n\`\`\``;

      it('are among the quick fixes on request, with message, rule and lines', async () => {
        const { uri, problem } = await withProblem('problem.rs');
        await openSelected(uri, new Selection(1, 7, 1, 7));
        const actions = await commands.executeCommand<CodeAction[]>(
          'vscode.executeCodeActionProvider',
          uri,
          problem.range,
        );
        const action = actions.find(({ title }) => title === 'Share Problem to Room…') ?? assert.fail();
        const { command, arguments: args = [] } = action.command ?? assert.fail();
        assert.equal((await share(command, ...args)).markdown, expected('problem.rs'));
      });

      it('are among the quick fixes of a notebook cell, with its lines', async () => {
        const cells = [new NotebookCellData(NotebookCellKind.Code, 'let a;\n  let `b`;\n', 'rust')];
        const notebook = await workspace.openNotebookDocument('jupyter-notebook', new NotebookData(cells));
        const { document } = notebook.cellAt(0);
        assert.ok(languages.match(problemDocuments, document) > 0);
        const problem = new Diagnostic(new Range(1, 6, 1, 9), 'Cannot use this', DiagnosticSeverity.Warning);
        const { markdown } = await share('roomside.shareProblem', document.uri, problem);
        assert.match(markdown, /Cannot use this[\s\S]+line 2 · Rust\n\n```rs\nlet `b`;\n```$/);
      });

      it('use the problem at the cursor, or offer those of the file', async () => {
        const { uri } = await withProblem('cursor.rs');
        const editor = await openSelected(uri, new Selection(1, 7, 1, 7));
        assert.equal((await share('roomside.shareProblem')).markdown, expected('cursor.rs'));
        editor.selections = [new Selection(0, 0, 0, 0)];
        const done = commands.executeCommand('roomside.shareProblem');
        const choice = await inputs().next();
        assert.deepEqual(choice.rows, ['Cannot use *this* # here | line 2 · tides']);
        await commands.executeCommand('workbench.action.closeQuickOpen');
        await done;
        problems.clear();
        const nothing = commands.executeCommand('roomside.shareProblem');
        const message = await messages().next();
        assert.equal(message.text, 'There are no problems in the active editor.');
        message.answer();
        await nothing;
      });
    });

    describe('for terminals', () => {
      let terminal: Terminal | undefined;
      afterEach(() => terminal?.dispose());

      /** A terminal that writes the sequences of the shell integration itself, because a shell may be missing. */
      async function openTerminal() {
        const data = new EventEmitter<string>();
        const opened = Promise.withResolvers<void>();
        const pty = { onDidWrite: data.event, open: () => opened.resolve(), close: () => data.dispose() };
        const shown = window.createTerminal({ name: 'tides', pty });
        terminal = shown;
        shown.show();
        await opened.promise;
        data.fire(mark('A') + mark('B'));
        return { shown, write: (text: string) => data.fire(text) };
      }

      const mark = (text: string): string => `\u001b]633;${text}\u0007`;

      /** Starts a command, writes its output and ends it, each after VS Code has processed the previous step. */
      async function runIn(write: (text: string) => void, commandLine: string, output: string): Promise<void> {
        const begun = once(window.onDidStartTerminalShellExecution);
        write(`${commandLine}${mark(`E;${commandLine}`)}\r\n${mark('C')}`);
        await begun;
        const ended = once(window.onDidEndTerminalShellExecution);
        write(output);
        write(mark('D;3') + mark('A') + mark('B'));
        await ended;
      }

      function once<T>(event: Event<T>): Promise<T> {
        return new Promise((resolve) => {
          const waiting = event((value) => {
            waiting.dispose();
            resolve(value);
          });
        });
      }

      it('send the last command with its output and exit code, without colors', async () => {
        const { shown, write } = await openTerminal();
        await runIn(write, 'tides --all', '\u001b[31mred\u001b[0m\r\n10%\r100%\r\n');
        const { markdown } = await share('roomside.shareLastCommand', shown);
        assert.equal(markdown, '**tides --all** · exit code 3\n\n```console\n$ tides --all\nred\n100%\n```');
      });

      it('send the selected text, and restore the clipboard', async () => {
        const { write } = await openTerminal();
        await runIn(write, 'tides', 'selected text\r\n');
        await env.clipboard.writeText('what was there before');
        await commands.executeCommand('workbench.action.terminal.focus');
        await commands.executeCommand('workbench.action.terminal.selectAll');
        const { markdown } = await share('roomside.shareTerminalSelection');
        assert.equal(markdown, '**tides** · terminal selection\n\n```\ntides\nselected text\n```');
        assert.equal(await env.clipboard.readText(), 'what was there before');
      });

      it('overwrite a clipboard without text only after a confirmation', async () => {
        const { write } = await openTerminal();
        await runIn(write, 'tides', 'selected text\r\n');
        await env.clipboard.writeText('');
        await commands.executeCommand('workbench.action.terminal.focus');
        await commands.executeCommand('workbench.action.terminal.selectAll');
        const declined = commands.executeCommand('roomside.shareTerminalSelection');
        const question = await messages().next();
        assert.ok(question.isModal);
        assert.deepEqual(question.buttons, ['Continue']);
        assert.equal(question.text, 'The clipboard may contain an image. Do you want to replace it?');
        question.answer();
        await declined;
        assert.equal(inputs().openedCount, 0);
        const agreed = share('roomside.shareTerminalSelection');
        (await messages().next()).answer('Continue');
        assert.match((await agreed).markdown, /selected text/);
        assert.equal(await env.clipboard.readText(), '');
      });

      it('report that no command was recorded', async () => {
        terminal = window.createTerminal({ name: 'new' });
        const done = commands.executeCommand('roomside.shareLastCommand', terminal);
        const message = await messages().next();
        assert.match(message.text, /^No command has finished in this terminal/);
        message.answer();
        await done;
      });
    });
  });
}
