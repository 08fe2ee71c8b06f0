import assert from 'node:assert/strict';
import type { Diagnostic, TextDocument } from 'vscode';
import { markdownOf } from '../../../../../src/features/share/shareable.ts';
import type { SourcePorts } from '../../../../../src/features/share/sources/shareSource.ts';
import { EndOfLine, Range, Uri, workspace } from '../../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../../support/fakes/withVscode.ts';

const { problemSource } = await withVscode(() => import('../../../../../src/features/share/sources/problem.ts'));

const ports = { active: { get: async () => undefined }, log: new RecordingLog() } as unknown as SourcePorts;

describe('A shared problem', () => {
  const uri = Uri.from({ scheme: 'untitled', path: 'tides.py' });
  const position = { line: 0, character: 0 };
  const range = Object.assign(Object.create(Range.prototype), { start: position, end: position });

  /** What is sent of a problem in the only line of a document. */
  async function proposed(message: string, line: string) {
    const document = {
      ...{ uri, languageId: 'python', isDirty: false, isUntitled: true, eol: EndOfLine.LF },
      getText: () => line,
      validateRange: () => range,
    } as unknown as TextDocument;
    Object.assign(workspace, { openTextDocument: async () => document });
    const diagnostic = { message, range, severity: 0, source: 'flake8', code: 'W391' } as Diagnostic;
    const shareable = (await problemSource([uri, diagnostic], ports)) ?? assert.fail();
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
});
