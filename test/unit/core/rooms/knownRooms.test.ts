import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Room } from '../../../../src/core/api/resources.ts';
import { KnownRooms } from '../../../../src/core/rooms/knownRooms.ts';

const room = (id: string, fields: Partial<Room> = {}): Room => ({ id, title: id, type: 'group', ...fields });
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T08:00:00.000Z`;
const unreadable = { title: { code: 'kms_failure', reason: 'no answer' } };

function knowing(...rooms: readonly Room[]): KnownRooms {
  const known = new KnownRooms();
  known.merge(rooms);
  return known;
}
const idsOf = (rooms: readonly Room[]) => rooms.map(({ id }) => id);
const found = (known: KnownRooms, query: string, limit = 100) => idsOf(known.search(query, limit).rooms);

describe('KnownRooms', () => {
  it('sorts by latest activity, rooms without a valid time last', () => {
    const known = knowing(
      room('x', { lastActivity: 'soon' }),
      room('y'),
      room('old', { lastActivity: at(1) }),
      room('new', { lastActivity: at(9) }),
    );
    assert.deepEqual(idsOf(known.sorted('activity')), ['new', 'old', 'x', 'y']);
  });

  it('sorts numbers in names by their value', () => {
    const known = knowing(room('Room 10'), room('Room 2'), room('Öl'), room('Zoo'));
    assert.deepEqual(idsOf(known.sorted('name')), ['Öl', 'Room 2', 'Room 10', 'Zoo']);
  });

  it('sorts by name, ignoring case and accents, unnamed rooms last', () => {
    const known = knowing(room('zebra'), room('?', { errors: unreadable }), room('Élan'), room('apple'), room('Dune'));
    assert.deepEqual(idsOf(known.sorted('name')), ['apple', 'Dune', 'Élan', 'zebra', '?']);
  });

  it('sorts again after each change', () => {
    const change = fc.record({
      at: fc.nat(59),
      day: fc.integer({ min: 1, max: 28 }),
      title: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 5 }), fc.nat(59), (pages, gone) => {
        const first = Array.from({ length: 60 }, (_, index) =>
          room(`${index}`, { lastActivity: at(1 + (index % 28)) }),
        );
        const known = knowing(...first);
        for (const page of pages) {
          known.sorted('activity');
          known.sorted('name');
          known.merge(page.map(({ at: index, day, title }) => room(`${index}`, { title, lastActivity: at(day) })));
        }
        known.merge([], (id) => id === `${gone}`);
        const times = known.sorted('activity').map(({ lastActivity }) => lastActivity);
        assert.deepEqual(times, times.toSorted().reverse());
        const names = (rooms: readonly Room[]) => rooms.map(({ title }) => title.trim().toLowerCase());
        assert.deepEqual(names(known.sorted('name')), names(knowing(...known.rooms).sorted('name')));
        assert.deepEqual(new Set(idsOf(known.sorted('activity'))), new Set(idsOf(known.rooms)));
        assert.equal(known.sorted('name').length, 59);
      }),
    );
  });
});

describe('searchRooms', () => {
  it('finds parts of titles in any case, with and without accents', () => {
    const known = knowing(room('Größe & Maß'), room('GROSSE Fragen'), room('Café'), room('設計レビュー'), room('ΟΔΟΣ'));
    for (const query of ['grosse', 'große', 'GRÖSSE']) {
      assert.deepEqual(found(known, query).toSorted(), ['GROSSE Fragen', 'Größe & Maß']);
    }
    assert.deepEqual(found(known, 'mass'), ['Größe & Maß']);
    assert.deepEqual(found(known, 'cafe'), ['Café']);
    assert.deepEqual(found(known, 'レビ'), ['設計レビュー']);
    assert.deepEqual(found(known, 'οδος'), ['ΟΔΟΣ']);
  });

  it('ranks title starts first, then word starts, then other matches, each by activity', () => {
    const known = knowing(
      room('carpet', { lastActivity: at(9) }),
      room('the pet', { lastActivity: at(2) }),
      room('old-pet', { lastActivity: at(3) }),
      room('Pets', { lastActivity: at(1) }),
      room('“petit”', { lastActivity: at(4) }),
      room('parapet pets', { lastActivity: at(5) }),
      room('dog', { lastActivity: at(9) }),
    );
    assert.deepEqual(found(known, 'pet'), ['Pets', 'parapet pets', '“petit”', 'old-pet', 'the pet', 'carpet']);
  });

  it('never matches the placeholder of an unreadable title', () => {
    assert.deepEqual(found(knowing(room('eyJhbGciOi', { errors: unreadable })), 'eyj'), []);
  });

  it('matches hostile titles by their displayed form', () => {
    const known = knowing(
      room('1', { title: `${'x'.repeat(10_000)}end` }),
      room('2', { title: 'pay\u202egpj.exe' }),
      room('3', { title: 'two\nlines' }),
      room('4', { title: '<img src=x onerror=alert(1)> **bold** [a](command:b)' }),
      room('5', { title: '👩🏽‍💻 on call' }),
    );
    assert.deepEqual(found(known, 'pay gpj'), ['2']);
    assert.deepEqual(found(known, 'two lines'), ['3']);
    assert.deepEqual(found(known, '<img'), ['4']);
    assert.deepEqual(found(known, 'on call'), ['5']);
    assert.deepEqual(found(known, 'end'), []);
    assert.ok((known.find('1')?.title.length ?? 0) <= 512);
  });
});
