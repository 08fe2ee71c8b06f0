import type { Page } from 'playwright-core';
import { pickFromMenu } from './menu.ts';
import type { QuickInput } from './quickInput.ts';

/** The text editor in front. */
export class Editor {
  readonly #page: Page;
  readonly #input: QuickInput;

  constructor(page: Page, input: QuickInput) {
    this.#page = page;
    this.#input = input;
  }

  /** Opens a file of the workspace by its name, as "Go to File" finds it. */
  async open(fileName: string): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+P');
    await this.#input.findOption(fileName);
    await this.#input.expectClosed();
    await this.expectActive(fileName);
  }

  /** Waits until the tab in front has this title and its text is drawn. */
  async expectActive(title: string): Promise<void> {
    const tab = this.#page.locator('.editor-group-container.active .tab.active');
    await tab.and(this.#page.getByRole('tab', { name: title })).waitFor();
    await this.#page.locator('.editor-group-container.active .monaco-editor .view-line').first().waitFor();
  }

  /** Selects whole lines, the last one without its line end. Lines count from 1. */
  async selectLines(from: number, to: number): Promise<void> {
    const keyboard = this.#page.keyboard;
    await this.#page.locator('.editor-group-container.active .monaco-editor .view-line').first().click();
    await keyboard.press('Control+G');
    await this.#input.fill(`:${from}`);
    await this.#input.accept();
    await this.#input.expectClosed();
    await this.expectPosition(new RegExp(`^Ln ${from}, Col 1$`));
    for (let line = from; line < to; line++) await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+End');
    await this.expectPosition(new RegExp(`^Ln ${to}, Col \\d+ \\(\\d+ selected\\)$`));
  }

  /** Waits for what the status bar says of the cursor: "Ln 3, Col 1" or "Ln 3, Col 9 (42 selected)". */
  async expectPosition(position: RegExp): Promise<void> {
    await this.#page.locator('[id="status.editor.selection"]', { hasText: position }).waitFor();
  }

  /** Goes down the context menu of the text. */
  async contextMenu(...items: string[]): Promise<void> {
    const text = this.#page.locator('.editor-group-container.active .monaco-editor .view-line').first();
    await pickFromMenu(this.#page, text, items);
  }
}
