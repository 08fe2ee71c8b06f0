import type { Locator, Page } from '@playwright/test';

/** So far the mouse moves with the button down before the browser calls it a drag. */
const dragThresholdPx = 12;
/** Of a frame each. */
const maxSteps = 600;

/**
 * Drags by the mouse from one place to another, and drops there.
 * @param arrive gives the place to drop, once the drag has begun: what is on the way may have to open first
 * @param sign what shows that it may be dropped there, where that is not a mark of the place itself
 */
export async function dragWithMouse(
  page: Page,
  from: Locator,
  arrive: () => Promise<Locator>,
  sign?: Locator,
): Promise<void> {
  await from.hover();
  await page.mouse.down();
  try {
    const start = await centerOf(from);
    await page.mouse.move(start.x + dragThresholdPx, start.y + dragThresholdPx, { steps: 4 });
    const target = await arrive();
    const { x, y } = await centerOf(target);
    await page.mouse.move(x, y, { steps: 4 });
    await dragOver(page, target, sign ?? target.and(page.locator('.drop-target')));
    // What has come up under the mouse is told of it by a move.
    const now = await centerOf(target);
    await page.mouse.move(now.x, now.y - 1);
  } finally {
    await page.mouse.up();
  }
}

/** Holds what is being dragged over an element until there is what that brings about: a view opens over its icon. */
export async function dragOver(page: Page, place: Locator, sign: Locator): Promise<void> {
  for (let step = 0; !(await sign.isVisible()); step += 1) {
    if (step > maxSteps) throw new Error('nothing came of it where something was dragged to');
    // The place may still be moving, and a mouse that rests sends no events.
    const { x, y } = await centerOf(place);
    await page.mouse.move(x + (step % 2), y);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

/** Drops a file of the system: the browser gives it no address, only its name and its bytes. */
export async function dropSystemFile(page: Page, target: Locator, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/csv' }));
      return transfer;
    })()`,
  );
  const { x, y } = await centerOf(target);
  const at = { dataTransfer, clientX: x, clientY: y };
  await target.dispatchEvent('dragenter', at);
  await target.dispatchEvent('dragover', at);
  await target.and(page.locator('.drop-target')).waitFor();
  await target.dispatchEvent('drop', at);
}

async function centerOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('there is nothing to drag from or to');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
