import assert from 'node:assert/strict';
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
  Range,
  Selection,
  type Terminal,
  Uri,
  window,
} from 'vscode';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { useShares } from '../support/host/useShares.ts';
import { openSelected, workspaceFile } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';

describeWithBrowser('The sources of shares', () => {
  const messages = useMessages();
  const { inputs, share } = useShares(room);

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

    it('are that at the cursor, or else that of its line, without a question', async () => {
      const { uri, problem } = await withProblem('line.rs');
      problems.set(uri, [problem, new Diagnostic(new Range(2, 0, 2, 3), 'Unused')]);
      await openSelected(uri, new Selection(1, 0, 1, 0));
      assert.equal((await share('roomside.shareProblem')).markdown, expected('line.rs'));
    });

    it('are among the quick fixes on request, with message, rule and lines, and are named if there are several', async () => {
      const { uri, problem } = await withProblem('problem.rs');
      await openSelected(uri, new Selection(1, 7, 1, 7));
      const actions = () =>
        commands.executeCommand<CodeAction[]>('vscode.executeCodeActionProvider', uri, problem.range);
      const action = (await actions()).find(({ title }) => title === 'Share Problem to Room…') ?? assert.fail();
      const { command, arguments: args = [] } = action.command ?? assert.fail();
      assert.equal((await share(command, ...args)).markdown, expected('problem.rs'));
      problems.set(uri, [problem, new Diagnostic(problem.range, 'Unused')]);
      const several = (await actions()).flatMap(({ title }) => /^Share Problem to Room.*/.exec(title)?.[0] ?? []);
      assert.deepEqual(several.sort(), [
        'Share Problem to Room: Cannot use *this* # here',
        'Share Problem to Room: Unused',
      ]);
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
      assert.equal(markdown, '**tides** · terminal command · exit code 3\n\n```console\n$ tides --all\nred\n100%\n```');
    });

    it('warn where VS Code reports no output of a command, as it loses that of some', async () => {
      const { shown, write } = await openTerminal();
      await runIn(write, 'tides', '');
      const { rows } = await share('roomside.shareLastCommand', shown);
      assert.match(JSON.stringify(rows), /VS Code didn't report any output/);
    });

    it('warn of a later command of which VS Code reports no end', async () => {
      const { shown, write } = await openTerminal();
      await runIn(write, 'tides', 'one\r\n');
      const begun = once(window.onDidStartTerminalShellExecution);
      write(`later${mark('E;later')}\r\n${mark('C')}two\r\n`);
      await begun;
      const { rows, markdown } = await share('roomside.shareLastCommand', shown);
      assert.match(markdown, /\$ tides\none\n/);
      const isWarned = rows.some((row) => /A later command isn't included/.test(JSON.stringify(row)));
      assert.ok(isWarned, JSON.stringify(rows));
    });

    async function selectInTerminal(clipboard: string): Promise<void> {
      const { write } = await openTerminal();
      await runIn(write, 'tides', 'selected text\r\n');
      await env.clipboard.writeText(clipboard);
      await commands.executeCommand('workbench.action.terminal.focus');
      await commands.executeCommand('workbench.action.terminal.selectAll');
    }

    it('send the selected text, and restore the clipboard', async () => {
      await selectInTerminal('what was there before');
      const { markdown } = await share('roomside.shareTerminalSelection');
      assert.equal(markdown, '**tides** · terminal selection\n\n```\ntides\nselected text\n```');
      assert.equal(await env.clipboard.readText(), 'what was there before');
    });

    it('overwrite a clipboard without text only after a confirmation', async () => {
      await selectInTerminal('');
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
  });
});
