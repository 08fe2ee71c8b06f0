import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { FakeMemento } from '../../support/fakes/fakeMemento.ts';
import { shownValues } from '../../support/fakes/vscodeFake.ts';
import { withVscode } from '../../support/fakes/withVscode.ts';
import { projectText } from '../../unit/project/projectFiles.ts';
import { openStored, type Stored, storedOrigin } from './openStored.ts';

const [{ askServiceAddress }, { SandboxService }, { SignedInFlagFile }] = await withVscode(() =>
  Promise.all([
    import('../../../src/features/signIn/askServiceAddress.ts'),
    import('../../../src/features/sandbox/sandboxService.ts'),
    import('../../../src/host/vscode/storage.ts'),
  ]),
);

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: object };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

describe('what VS Code stored for build 803f19c', () => {
  let stored: Stored;
  beforeEach(() => {
    stored = openStored();
  });
  afterEach(() => stored.close());

  it('suggests the address of the service that was used last', async () => {
    await askServiceAddress({ memory: new FakeMemento(stored.globalState), send: stored.transport });
    assert.equal(shownValues.pop(), storedOrigin);
  });

  it('finds the sandbox at the address where it ran', async () => {
    const { secrets, log } = stored;
    const files = { program: 'not started', dataFile: stored.dataFile };
    const service = new SandboxService({ secrets, log, files, send: stored.transport, external: undefined });
    assert.deepEqual(await service.ensure(), { origin: storedOrigin, controlKey: 'control-key-of-a-test' });
    service.dispose();
  });

  it('reads the file that marks a session', async () => {
    assert.equal(await new SignedInFlagFile({ fsPath: stored.storage } as Uri).isSet(), true);
  });

  it('has settings, commands and views of the same names', () => {
    const old = JSON.parse(projectText('test/support/fixtures/stored-803f19c/manifest.json')) as Record<
      string,
      string[]
    >;
    const { contributes } = JSON.parse(projectText('package.json')) as Manifest;
    const names = new Set([
      ...Object.keys(contributes.configuration.properties),
      ...contributes.commands.map(({ command }) => command),
      ...Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id)),
    ]);
    assert.equal(Object.values(old).flat().length, 74);
    assert.deepEqual(
      Object.values(old)
        .flat()
        .filter((name) => !names.has(name)),
      [],
    );
  });
});
