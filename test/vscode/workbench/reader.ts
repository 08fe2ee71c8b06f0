import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';

/** The page that shows the messages of a room. */
export class Reader {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** What is inside the page; VS Code puts it into a frame within a frame. */
  get frame(): FrameLocator {
    return this.#page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
  }

  /** The page itself, to be asked. */
  async page(): Promise<Frame> {
    const element = await this.frame.locator('#feed').elementHandle();
    const frame = await element?.ownerFrame();
    if (!frame) throw new Error('the reader shows no page');
    return frame;
  }

  get messages(): Locator {
    return this.frame.locator('article');
  }

  /** A message by some of its words. */
  message(text: string | RegExp): Locator {
    return this.messages.filter({ hasText: text });
  }

  /** Presses a button of a message or of its code. */
  async press(text: string | RegExp, button: string): Promise<void> {
    await this.message(text).last().getByRole('button', { name: button, exact: true }).first().click();
  }
}
