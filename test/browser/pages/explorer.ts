import { expect, type Locator, type Page } from '@playwright/test';
import { pickFromMenu } from './menu.ts';

/** The file explorer. */
export class Explorer {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Shows the Explorer by its icon, unless it is visible. */
  async open(): Promise<void> {
    const tree = this.#page.locator('.explorer-folders-view');
    if (!(await tree.isVisible())) {
      await this.#page.locator('.activitybar .action-label[aria-label^="Explorer"]').click();
    }
    await tree.locator('.monaco-list-row').first().waitFor();
  }

  file(name: string): Locator {
    return this.#page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });
  }

  /** Selects several files, and picks from the context menu of the last one. */
  async contextMenu(names: readonly string[], ...items: string[]): Promise<void> {
    const [first, ...others] = names;
    if (first === undefined) throw new Error('no file was named');
    // Files that appear later would move the rows.
    for (const name of names) await this.file(name).waitFor();
    await this.file(first).click();
    // A click also opens the file, and some time after that VS Code selects it alone.
    await expect(async () => {
      for (const name of others) {
        const file = this.file(name);
        if ((await file.getAttribute('aria-selected')) !== 'true') await file.click({ modifiers: ['ControlOrMeta'] });
      }
      for (const name of names)
        await expect(this.file(name)).toHaveAttribute('aria-selected', 'true', { timeout: 1000 });
    }).toPass();
    await pickFromMenu(this.#page, this.file(names.at(-1) ?? first), items);
  }
}
