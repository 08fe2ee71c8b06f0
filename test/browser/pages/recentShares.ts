import type { Locator, Page } from '@playwright/test';
import { leaveHover, pickFromMenu } from './menu.ts';

/** After a reload, the view appears only once Roomside has read its shares. */
const showTimeoutMs = 60_000;

/** The view "Recent Shares" below the Rooms view. It is visible only with shares. */
export class RecentShares {
  readonly #page: Page;
  readonly #pane: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#pane = page.locator('.pane').filter({ has: page.locator('.pane-header', { hasText: /Recent Shares/ }) });
  }

  /** Expands the view, which is collapsed at first. */
  async expand(): Promise<void> {
    const header = this.#pane.locator('.pane-header');
    await header.waitFor({ timeout: showTimeoutMs });
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
    await header.and(this.#page.locator('[aria-expanded="true"]')).waitFor();
  }

  /** A visible row, by a part of its accessibility label. */
  row(label: string): Locator {
    return this.#pane.locator(`.monaco-list-row[aria-label*="${label}"]`).first();
  }

  /** Clicks an icon of a row. */
  async clickAction(label: string, action: string): Promise<void> {
    await this.#pointAt(label);
    await this.row(label).locator(`.action-label[aria-label="${action}"]`).click();
  }

  /** The labels of the icons of a row, in order. */
  async actions(label: string): Promise<string[]> {
    await this.#pointAt(label);
    const labels = this.row(label).locator('.actions .action-label');
    await labels.first().waitFor();
    return labels.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  }

  async #pointAt(label: string): Promise<void> {
    await leaveHover(this.#page);
    await this.row(label).hover();
  }

  async contextMenu(label: string, ...items: string[]): Promise<void> {
    await pickFromMenu(this.#page, this.row(label), items);
  }
}
