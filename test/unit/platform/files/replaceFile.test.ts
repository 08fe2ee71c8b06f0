import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../../../src/platform/files/replaceFile.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('Replacing a file', () => {
  const temporary = useTemporaryFolder();
  let file: string;

  beforeEach(() => {
    file = path.join(temporary.path, 'made when needed', 'some.json');
  });

  const write = (text: string): Promise<void> => replaceFile(file, text);

  it('creates the folder and the file for its owner only, and nothing else', async () => {
    await write('one');
    await write('two');
    assert.equal(await readFile(file, 'utf8'), 'two');
    assert.deepEqual(await readdir(path.dirname(file)), ['some.json']);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('shows readers one complete text during simultaneous writes', async () => {
    const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
    await write('begin');
    const reads = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for (let count = 0; count < 10; count++) found.push(await readFile(file, 'utf8'));
      return found;
    };
    const [found] = await Promise.all([reads(), ...texts.map(write)]);
    for (const text of found) assert.ok(text === 'begin' || texts.includes(text), text.slice(0, 20));
    assert.ok(texts.includes(await readFile(file, 'utf8')));
    assert.deepEqual(await readdir(path.dirname(file)), ['some.json']);
  });

  it('keeps the old content when the new one is incomplete', async () => {
    await write('old');
    const broken = async function* () {
      yield Buffer.from('half');
      throw new RangeError('a fault');
    };
    await assert.rejects(replaceFile(file, broken() as never), RangeError);
    assert.equal(await readFile(file, 'utf8'), 'old');
    assert.deepEqual(await readdir(path.dirname(file)), ['some.json']);
  });
});
