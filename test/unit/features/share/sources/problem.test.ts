import assert from 'node:assert/strict';
import type { Diagnostic, TextDocument, TextEditor } from 'vscode';
import { markdownOf } from '../../../../../src/features/share/shareable.ts';
import type { SourcePorts } from '../../../../../src/features/share/sources/shareSource.ts';
import {
  EndOfLine,
  languages,
  Range,
  Uri,
  useInWindow,
  useQuickInputs,
  workspace,
} from '../../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../../support/fakes/withVscode.ts';

const { problemSource } = await withVscode(() => import('../../../../../src/features/share/sources/problem.ts'));

const ports = { active: { get: async () => undefined }, log: new RecordingLog() } as unknown as SourcePorts;

describe('A shared problem', () => {
  const uri = Uri.from({ scheme: 'untitled', path: 'tides.py' });
  const position = { line: 0, character: 0 };
  const range = Object.assign(Object.create(Range.prototype), { start: position, end: position });
  range.intersection = () => range;
  const problem = (message: string) => ({ message, range, severity: 0, source: 'flake8', code: 'W391' }) as Diagnostic;
  const documentWith = (getText: (part?: unknown) => string) =>
    ({
      ...{ uri, languageId: 'python', isDirty: false, isUntitled: true, eol: EndOfLine.LF },
      ...{ getText, validateRange: () => range },
    }) as unknown as TextDocument;

  /** What is sent of a problem in the only line of a document. */
  async function proposed(message: string, line: string) {
    Object.assign(workspace, { openTextDocument: async () => documentWith(() => line) });
    const shareable = (await problemSource([uri, problem(message)], ports)) ?? assert.fail();
    return shareable.propose('send', undefined);
  }
  after(() => Reflect.deleteProperty(workspace, 'openTextDocument'));

  it('may be in a blank line', async () => {
    const description = '**error** · flake8 W391\n\n```\nblank line\n```';
    const code = '**tides.py** · line 1 · Python · untitled\n\n```py\n\n```';
    assert.equal(markdownOf(await proposed('blank line', '')), `${description}\n\n${code}`);
  });

  it('warns about hidden characters and fences in its description, and once about those of both', async () => {
    const { warnings = [] } = await proposed('Cannot use \u202ename\n```\n', 'a = "```"');
    assert.equal(warnings.length, 2, warnings.join('\n'));
    assert.match(warnings.join('\n'), /invisible character at line 1, column 12: RIGHT-TO-LEFT OVERRIDE\n.*fences/);
    assert.deepEqual((await proposed('Cannot use name', 'a = 1')).warnings, []);
  });

  describe('of several', () => {
    let line = '';
    let wholeTexts = 0;
    const getText = (part?: unknown) => {
      if (part === undefined) wholeTexts += 1;
      return line;
    };
    const inputs = useQuickInputs();
    useInWindow(
      'activeTextEditor',
      () => ({ document: documentWith(getText), selections: [range] }) as unknown as TextEditor,
    );
    before(() => {
      Object.assign(languages, { getDiagnostics: () => ['First', 'Second'].map(problem) });
      Object.assign(workspace, { openTextDocument: async () => documentWith(() => line) });
    });
    after(() => Reflect.deleteProperty(languages, 'getDiagnostics'));

    it('has the line that it is in when the list opens, whatever happens to the document meanwhile', async () => {
      line = 'a = 1';
      const chosen = problemSource([], ports);
      const list = await inputs().next();
      assert.equal(wholeTexts, 1, 'not one for each problem');
      line = '# inserted above';
      await list.choose('Second');
      const proposal = await ((await chosen) ?? assert.fail()).propose('send', undefined);
      assert.match(markdownOf(proposal) ?? '', /Second\n```\n\n.*\n\n```py\na = 1\n```$/);
    });
  });
});
