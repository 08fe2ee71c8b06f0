import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { ReadLines } from '../../../src/core/lines/readLines.ts';
import { workspace } from '../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';
import { withVscode } from '../../support/fakes/withVscode.ts';

const { awaitSharedLines } = await withVscode(() => import('../../../src/background/awaitSharedLines.ts'));

describe('The marks of shared lines', () => {
  const { onDidChangeConfiguration } = workspace;
  let changes: Emitter<void>;
  let listenerCount: number;
  beforeEach(() => {
    listenerCount = 0;
    changes = new Emitter();
    const counted = (listener: () => void) => {
      const listening = changes.event(listener);
      listenerCount += 1;
      return {
        dispose: () => {
          listenerCount -= 1;
          listening.dispose();
        },
      };
    };
    Object.assign(workspace, { onDidChangeConfiguration: counted });
  });
  afterEach(() => Object.assign(workspace, { onDidChangeConfiguration }));

  function open() {
    const shares: { state: string; origin: object }[] = [];
    const stored = new Emitter<void>();
    const outbox = { snapshot: { shares }, onDidChange: stored.event };
    const readLines = new ReadLines();
    const ports = { outbox, readLines, log: new RecordingLog() };
    let loadCount = 0;
    const load = async (): Promise<void> => {
      loadCount += 1;
    };
    awaitSharedLines(ports as unknown as Parameters<typeof awaitSharedLines>[0], load);
    return { shares, stored, readLines, loads: () => loadCount };
  }

  const lines = [{ startLine: 1, endLine: 1, digest: 1 }];

  it('are loaded once, with the first share that has lines and was sent', () => {
    const { shares, stored, loads } = open();
    shares.push({ state: 'sent', origin: { path: '/a' } }, { state: 'queued', origin: { path: '/a', lines } });
    stored.fire();
    assert.deepEqual([loads(), listenerCount], [0, 1]);
    shares.push({ state: 'sent', origin: { path: '/a', lines } });
    stored.fire();
    stored.fire();
    assert.deepEqual([loads(), listenerCount], [1, 0]);
  });

  it('are loaded with the first lines that are read, unless they are turned off', () => {
    const { readLines, loads } = open();
    const { getConfiguration } = workspace;
    Object.assign(workspace, { getConfiguration: () => ({ get: () => false }) });
    readLines.note('m', [{ digest: 1 }] as unknown as Parameters<ReadLines['note']>[1]);
    assert.equal(loads(), 0);
    Object.assign(workspace, { getConfiguration });
    changes.fire();
    assert.equal(loads(), 1);
  });
});
