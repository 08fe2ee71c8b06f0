import assert from 'node:assert/strict';
import { createEditorWorld } from '../../support/worlds/editor/editorWorld.ts';
import { editorRows } from '../../support/worlds/editor/rows.ts';

describe('The extension in an editor with', () => {
  let world: Awaited<ReturnType<typeof createEditorWorld>>;
  before(async () => {
    world = await createEditorWorld();
  });
  after(() => world.close());

  for (const { name, alter, says = {} } of editorRows) {
    it(`${name} starts and runs each command, or says what is missing`, async () => {
      const { problems, said } = await world.run(alter);
      assert.deepEqual(problems, []);
      for (const [command, text] of Object.entries(says)) assert.match(said.get(`roomside.${command}`) ?? '', text);
    });
  }

  it('no quick pick, which no command can do without, finds the fault', async () => {
    const { problems } = await world.run((api) => Object.assign(api.window ?? {}, { createQuickPick: undefined }));
    assert.notDeepEqual(problems, []);
  });
});
