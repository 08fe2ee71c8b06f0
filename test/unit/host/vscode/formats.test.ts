import assert from 'node:assert/strict';
import { env } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const formats = await withVscode(() => import('../../../../src/host/vscode/formats.ts'));
const { byteText, controlKey, formatTime, relativeTime, setPlace, timeText } = formats;

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const agoIso = (ms: number): string => new Date(nowMs - ms).toISOString();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

describe('The texts for times and sizes', () => {
  it('format a time relative to now', () => {
    const said = [0, 59_999, minute, 59 * minute, hour, 23 * hour, day, 6 * day, 7 * day, 31 * day, 400 * day];
    const texts = said.map((ms) => relativeTime(ms < day ? nowMs - ms : agoIso(ms), nowMs));
    assert.deepEqual(texts, [
      ...['just now', 'just now', '1 min. ago', '59 min. ago', '1 hr. ago', '23 hr. ago'],
      ...['yesterday', '6 days ago', 'last wk.', 'last mo.', 'last yr.'],
    ]);
  });

  it('have the date of a time only where it is not near', () => {
    const texts = [11 * hour, -11 * hour, 3 * day].map((ms) => timeText(nowMs + ms, nowMs));
    assert.deepEqual(
      texts.map((text) => /2026/.test(text)),
      [false, false, true],
    );
  });

  it('count calendar days where the user is, and have its conventions', () => {
    setPlace({ region: 'de-DE', timeZone: 'Pacific/Auckland' });
    const last = [47.9, 30, 24, 23].map((hours) => relativeTime(nowMs - hours * hour, nowMs));
    // It is 1 a.m. there.
    assert.deepEqual(last, ['2 days ago', '2 days ago', 'yesterday', '23 hr. ago']);
    const years = [364, 366, -3].map((days) => relativeTime(nowMs - days * day, nowMs));
    assert.deepEqual(years, ['11 mo. ago', 'last yr.', '14 Mar 2026, 01:00']);
    assert.equal(formatTime(nowMs, { timeStyle: 'short' }), '01:00');
    setPlace({ region: 'no place', timeZone: 'Nowhere/Else' });
    assert.equal(formatTime(nowMs, { timeStyle: 'short' }), '01:00', 'what is not valid changes nothing');
    setPlace({ region: 'en-US', timeZone: 'UTC' });
    assert.match(formatTime(nowMs, { timeStyle: 'short' }), /^12:00\sPM$/);
  });

  it('name the key of the platform, and both where the keyboard may be elsewhere until a page says it', () => {
    assert.deepEqual(['darwin', 'linux'].map(controlKey), ['⌘', 'Ctrl']);
    Object.assign(env, { remoteName: 'ssh-remote' });
    assert.equal(controlKey('linux'), 'Ctrl/⌘');
    setPlace({ isMac: true });
    assert.equal(controlKey('linux'), '⌘', 'a page has said it');
    setPlace({ isMac: false });
    assert.equal(controlKey('linux'), 'Ctrl');
    Object.assign(env, { remoteName: undefined });
  });

  it('format sizes in units of 1024', () => {
    const sizes = [0, 1, 512, 1023, 1024, 1536, 1024 ** 2, 100 * 1024 ** 2, 1024 ** 3, 5000 * 1024 ** 3, 1024 ** 2 - 1];
    assert.deepEqual(sizes.map(byteText), [
      ...[
        '0 bytes',
        '1 byte',
        '512 bytes',
        '1023 bytes',
        '1 KB',
        '1.5 KB',
        '1 MB',
        '100 MB',
        '1 GB',
        '5000 GB',
        '1 MB',
      ],
    ]);
  });
});
