import assert from 'node:assert/strict';
import path from 'node:path';
import type { Uri } from 'vscode';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const { giveHandover, takeHandover } = await withVscode(
  () => import('../../../../src/features/openInEditor/handover.ts'),
);

describe('A link for another window', () => {
  const temporary = useTemporaryFolder();

  it('is taken by the window of its folder, on Windows in any letter case', async () => {
    const storage = { fsPath: temporary.path } as Uri;
    const folder = path.join(temporary.path, 'Tides');
    await giveHandover(storage, { folder, link: 'a link', atMs: 0 });
    assert.equal(await takeHandover(storage, [`${folder}2`, temporary.path], 0), undefined);
    const opened = process.platform === 'win32' ? folder.toUpperCase() : folder;
    assert.equal(await takeHandover(storage, [opened], 0), 'a link');
  });
});
