import type { Locator, Page } from '@playwright/test';

/** The distance after which browsers start a drag. */
const dragThresholdPx = 12;
/** Maximum number of animation frames. */
const maxSteps = 600;

/**
 * Drags an element with the mouse and drops it.
 * @param arrive returns the drop target after the drag has started: it may have to open first
 * @param sign shows that a drop is possible, if not a class of the target itself
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
    // An element that appeared under the mouse gets its events only after a move.
    const now = await centerOf(target);
    await page.mouse.move(now.x, now.y - 1);
  } finally {
    await page.mouse.up();
  }
}

/** Holds the dragged element over another until `sign` is visible: a view opens over its icon. */
export async function dragOver(page: Page, place: Locator, sign: Locator): Promise<void> {
  for (let step = 0; !(await sign.isVisible()); step += 1) {
    if (step > maxSteps) throw new Error('the drop target did not react');
    // The target may still move, and an idle mouse sends no events.
    const { x, y } = await centerOf(place);
    await page.mouse.move(x + (step % 2), y);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

/** Drops a file of the operating system: the browser provides its name and bytes, but no URI. */
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
  if (box === null) throw new Error('the element is not visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
