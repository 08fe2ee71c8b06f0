import type { Locator, Page } from '@playwright/test';
import { leaveHover, pickFromMenu } from './menu.ts';

/** A window that was loaded anew shows it only when Roomside has looked at its shares. */
const showTimeoutMs = 60_000;

/** The view "Recent Shares" below the Rooms view, there while there is a share to show. */
export class RecentShares {
  readonly #page: Page;
  readonly #pane: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#pane = page.locator('.pane').filter({ has: page.locator('.pane-header', { hasText: /Recent Shares/ }) });
  }

  /** Opens the view, which is closed at first. */
  async expand(): Promise<void> {
    const header = this.#pane.locator('.pane-header');
    await header.waitFor({ timeout: showTimeoutMs });
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
    await header.and(this.#page.locator('[aria-expanded="true"]')).waitFor();
  }

  /** A row in sight, by a part of what a screen reader says. */
  row(label: string): Locator {
    return this.#pane.locator(`.monaco-list-row[aria-label*="${label}"]`).first();
  }

  /** Clicks an icon of a row. */
  async clickAction(label: string, action: string): Promise<void> {
    await this.#pointAt(label);
    await this.row(label).locator(`.action-label[aria-label="${action}"]`).click();
  }

  /** What the icons of a row do, in their order. */
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
