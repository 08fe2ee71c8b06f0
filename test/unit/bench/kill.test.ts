import assert from 'node:assert/strict';
import { plantedFaults } from '../../bench/kill/killPlan.ts';
import { countVerdicts, verdictOf } from '../../bench/kill/killVerdict.ts';
import { projectText } from '../project/projectFiles.ts';

const share = { fileName: 'kill-3-.ts', recordIds: ['r3'], wasConfirmed: true };
const message = { markdown: "`kill-3-.ts:1`\n```ts\nexport const name = 'kill-3-.ts';\n```", files: [] };
const upload = { files: [{ name: 'kill-3-.ts', byteLength: 1, mediaType: 'text/plain', sha256: '' }] };
const record = { id: 'r3', state: 'failed' };

describe('the verdict on a share whose window was killed', () => {
  it('counts the messages with its text or its file', () => {
    assert.equal(verdictOf(share, [message], []), 'arrived');
    assert.equal(verdictOf(share, [upload], [{ ...record, state: 'sent' }]), 'arrived');
    assert.equal(verdictOf(share, [message, message], []), 'duplicated');
  });

  it('finds what is left to the user by the id of the record', () => {
    assert.equal(verdictOf(share, [], [{ ...record, id: 'r2' }, record]), 'kept');
  });

  it('is lost if it is in no room and in no record, or only in one that says it was sent', () => {
    assert.equal(verdictOf(share, [], [{ ...record, id: 'r2' }]), 'lost');
    assert.equal(verdictOf(share, [], [{ ...record, state: 'sent' }]), 'lost');
  });

  it('is unconfirmed if the user never saw it accepted', () => {
    assert.equal(verdictOf({ ...share, wasConfirmed: false, recordIds: [] }, [], []), 'unconfirmed');
  });

  it('is counted', () => {
    const counts = { arrived: 2, kept: 0, unconfirmed: 0, lost: 1, duplicated: 0 };
    assert.deepEqual(countVerdicts(['arrived', 'lost', 'arrived']), counts);
  });
});

describe('the planted faults of the kill run', () => {
  it('replace text that the source has once', () => {
    for (const { file, text } of plantedFaults) assert.equal(projectText(file).split(text).length, 2, file);
  });
});
