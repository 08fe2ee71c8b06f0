import assert from 'node:assert/strict';
import { caseNames, clientNames, parseBenchOptions, shortCaseNames } from '../../bench/options.ts';

describe('the command line of the bench', () => {
  it('runs all cases but the long ones five times with 100 MB by default', () => {
    const { cases, clients, rounds, sizeMb } = parseBenchOptions([]) ?? assert.fail();
    assert.deepEqual([cases, clients, rounds, sizeMb], [caseNames, [...clientNames], 5, 100]);
  });

  it('runs the named cases and clients, and always the yardstick', () => {
    const options = parseBenchOptions(['rooms', 'upload', '--client', 'roomside', '--rounds', '15', '--json']);
    assert.deepEqual(options?.cases, ['upload', 'rooms']);
    assert.deepEqual(options?.clients, ['roomside', 'undici.request']);
    assert.deepEqual([options?.rounds, options?.isJson], [15, true]);
  });

  it('kills extension hosts only when it is named', () => {
    assert.ok(!parseBenchOptions([])?.cases.includes('kill'));
    const options = parseBenchOptions(['kill', '--kills', '40', '--windows', '1']);
    assert.deepEqual([options?.cases, options?.kills, options?.windows], [['kill'], 40, 1]);
  });

  it('runs every case with little work in the short form', () => {
    const { cases, rounds, sizeMb, kills } = parseBenchOptions(['--short']) ?? assert.fail();
    assert.deepEqual([cases, rounds, sizeMb, kills], [shortCaseNames, 1, 1, 1]);
  });

  it('runs nothing when help is requested', () => {
    assert.equal(parseBenchOptions(['--help']), undefined);
  });

  for (const typed of [['uploads'], ['--client', 'axios'], ['--rounds', '0'], ['--size', '1e9'], ['--sice', '3']]) {
    it(`rejects "${typed.join(' ')}"`, () => {
      assert.throws(() => parseBenchOptions(typed));
    });
  }
});
