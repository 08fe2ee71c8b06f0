import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseMembership, parseMessage, parsePerson, parseRoom } from '../../../../src/core/api/resourceShapes.ts';

describe('A parsed resource', () => {
  it('is unchanged if it is valid, with or without optional and unknown fields', () => {
    const created = '2025-01-01T00:00:00.000Z';
    const room = { id: 'r', title: 'T', type: 'group' };
    const message = { id: 'm', roomId: 'r' };
    const membership = { id: 'm', roomId: 'r', personId: 'p' };
    for (const [parse, value] of [
      [parseRoom, room],
      [parseRoom, { ...room, isLocked: true, teamId: 't', lastActivity: created, created, sipAddress: 'x' }],
      [parsePerson, { id: 'p' }],
      [parsePerson, { id: 'p', displayName: 'Ada', emails: ['a@b.example'] }],
      [parseMessage, message],
      [parseMessage, { ...message, text: 'a', created, files: ['https://a.example'], mentionedPeople: ['p', 'q'] }],
      [parseMembership, membership],
      [parseMembership, { ...membership, personEmail: 'a@b.example', created, isModerator: false }],
    ] as const)
      assert.deepEqual(parse(value), value);
  });

  it('omits optional fields of the wrong type', () => {
    const room = { id: 'r', title: 'T', type: 'direct' };
    assert.deepEqual(parseRoom({ ...room, isLocked: 'yes', teamId: {}, created: null }), room);
    assert.deepEqual(parseRoom({ ...room, isLocked: true, teamId: {} }), { ...room, isLocked: true });
    assert.deepEqual(parseRoom({ ...room, id: 7, teamId: 8 }), { ...room, id: '7', teamId: '8' });
    const person = { id: 'p', displayName: 7, emails: ['a@b.example', 3, null] };
    assert.deepEqual(parsePerson(person), { id: 'p', emails: ['a@b.example'] });
    const message = { id: 'm', roomId: 'r', text: 'x' };
    assert.deepEqual(parseMessage({ ...message, files: 'https://a.example' }), message);
  });

  it('has texts and lists of limited length', () => {
    const [text, files] = ['a'.repeat(2 ** 20), Array(5_000).fill('https://a.example')];
    const message = parseMessage({ id: 'm', roomId: 'r', text, markdown: text, files });
    const lengths = [message.text, message.markdown, message.files, parseRoom({ id: 'r', title: text }).title];
    assert.deepEqual(
      lengths.map((each) => each?.length),
      [65_537, 65_537, 1_000, 65_537],
    );
  });

  it('omits optional texts that are empty: some services send them for none', () => {
    const room = { id: 'r', title: 'T', type: 'direct' };
    assert.deepEqual(parseRoom({ ...room, teamId: '' }), room);
    const message = { id: 'm', roomId: 'r', markdown: 'x' };
    assert.deepEqual(parseMessage({ ...message, text: '', parentId: '', personId: '' }), message);
  });

  it('omits times that stand for none, which would always be the first or the last ones', () => {
    const room = { id: 'r', title: 'T', type: 'group' };
    const message = { id: 'm', roomId: 'r' };
    for (const time of ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', 'soon', '']) {
      assert.deepEqual(parseRoom({ ...room, lastActivity: time, created: time }), room, time);
      assert.deepEqual(parseMessage({ ...message, created: time, updated: time }), message, time);
    }
  });

  it('keeps an item without required fields, marked with an error', () => {
    const missing = (name: string) => ({ [name]: { code: 'missing_field', reason: `The service sent no ${name}.` } });
    const room = { id: 'r', title: '', type: 'group', errors: missing('title') };
    assert.deepEqual(parseRoom({ id: 'r', title: 5, type: 'group' }), room);
    const nothing = { id: '', title: '', type: '', errors: { ...missing('id'), ...missing('title') } };
    for (const value of [null, 'text', 7, [], {}, { id: '' }]) assert.deepEqual(parseRoom(value), nothing);
    assert.deepEqual(parseMembership({ id: 'm', roomId: 'r' }).errors, missing('personId'));
  });

  it('keeps errors of an unknown shape as errors', () => {
    const unknown = (reason: string) => ({ code: 'unknown', reason });
    const errorsOf = (errors: unknown) => parseRoom({ id: 'r', title: 'T', type: 'group', errors }).errors;
    assert.deepEqual(errorsOf({ title: 'no key', other: null }), { title: unknown('no key'), other: unknown('') });
    assert.deepEqual(errorsOf({ title: {} }), { title: unknown('') });
    assert.deepEqual(errorsOf(['x']), { item: unknown('') });
    assert.deepEqual(errorsOf('no key'), { item: unknown('no key') });
    for (const none of [undefined, null, {}]) assert.equal(errorsOf(none), undefined);
  });

  it('has the declared types for any input, and is otherwise unchanged', async () => {
    const value = fc.oneof(
      fc.constant(undefined),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.oneof(fc.string(), fc.integer())),
    );
    const names = ['id', 'title', 'type', 'teamId', 'roomId', 'personId', 'text', 'displayName', 'created'];
    const fields = Object.fromEntries(
      [...names, 'isLocked', 'isModerator', 'emails', 'files'].map((name) => [name, value]),
    );
    await fc.assert(
      fc.property(fc.oneof(fc.record(fields, { requiredKeys: [] }), fc.jsonValue()), (given) => {
        for (const parse of [parseRoom, parsePerson, parseMessage, parseMembership]) {
          const parsed: Readonly<Record<string, unknown>> = { ...parse(given) };
          assert.equal(typeof parsed.id, 'string');
          // A repaired resource is valid: parsing it again without its errors changes nothing.
          const { errors, ...rest } = parsed;
          assert.deepEqual(errors === undefined ? parse(rest) : rest, rest);
        }
      }),
    );
  });
});
