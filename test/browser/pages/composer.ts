import type { FrameLocator, Locator, Page } from '@playwright/test';

/** The tab changes first: until the draft is loaded, the text below it is that of the previous editor. */
const draft = '.editor-group-container.active .monaco-editor[data-uri^="roomside-draft:"]';

/** The draft editor and its preview. */
export class Composer {
  readonly #page: Page;
  readonly #tab: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#tab = page.locator('.tab[data-resource-name^="→ "]');
  }

  /** Waits until a draft for this room has its text. */
  async expectOpen(room: string): Promise<void> {
    await this.#page.locator('.editor-group-container.active .tab.active', { hasText: `→ ${room}` }).waitFor();
    await this.#lines().first().waitFor();
  }

  /** Waits for the hint of an empty draft, which is a CSS decoration. */
  async expectHint(text: string): Promise<void> {
    const drawn = `[...document.querySelectorAll('${draft} .view-line span')].some((span) =>
      getComputedStyle(span, '::after').content.includes(${JSON.stringify(text)}))`;
    await this.#page.waitForFunction(drawn);
  }

  /** Inserts text at the cursor, all at once. */
  async write(text: string): Promise<void> {
    await this.#expectFocus();
    await this.#page.keyboard.insertText(text);
  }

  /** Types key by key, which triggers suggestions. */
  async type(text: string): Promise<void> {
    await this.write('');
    await this.#page.keyboard.type(text);
  }

  /** Accepts a suggestion by its label. */
  async complete(label: string): Promise<void> {
    await this.#page.locator('.suggest-widget .monaco-list-row', { hasText: label }).first().click();
  }

  /** Waits until a line of the draft contains this text. */
  async expectText(text: string): Promise<void> {
    await this.#lines().filter({ hasText: text }).first().waitFor();
  }

  /** Closes the tab of the draft with the mouse. */
  async closeTab(): Promise<void> {
    await this.#tab.first().locator('.tab-actions .action-label').click();
  }

  /** Presses a button of the editor title. */
  async press(name: string): Promise<void> {
    await this.#page
      .locator('.editor-group-container.active .editor-actions')
      .getByRole('button', { name, exact: false })
      .first()
      .click();
  }

  /** Sends the draft by its keyboard shortcut. */
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

  /** The page of the preview of a draft or of a share, which opens last. */
  preview(): FrameLocator {
    return this.#page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
  }

  #lines(): Locator {
    return this.#page.locator(`${draft} .view-line`);
  }
}
