import assert from 'node:assert/strict';
import { replaceInWindow, Uri } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { LastEditor } = await withVscode(() => import('../../../../src/features/reader/blocks/insertAtCursor.ts'));

describe('Insert at Cursor', () => {
  const editor = (scheme: string) => ({ document: { uri: Uri.from({ scheme, path: '/a' }), isClosed: false } });

  for (const [scheme, isPassedOver] of [
    ['vscode-notebook-cell', false],
    ['untitled', false],
    ['scheme-of-another-extension', false],
    ['roomside-draft', false],
    ['output', true],
    ['roomside-preview', true],
  ] as const) {
    it(`goes ${isPassedOver ? 'past' : 'to'} an editor of ${scheme} that is in front, and to no other file`, () => {
      const [before, front] = [editor('file'), editor(scheme)];
      let change = (_: unknown): void => assert.fail('nothing listens');
      const restore = [
        replaceInWindow('activeTextEditor', () => before),
        replaceInWindow('onDidChangeActiveTextEditor', () => (listener: typeof change) => {
          change = listener;
          return { dispose: () => undefined };
        }),
      ];
      const last = new LastEditor();
      change(front);
      for (const each of restore) each();
      assert.equal(last.value, isPassedOver ? before : front);
    });
  }
});
