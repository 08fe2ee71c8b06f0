import assert from 'node:assert/strict';
import type { Shareable, TitledShareable } from '../../../src/features/share/shareable.ts';
import { flushUi, useQuickInputs } from './fakeWindow.ts';
import { share } from './shareModules.ts';
import { shareWorld } from './shareWorld.ts';

/**
 * Opens the confirmation of a share in the room “Design”, in the tests of a `describe`.
 * @param inputs those of the `describe`, if it watches them itself
 */
export function useConfirmation(inputs = useQuickInputs()) {
  const picker = () => inputs().picker ?? assert.fail('no list is open');

  /** @param target more of the row that the command is called on */
  return async (shareable: Shareable & Pick<TitledShareable, 'origin'>, world = shareWorld(), target: object = {}) => {
    const done = share(world.ports, { title: 'Share', ...shareable }, { kind: 'room', roomId: 'r', ...target });
    const step = await inputs().next();
    return {
      ...{ ...world, done, step, picker },
      nextInput: () => inputs().next(),
      rows: () => picker().items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, '')),
      contents: () => world.queued.map(({ content }) => content),
      type(text: string): void {
        picker().value = text;
      },
      /** Chooses a row that is on the screen, by default the active one, and waits for the end of the share. */
      async send(label = ''): Promise<void> {
        await flushUi();
        await (label === '' ? step.accept() : step.choose(label));
        await done;
      },
      async hide(): Promise<void> {
        picker().hide();
        await flushUi();
      },
    };
  };
}
