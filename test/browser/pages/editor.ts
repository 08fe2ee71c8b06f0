import type { Locator, Page } from '@playwright/test';
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
    await this.#input.runCommand('Go to File...');
    await this.#input.fill(fileName);
    // By a key: more is found while the first row is in sight already, and a click would meet a row that is drawn anew.
    await this.#input.option(fileName).and(this.#page.locator('.focused')).waitFor();
    await this.#input.accept();
    await this.#input.expectClosed();
    await this.expectActive(fileName);
  }

  /** Waits until the tab in front has this title and its text is drawn. */
  async expectActive(title: string): Promise<void> {
    const tab = this.#page.locator('.editor-group-container.active .tab.active');
    await tab.and(this.#page.getByRole('tab', { name: title })).waitFor();
    // The tab comes first: until the file is read, the text below it is that of the editor before.
    const text = `.monaco-editor[data-uri*="/${encodeURIComponent(title)}"]`;
    await this.#page.locator(`.editor-group-container.active ${text} .view-line`).first().waitFor();
  }

  /** Selects whole lines, the last one without its line end. Lines count from 1. */
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

  /** Waits for what the status bar says of the cursor: "Ln 3, Col 1" or "Ln 3, Col 9 (42 selected)". */
  async expectPosition(position: RegExp): Promise<void> {
    await this.#page.locator('[id="status.editor.selection"]', { hasText: position }).waitFor();
  }

  /** Writes at the beginning of the file. */
  async typeAtTop(text: string): Promise<void> {
    await this.#focus();
    await this.#page.keyboard.press('ControlOrMeta+Home');
    await this.expectPosition(/^Ln 1, Col 1$/);
    await this.#page.keyboard.insertText(text);
    await this.#page.locator('.editor-group-container.active .tab.active.dirty').waitFor();
  }

  /** Selects everything in the editor in front. */
  async selectAll(): Promise<void> {
    await this.#focus();
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.expectPosition(/\(\d+ selected\)$/);
  }

  /** Puts a cursor on each of these lines, the first by a click and the others by Alt+click, and selects each to its end. */
  async selectLinesApart(...texts: readonly string[]): Promise<void> {
    for (const [index, text] of texts.entries()) {
      await this.#line(text).click({ position: { x: 3, y: 8 }, ...(index > 0 && { modifiers: ['Alt'] }) });
    }
    await this.#page.keyboard.press('Home');
    await this.#page.keyboard.press('Home');
    await this.#page.keyboard.press('Shift+End');
    await this.expectPosition(new RegExp(`^${texts.length} selections \\(\\d+ characters selected\\)$`));
  }

  /** Goes down the context menu of a line of the text: inside the selection, which a click elsewhere would undo. */
  async contextMenuOn(text: string, ...items: string[]): Promise<void> {
    await pickFromMenu(this.#page, this.#line(text), items);
  }

  /** Copies the whole text of another editor that is shown, without its line ends being told apart. */
  async copyAllOf(title: string): Promise<void> {
    const group = this.#page.locator('.editor-group-container').filter({
      has: this.#page.locator('.tab.active').and(this.#page.getByRole('tab', { name: title })),
    });
    await group.locator('.monaco-editor .view-line').first().click();
    await this.expectActive(title);
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.expectPosition(/\(\d+ selected\)$/);
    await this.#page.keyboard.press('ControlOrMeta+C');
  }

  /** An icon beside the tabs of the editor in front. */
  async titleAction(action: string): Promise<void> {
    await this.#page
      .locator(`.editor-group-container.active .editor-actions .action-label[aria-label="${action}"]`)
      .click();
  }

  /** Puts the focus into the text in front, by keys, where it is not there. */
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

  /** Goes down the context menu of the text. */
  async contextMenu(...items: string[]): Promise<void> {
    const text = this.#page.locator('.editor-group-container.active .monaco-editor .view-line').first();
    await pickFromMenu(this.#page, text, items);
  }
}
