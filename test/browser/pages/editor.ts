import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { pickFromMenu } from './menu.ts';
import type { QuickInput } from './quickInput.ts';

/** The active text editor. */
export class Editor {
  readonly #page: Page;
  readonly #input: QuickInput;

  constructor(page: Page, input: QuickInput) {
    this.#page = page;
    this.#input = input;
  }

  /**
   * Opens a workspace file with "Go to File".
   * @param file its name, or its absolute path, which VS Code opens without a search: that may not know a file just written
   */
  async open(file: string): Promise<void> {
    const fileName = path.basename(file);
    await this.#input.runCommand('Go to File...');
    await this.#input.fill(file);
    // With the keyboard: the list still changes when the first row is visible, and a click could hit a replaced row.
    await this.#input.acceptActive(fileName);
    await this.#input.expectClosed();
    await this.expectActive(fileName);
  }

  /** Waits until the active tab has this title and shows its text. */
  async expectActive(title: string): Promise<void> {
    const tab = this.#page.locator('.editor-group-container.active .tab.active');
    await tab.and(this.#page.getByRole('tab', { name: title })).waitFor();
    // The tab changes first: until the file is loaded, the text below it is that of the previous editor.
    const text = `.monaco-editor[data-uri*="/${encodeURIComponent(title)}"]`;
    await this.#page.locator(`.editor-group-container.active ${text} .view-line`).first().waitFor();
  }

  /** Selects whole lines, the last one without its line ending. Lines are 1-based. */
  async selectLines(from: number, to: number): Promise<void> {
    const keyboard = this.#page.keyboard;
    await this.#focus();
    await keyboard.press('Control+G');
    await this.#input.fill(`:${from}`);
    await this.#input.accept();
    await this.#input.expectClosed();
    await this.expectPosition(new RegExp(`^Ln ${from}, Col 1$`));
    for (let line = from; line < to; line++) await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+End');
    await this.expectPosition(new RegExp(`^Ln ${to}, Col \\d+ \\(\\d+ selected\\)$`));
  }

  /** Waits for the cursor position in the status bar: "Ln 3, Col 1" or "Ln 3, Col 9 (42 selected)". */
  async expectPosition(position: RegExp): Promise<void> {
    await this.#page.locator('[id="status.editor.selection"]', { hasText: position }).waitFor();
  }

  async selectAll(): Promise<void> {
    await this.#focus();
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.expectPosition(/\(\d+ selected\)$/);
  }

  /** Selects each of these lines to its end with several cursors, by a click and then Alt+click. */
  async selectLinesApart(...texts: readonly string[]): Promise<void> {
    for (const [index, text] of texts.entries()) {
      await this.#line(text).click({ position: { x: 3, y: 8 }, ...(index > 0 && { modifiers: ['Alt'] }) });
    }
    await this.#page.keyboard.press('Home');
    await this.#page.keyboard.press('Home');
    await this.#page.keyboard.press('Shift+End');
    await this.expectPosition(new RegExp(`^${texts.length} selections \\(\\d+ characters selected\\)$`));
  }

  /** Picks from the context menu of a line inside the selection: a click elsewhere would clear it. */
  async contextMenuOn(text: string, ...items: string[]): Promise<void> {
    await pickFromMenu(this.#page, this.#line(text), items);
  }

  /** Clicks an icon in the editor title. */
  async titleAction(action: string): Promise<void> {
    await this.#page
      .locator(`.editor-group-container.active .editor-actions .action-label[aria-label="${action}"]`)
      .click();
  }

  /** Focuses the text of the active editor by keys. */
  async #focus(): Promise<void> {
    const text = this.#page.locator('.editor-group-container.active .monaco-editor.focused');
    if (!(await text.isVisible())) await this.#input.runCommand('View: Focus Active Editor Group');
    await text.waitFor();
  }

  #line(text: string): Locator {
    return this.#page
      .locator('.editor-group-container.active .monaco-editor .view-line > span', { hasText: text })
      .first();
  }
}
