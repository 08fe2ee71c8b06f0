import assert from 'node:assert/strict';
import { caseNames, clientNames, parseBenchOptions, UsageError } from '../../bench/benchOptions.ts';

describe('the command line of the bench', () => {
  it('runs everything five times with 100 MB when nothing is said', () => {
    assert.deepEqual(parseBenchOptions([]), {
      cases: [...caseNames],
      clients: [...clientNames],
      isJson: false,
      kills: 100,
      minutes: 10,
      rounds: 5,
      sizeMb: 100,
    });
  });

  it('runs the named cases and clients, and always the yardstick', () => {
    const options = parseBenchOptions(['rooms', 'upload', '--client', 'roomside', '--rounds', '15', '--json']);
    assert.deepEqual(options?.cases, ['upload', 'rooms']);
    assert.deepEqual(options?.clients, ['roomside', 'undici.request']);
    assert.equal(options?.rounds, 15);
    assert.equal(options?.isJson, true);
  });

  it('kills extension hosts only when it is asked to', () => {
    assert.ok(!parseBenchOptions([])?.cases.includes('kill'));
    const options = parseBenchOptions(['kill', '--kills', '40', '--windows', '2']);
    assert.deepEqual([options?.cases, options?.kills, options?.windows], [['kill'], 40, 2]);
  });

  it('gives nothing to run when help is asked for', () => {
    assert.equal(parseBenchOptions(['--help']), undefined);
  });

  for (const typed of [['uploads'], ['--client', 'axios'], ['--rounds', '0'], ['--size', '1e9'], ['--sice', '3']]) {
    it(`rejects "${typed.join(' ')}"`, () => {
      assert.throws(() => parseBenchOptions(typed), UsageError);
    });
  }
});
