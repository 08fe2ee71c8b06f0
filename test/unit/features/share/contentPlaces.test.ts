import assert from 'node:assert/strict';
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { createSecretScanner } from '../../../../src/core/secrets/secretScanner.ts';
import type { FileSource } from '../../../../src/features/share/fileSource.ts';
import { filesOf, type Shareable } from '../../../../src/features/share/shareable.ts';
import type { ShareSource, SourcePorts } from '../../../../src/features/share/sources/shareSource.ts';
import { contentOf } from '../../../../src/platform/files/openFilePart.ts';
import { Uri, useQuickInputs, workspaceFolder } from '../../../support/fakes/fakeWindow.ts';
import { SecretSource } from '../../../support/fakes/secretSamples.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import { explorerFilesSource, SecretCheck } from '../../../support/fakes/shareModules.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { closePlaces, places } from '../../../support/worlds/content/places.ts';

const { requestedShareable } = await withVscode(() => import('../../../../src/features/share/sources/requested.ts'));
const { lastShareSource } = await withVscode(() => import('../../../../src/features/share/sources/sentShare.ts'));
const text = `TOKEN=ghp_${new SecretSource(1).base62(36)}\n`;
const bytesOf = async (file: FileSource | undefined) =>
  (await contentOf((await file?.open()) ?? assert.fail())).toString();

/** Each way to a file: itself, or a share of it that was sent. */
const ways: Readonly<Record<string, (file: string) => ReturnType<ShareSource>>> = {
  'is shared': (file) => explorerFilesSource([Uri.file(file)], {} as never),
  'is sent to another room': (file) => {
    const shares = [sentShare('a', 0, { origin: { path: file } })];
    const outbox = { snapshot: { shares } };
    const ports = { outbox, sentContents: { get: () => undefined }, active: { get: async () => ({ id: 'ada' }) } };
    return lastShareSource([], ports as unknown as SourcePorts);
  },
  'is asked for by a program': (file) =>
    requestedShareable({ content: { files: [{ path: file }] } }, {} as never, new AbortController().signal),
};

describe('A file in any place', () => {
  const temporary = useTemporaryFolder();
  const inputs = useQuickInputs();
  afterEach(closePlaces);

  for (const [at, place] of places.entries()) {
    for (const [way, open] of Object.entries(ways)) {
      it(`${way} as it is shown, with its warnings: ${place.name}`, async () => {
        const outside = path.join(realpathSync(temporary.path), way, `${at}`);
        const folder = path.join(workspaceFolder(), way, `${at}`);
        for (const each of [folder, outside]) mkdirSync(each, { recursive: true });
        const file = place.make(path.join(folder, '.env'), outside, text);
        const opening = open(file);
        if (place.answer !== undefined) await (await inputs().next()).choose(place.answer);
        const shareable: Shareable = (await opening) ?? assert.fail();
        await shareable.propose('send', undefined);
        place.grow?.(file);
        const secrets = new SecretCheck({ scanner: createSecretScanner({ isIgnored: async (path) => path === file }) });
        const shown = await secrets.check(await shareable.propose('send', undefined));
        const masked = await secrets.check(await secrets.masked(shown));
        const expected = place.grow === undefined ? text : `${text}more\n`;
        place.grow?.(file);
        const [sent] = filesOf(await shareable.propose('send', undefined, true));
        assert.equal(await bytesOf(sent), expected);
        const risks = ['.env: ignored by Git', '.env: environment files often contain passwords'];
        assert.deepEqual([shown.risks.slice(0, 2), shown.maskableCount, masked.risks], [risks, 1, risks]);
        const notes = [sent, ...filesOf(masked)].map((each) => each?.note);
        assert.deepEqual(notes, Array(2).fill(place.note?.replace('{outside}', outside)));
        assert.equal(await bytesOf(filesOf(masked)[0]), expected.replace(/ghp_\w+/, 'MASKED'));
      });
    }
  }
});
