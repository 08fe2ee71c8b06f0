import type { FrameLocator, Locator, Page } from '@playwright/test';

/** The page to paste an image into. */
export class PasteBox {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get frame(): FrameLocator {
    return this.#page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
  }

  /** Waits until the box accepts a paste, and pastes by keys. */
  async paste(): Promise<void> {
    const box = this.frame.locator('#box[contenteditable]');
    await box.focus();
    await box.and(this.frame.locator(':focus')).waitFor();
    await this.#page.keyboard.press('ControlOrMeta+V');
  }

  /** Name, dimensions and size of the image, once it is shown. */
  get facts(): Locator {
    return this.frame.locator('#facts', { hasText: /pixels/ });
  }

  async press(button: string): Promise<void> {
    await this.frame.getByRole('button', { name: button, exact: true }).click();
  }

  async expectClosed(): Promise<void> {
    await this.#page.getByRole('tab', { name: 'Image from Clipboard' }).waitFor({ state: 'detached' });
  }
}
