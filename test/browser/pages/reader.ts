import type { Frame, FrameLocator, Locator, Page } from '@playwright/test';

const scrollTimeoutMs = 90_000;

/** The page with the messages of a room. */
export class Reader {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The content of the page. VS Code wraps it in two frames. */
  get frame(): FrameLocator {
    return this.#page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
  }

  /** Waits until all pages are closed, so that the next one is a new one. */
  async expectClosed(): Promise<void> {
    await this.#page.locator('iframe.webview').waitFor({ state: 'detached' });
  }

  /** The frame of the page, for scripts. */
  async page(): Promise<Frame> {
    const element = await this.frame.locator('#feed').elementHandle();
    const frame = await element?.ownerFrame();
    if (!frame) throw new Error('the reader shows no page');
    return frame;
  }

  get messages(): Locator {
    return this.frame.locator('article');
  }

  /** A message by a part of its text. */
  message(text: string | RegExp): Locator {
    return this.messages.filter({ hasText: text });
  }

  /** Scrolls up until `sign` is in the page, as more messages load. Calls `onScroll` after each step. */
  async scrollUpUntilSeen(sign: Locator, onScroll: () => Promise<void>): Promise<void> {
    const page = await this.page();
    for (const endMs = Date.now() + scrollTimeoutMs; !(await sign.isVisible()); ) {
      if (Date.now() > endMs) throw new Error('the top was not reached');
      await page.evaluate(`new Promise((resolve) => {
        const scroller = document.getElementById('scroller');
        scroller.scrollTop = 0;
        requestAnimationFrame(resolve);
      })`);
      await onScroll();
    }
  }

  /** The field for a text to the room, or for a reply. */
  get field(): Locator {
    return this.frame.locator('#field');
  }

  /** Presses a key once, and waits for its effect. */
  async pressKey(key: string, effect: Locator): Promise<void> {
    await this.#page.keyboard.press(key);
    await effect.waitFor();
  }

  /** Presses a button of a message or of its code. */
  async press(text: string | RegExp, button: string): Promise<void> {
    await this.message(text)
      .last()
      .getByRole('button', { name: new RegExp(`^${button}(?:$|: )`) })
      .first()
      .click();
  }
}
