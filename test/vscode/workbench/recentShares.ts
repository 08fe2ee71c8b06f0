import type { Locator, Page } from 'playwright-core';

/** The view "Recent Shares" below the Rooms view, there while there is a share to show. */
export class RecentShares {
  readonly #pane: Locator;

  constructor(page: Page) {
    this.#pane = page.locator('.pane').filter({ has: page.locator('.pane-header', { hasText: /Recent Shares/ }) });
  }

  /** A row in sight, by the beginning of what a screen reader says. */
  row(label: string): Locator {
    return this.#pane.locator(`.monaco-list-row[aria-label^="${label}"]`).first();
  }

  /** Clicks an icon of a row. */
  async act(label: string, action: string): Promise<void> {
    await this.row(label).hover();
    await this.row(label).locator(`.action-label[aria-label="${action}"]`).click();
  }
}
