import assert from 'node:assert/strict';
import { parseAccounts, serializeAccount } from '../../../src/core/auth/account.ts';
import { parseDraft, serializeDraft } from '../../../src/core/drafts/messageDraft.ts';
import { parseShare, serializeShare } from '../../../src/core/outbox/shareRecord.ts';
import { parseSnippetHeader } from '../../../src/core/snippet/snippetHeader.ts';
import { parseWatches, serializeWatches } from '../../../src/features/watchRooms/model/watchStore.ts';
import { recordedCases } from '../../support/recordedCases.ts';

/** Reads a record, and writes it again. */
const readers: Readonly<Record<string, (text: string) => string>> = {
  account: (text) => written(parseAccounts(text), ({ account, others }) => serializeAccount(account, others)),
  draft: (text) => written(parseDraft(text), serializeDraft),
  share: (text) => written(parseShare(text), serializeShare),
  watches: (text) => serializeWatches(parseWatches(text)),
};

function written<T>(read: { readonly kind: string; readonly value?: T }, serialize: (value: T) => string): string {
  return read.value === undefined ? read.kind : serialize(read.value);
}

// Lines are added to these files, and none is changed: other people, windows and versions have written them.
describe('What another version has written', () => {
  for (const [what, line, parts] of recordedCases('test/unit/protocols/headers.txt'))
    it(`is read as it was: ${what} in a header`, () => {
      const found = parseSnippetHeader(line) ?? null;
      assert.deepEqual(found, found && { ...found, ...JSON.parse(parts) });
      assert.equal(found === null, parts === 'null');
    });

  for (const [what, text] of recordedCases('test/unit/protocols/records.txt'))
    it(`is read without loss: the record of the ${what}`, () => {
      const read = readers[what.split(' ', 1)[0] ?? ''] ?? assert.fail(what);
      assert.deepEqual(JSON.parse(read(text)), JSON.parse(text));
    });
});
