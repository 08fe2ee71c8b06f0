import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';
import { pickFromMenu } from './menu.ts';
import { textOf } from './textOf.ts';

/** The view "Rooms" in the view container "Roomside". */
export class RoomsView {
  readonly #page: Page;
  readonly #pane: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#pane = page.locator('.pane').filter({ has: page.locator('.pane-header', { hasText: /Rooms/ }) });
  }

  /** Shows the view by its icon, unless it is shown: a click on the icon of a shown container would hide it. */
  async open(): Promise<void> {
    const icon = this.#page.locator('.activitybar .action-label[aria-label^="Roomside"]');
    await icon.waitFor();
    if (!(await this.#pane.isVisible())) await icon.click();
    await this.#pane.waitFor();
  }

  /** A row in sight, by its whole label. */
  row(label: string): Locator {
    return this.#rows().filter({ has: this.#page.locator('.label-name').filter({ hasText: exactText(label) }) });
  }

  async expectRow(label: string): Promise<void> {
    await this.row(label).first().waitFor();
  }

  /** Scrolls until the row is in the page; the tree holds only the rows in sight. */
  async reveal(label: string): Promise<Locator> {
    const row = this.row(label).first();
    await this.#walk(async () => (await row.count()) > 0);
    await row.scrollIntoViewIfNeeded();
    return row;
  }

  async expand(label: string): Promise<void> {
    const row = await this.reveal(label);
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.locator('.monaco-tl-twistie').click();
    await this.row(label).and(this.#page.locator('[aria-expanded="true"]')).first().waitFor();
  }

  async inlineAction(label: string, action: string): Promise<void> {
    const row = await this.reveal(label);
    await row.hover();
    await row.locator(`.action-label[aria-label="${action}"]`).click();
  }

  async contextMenu(label: string, ...items: string[]): Promise<void> {
    await pickFromMenu(this.#page, await this.reveal(label), items);
  }

  /** An icon in the view's title. */
  async titleAction(action: string): Promise<void> {
    const sidebar = this.#page.locator('.sidebar');
    await sidebar.locator('.composite.title, .pane-header').first().hover();
    await sidebar.locator(`.action-label[aria-label="${action}"]`).first().click();
  }

  /** A link or button of the welcome content, shown while the tree has no rows. */
  welcomeButton(name: string): Locator {
    return this.#pane.locator('.welcome-view').getByRole('button', { name, exact: true });
  }

  async welcomeText(): Promise<string> {
    return textOf(this.#pane.locator('.welcome-view-content'));
  }

  /** The labels of all rows of the expanded tree from top to bottom, also those out of sight. */
  async labels(): Promise<string[]> {
    const found = new Map<number, string>();
    await this.#walk(async () => {
      for (const { index, label } of await this.#rowsInSight()) found.set(index, label);
      return false;
    });
    return [...found.entries()].sort(([one], [other]) => one - other).map(([, label]) => label);
  }

  #rows(): Locator {
    return this.#pane.locator('.monaco-list-row');
  }

  #rowsInSight(): Promise<{ index: number; label: string }[]> {
    return this.#rows().evaluateAll((rows) =>
      rows.map((row) => ({
        index: Number(row.getAttribute('data-index')),
        label: row.querySelector('.label-name')?.textContent?.trim() ?? '',
      })),
    );
  }

  /** Goes through the tree from its top until `isFound` says so, or its end. */
  async #walk(isFound: () => Promise<boolean>): Promise<void> {
    const list = this.#pane.locator('.monaco-list').first();
    await list.waitFor();
    await list.hover();
    await this.#page.mouse.wheel(0, -1_000_000);
    for (let lastSeen = -1; ; ) {
      if (await isFound()) return;
      const indexes = (await this.#rowsInSight()).map((row) => row.index);
      const last = Math.max(-1, ...indexes);
      if (last <= lastSeen) return;
      lastSeen = last;
      await this.#page.mouse.wheel(0, 200);
      await this.#page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    }
  }
}
