import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { exactText } from './exactText.ts';

const paletteTimeoutMs = 4_000;
/** The time that a person looks at a row before pressing Enter, at least. */
const seenMs = 100;
const settled = [() => true, () => false] as const;
/** More rows than any list of a test. */
const maxRows = 100;

/** The quick input: Command Palette, quick picks, input boxes and file dialogs. */
export class QuickInput {
  readonly #page: Page;
  readonly #widget: Locator;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#widget = page.locator('.quick-input-widget');
    this.#box = this.#widget.locator('.quick-input-box input');
  }

  /**
   * Runs a command of the Command Palette by its whole title, including the category. A webview that opens or closes may
   * receive the key, or take the focus and so close the palette: retries.
   */
  async runCommand(title: string, triesLeft = 4): Promise<void> {
    const limit = triesLeft > 0 ? { timeout: paletteTimeoutMs } : {};
    try {
      await this.#page.keyboard.press('F1');
      await this.#box.waitFor(limit);
      await this.#box.fill(`>${title}`, limit);
      const option = this.option(title).first();
      await option.waitFor(limit);
      await this.#choose(option);
    } catch (error) {
      if (triesLeft === 0) throw error;
      await this.#page.evaluate('document.activeElement?.blur()');
      await this.runCommand(title, triesLeft - 1);
    }
  }

  /** Waits for the quick input with this title, with steps as shown: "Share Selection (1/2)". */
  async expectTitle(title: string): Promise<void> {
    await this.#widget.locator('.quick-input-title', { hasText: exactText(title) }).waitFor();
  }

  /**
   * An option by its whole label, without the number of warnings and the description. Only visible options are in the DOM:
   * filter first.
   */
  option(label: string): Locator {
    const hasText = new RegExp(exactText(label).source.replace(/\\s\*\$$/, '(?: · \\d+ warnings?)?$&'));
    return this.#widget
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.#page.locator('.label-name').filter({ hasText }) });
  }

  /** Selects an option with the arrow keys and presses Enter. */
  async pickOption(label: string): Promise<void> {
    await this.#choose(this.option(label).first());
  }

  /** Picks an option by its label and description. */
  async pickDescribed(label: string, description: string): Promise<void> {
    await this.#choose(this.option(label).filter({ hasText: description }));
  }

  /** Filters a list that is longer than the window, then picks the option with exactly this label. */
  async findOption(label: string): Promise<void> {
    await this.fill(label);
    await this.pickOption(label);
  }

  /** The full texts of the visible options: labels, descriptions and details. */
  async texts(): Promise<string[]> {
    return this.#widget.locator('.quick-input-list .monaco-list-row').allInnerTexts();
  }

  async fill(text: string): Promise<void> {
    await this.#box.fill(text);
  }

  async accept(): Promise<void> {
    await this.#box.press('Enter');
  }

  /**
   * Presses Enter once this option is active, without moving to it. Like a person, it first sees the option active for
   * a moment: a list that still loads makes other rows active in between.
   */
  async acceptActive(label: string): Promise<void> {
    const active = this.option(label).and(this.#page.locator('.focused'));
    do {
      await active.waitFor();
      await delay(seenMs);
    } while (!(await active.isVisible()));
    await this.accept();
  }

  /** Presses Enter until the question of a program closes: its page takes none right after it has the focus. */
  async acceptRequested(label: string): Promise<void> {
    await this.expectActive(label);
    await this.#pressUntilClosed('Enter');
  }

  /** Presses Escape until the question of a program closes: in its page, in the list, and in that of the rooms. */
  async declineRequested(label: string): Promise<void> {
    await this.expectActive(label);
    await this.#pressUntilClosed('Escape');
  }

  async #pressUntilClosed(key: string): Promise<void> {
    const isClosed = () => this.#widget.waitFor({ state: 'hidden', timeout: 2_000 }).then(...settled);
    do await this.#page.keyboard.press(key);
    while (!(await isClosed()));
  }

  /** Waits until this option is active. */
  async expectActive(label: string): Promise<void> {
    await this.option(label).and(this.#page.locator('.focused')).waitFor();
  }

  /** Presses the Back button of the title bar. */
  async goBack(): Promise<void> {
    await this.#widget.locator('.quick-input-left-action-bar .action-label').first().click();
  }

  /** Waits for an option that contains this text. */
  async expectText(text: string): Promise<void> {
    await this.#widget.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().waitFor();
  }

  async expectMessage(text: string): Promise<void> {
    await this.#widget.locator('.quick-input-message', { hasText: text }).waitFor();
  }

  /** With the keyboard: a row that is replaced between mouse down and mouse up would lose the click. */
  async #choose(option: Locator): Promise<void> {
    await option.waitFor();
    const active = option.and(this.#page.locator('.focused'));
    for (let step = 0; !(await active.isVisible()); step += 1) {
      if (step > maxRows) throw new Error('the arrow keys do not lead to the option');
      await this.#box.press('ArrowDown');
    }
    await this.accept();
  }

  /** Escape in the confirmation of a share goes back to the rooms. */
  async cancelConfirmation(): Promise<void> {
    await this.#box.press('Escape');
    await this.#widget.locator('.quick-input-title', { hasText: '(1/2)' }).waitFor();
    await this.cancel();
  }

  async cancel(): Promise<void> {
    await this.#box.press('Escape');
    await this.expectClosed();
  }

  async expectClosed(): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden' });
  }
}
