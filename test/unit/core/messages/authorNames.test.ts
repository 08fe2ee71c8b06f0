import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { AuthorNames, initialsOf } from '../../../../src/core/messages/authorNames.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { projectRoot } from '../../project/projectFiles.ts';
import { connectionError } from '../api/scriptedSend.ts';

describe('AuthorNames', () => {
  const refused = new ServiceError({ status: 403, method: 'GET', path: '/v1/memberships' });
  for (const [title, failure, requestCount] of [
    ['are requested again after a failure', connectionError('unreachable', false), 2],
    ['are not requested again after a refusal', refused, 1],
  ] as const) {
    it(title, async () => {
      let count = 0;
      const client = {
        async *listMemberships() {
          count += 1;
          yield await Promise.reject(failure);
        },
      };
      const names = new AuthorNames(async () => client, 'r', new RecordingLog());
      for (const _ of [1, 2]) await names.load(new AbortController().signal);
      assert.equal(count, requestCount);
    });
  }
});

describe('The name of an author', () => {
  const members = [
    ['1', 'Ada Park', 'ada@tides.example'],
    ['2', 'ada\u200b park', 'mallory@else.example'],
    ['3', 'Jo Lee', 'jo@tides.example'],
    ['4', 'jo@tides.example', 'eve@else.example'],
  ] as const;

  it('has the address if another member has the same name, or if it looks like an address', async () => {
    const items = members.map(([personId, personDisplayName]) => ({ id: personId, personId, personDisplayName }));
    const client = {
      async *listMemberships() {
        yield { items };
      },
    };
    const names = new AuthorNames(async () => client as never, 'r', new RecordingLog());
    await names.load(new AbortController().signal);
    const offered = (query: string) => names.matching(query).map(({ id }) => id);
    assert.deepEqual(
      [offered('PÁR'), offered('ark'), offered('').length],
      [['2', '1'], [], 4],
      'by the words of a name',
    );
    const authors = members.map(([personId, , personEmail]) =>
      names.of({ id: 'm', roomId: 'r', personId, personEmail }),
    );
    assert.deepEqual(authors, [
      'Ada Park (ada@tides.example)',
      'ada park (mallory@else.example)',
      'Jo Lee',
      'jo@tides.example (eve@else.example)',
    ]);
  });
});

describe('initialsOf', () => {
  for (const [name, initials] of [
    ['Priya Raman', 'PR'],
    ['Ada Maria von Park', 'AP'],
    ['Ada Park (ada@tides.example)', 'AP'],
    ['ada', 'A'],
    ['jonas.weber@example.com', 'JW'],
    ['éloïse d’Aubigné', 'ÉA'],
    ['e\u0301loi\u0308se', 'É'],
    ['山田 太郎', '山太'],
    ['𝒜lex 𝒦im', '𝒜𝒦'],
    ['<b> 🙂', 'B'],
    ['🙂', ''],
    ['', ''],
  ] as const) {
    it(`takes ${initials || 'none'} from ${name || 'an empty name'}`, () => assert.equal(initialsOf(name), initials));
  }
});

describe('colourOf', () => {
  it('leads to a colour of the page on which white text is readable', () => {
    const css = readFileSync(path.join(projectRoot, 'media/reader.css'), 'utf8');
    const colours = [...css.matchAll(/\.avatar(?:\[data-colour="\d"\])? \{[^}]*background: #(\w{6});/g)];
    assert.equal(colours.length, 8);
    for (const [, colour = ''] of colours) {
      const ratio = 1.05 / (luminance(colour) + 0.05);
      assert.ok(ratio >= 4.5, `${colour}: ${ratio.toFixed(1)}`);
    }
  });
});

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
