import type { FrameLocator, Locator, Page } from '@playwright/test';

/** The tab comes first: until the message is read, the text below it is that of the editor before. */
const draft = '.editor-group-container.active .monaco-editor[data-uri^="roomside-draft:"]';

/** A message that is being written, and its preview beside it. */
export class Composer {
  readonly #page: Page;
  readonly #tab: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#tab = page.locator('.tab[data-resource-name^="→ "]');
  }

  /** Waits until a message to this room can be written. */
  async expectOpen(room: string): Promise<void> {
    await this.#page.locator('.editor-group-container.active .tab.active', { hasText: `→ ${room}` }).waitFor();
    await this.#lines().first().waitFor();
  }

  /** Waits for what an empty message says in the place of its text; a style sheet draws it. */
  async expectHint(text: string): Promise<void> {
    const drawn = `[...document.querySelectorAll('${draft} .view-line span')].some((span) =>
      getComputedStyle(span, '::after').content.includes(${JSON.stringify(text)}))`;
    await this.#page.waitForFunction(drawn);
  }

  /** Writes at the cursor, all at once. */
  async write(text: string): Promise<void> {
    await this.#expectFocus();
    await this.#page.keyboard.insertText(text);
  }

  /** Types key by key, as the editor's suggestions see it. */
  async type(text: string): Promise<void> {
    await this.write('');
    await this.#page.keyboard.type(text);
  }

  /** Takes a suggestion by its label. */
  async complete(label: string): Promise<void> {
    await this.#page.locator('.suggest-widget .monaco-list-row', { hasText: label }).first().click();
  }

  /** Waits until a line of the message holds this text. */
  async expectText(text: string, timeoutMs?: number): Promise<void> {
    const line = this.#lines().filter({ hasText: text }).first();
    await line.waitFor(timeoutMs === undefined ? {} : { timeout: timeoutMs });
  }

  /** Closes its tab with the mouse. */
  async closeTab(): Promise<void> {
    await this.#tab.first().locator('.tab-actions .action-label').click();
  }

  /** Presses a button of the title bar. */
  async press(name: string): Promise<void> {
    await this.#page
      .locator('.editor-group-container.active .editor-actions')
      .getByRole('button', { name, exact: false })
      .first()
      .click();
  }

  /** Sends it, and waits until it has left the window. */
  async send(): Promise<void> {
    await this.press('Send');
    await this.expectClosed();
  }

  /** The same by the keys for it. */
  async sendByKeys(): Promise<void> {
    await this.#expectFocus();
    await this.#page.keyboard.press('ControlOrMeta+Enter');
    await this.expectClosed();
  }

  async #expectFocus(): Promise<void> {
    await this.#lines().first().waitFor();
    await this.#page.locator(`${draft}.focused`).waitFor();
  }

  async expectClosed(): Promise<void> {
    await this.#tab.first().waitFor({ state: 'detached' });
  }

  /** The page of the preview. */
  preview(): FrameLocator {
    return this.#page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  #lines(): Locator {
    return this.#page.locator(`${draft} .view-line`);
  }
}
