import assert from 'node:assert/strict';
import type { RenderedText } from '../../../../src/features/share/propose.ts';
import {
  flushUi,
  lastStepCommands,
  share,
  shareableFiles,
  shareableText,
  textAsFile,
  useMessages,
  useQuickInputs,
  window,
} from '../../../support/fakes/shareModules.ts';
import { shareWorld } from '../../../support/fakes/shareWorld.ts';

const row = { kind: 'room', roomId: 'r' };
const textOf = (text: Partial<RenderedText> = {}) =>
  shareableText({
    ...{ title: 'Share', name: 'a.ts', asFile: textAsFile('a.ts', 'a') },
    render: async () => ({ markdown: 'code', lineCount: 1, warnings: [], ...text }),
  });

describe('The last step of a share', () => {
  const inputs = useQuickInputs();
  const messages = useMessages();
  const hide = async () => {
    inputs().picker?.hide();
    await flushUi();
  };

  it('sends by its first row, also below warnings, and shows all of them in full', async () => {
    const { ports, queued } = shareWorld();
    const done = share(ports, textOf({ warnings: ['b is a link', 'The code holds fences'] }), row);
    const step = await inputs().next();
    assert.deepEqual(
      [step.active, step.rows.slice(1, 4)],
      ['Send to Design', ['Warnings', 'b is a link', 'The code holds fences']],
    );
    await step.choose('The code holds fences');
    const shown = await messages().next();
    assert.deepEqual(
      [shown.isModal, shown.text, shown.detail],
      [true, 'Warnings', 'b is a link\nThe code holds fences'],
    );
    shown.answer();
    await step.choose('Send to Design');
    await done;
    assert.equal(queued.length, 1);
  });

  it('sends as a file what is too long', async () => {
    const { ports, queued } = shareWorld();
    const done = share(ports, textOf({ markdown: 'long '.repeat(2000) }), row);
    const step = await inputs().next();
    assert.equal(step.active, 'Send a.ts as File to Design');
    await step.accept();
    await done;
    assert.deepEqual(
      queued.map(({ content }) => content.kind),
      ['file'],
    );
  });

  for (const isChanged of [false, true]) {
    it(`that is hidden while it stores ${isChanged ? 'sends nothing that has changed' : 'sends the share'}`, async () => {
      const { ports, queued } = shareWorld();
      const [file, other] = ['one', 'two'].map((text) => textAsFile('a.ts', text));
      const [called, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isAccepted = false;
      const changed = async () => {
        if (!isAccepted) return undefined;
        called.resolve();
        await checked.promise;
        return isChanged ? other : undefined;
      };
      const files = [{ ...(file ?? assert.fail()), changed }];
      const done = share(ports, shareableFiles({ title: 'Share', files }), row);
      const step = await inputs().next();
      isAccepted = true;
      await step.accept();
      await called.promise;
      await hide();
      checked.resolve();
      await done;
      assert.equal(queued.length, isChanged ? 0 : 1);
    });
  }

  for (const isCancelled of [false, true]) {
    it(`sends ${isCancelled ? 'nothing when it is cancelled before' : 'only when'} its message is visible`, async () => {
      const [called, drawn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const show = () => {
        called.resolve();
        return drawn.promise;
      };
      const { ports, queued } = shareWorld({ preview: { show, hide: async () => undefined } });
      const done = share(ports, textOf(), row);
      const step = await inputs().next();
      await called.promise;
      await step.accept();
      await flushUi();
      assert.equal(queued.length, 0);
      if (isCancelled) await hide();
      drawn.resolve();
      await done;
      await flushUi();
      assert.equal(queued.length, isCancelled ? 0 : 1);
    });
  }

  it('leaves a key for Escape that closes any other list, if the extension host has crashed in it', async () => {
    const done = window.showQuickPick([{ label: 'a row' }], {});
    await inputs().next();
    await lastStepCommands['_roomside.backToRooms']();
    assert.equal(await done, undefined);
  });
});
