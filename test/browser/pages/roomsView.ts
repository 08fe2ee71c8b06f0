import type { Locator, Page } from '@playwright/test';
import { exactText } from './exactText.ts';
import { pickFromMenu } from './menu.ts';
import { textOf } from './textOf.ts';

const showTimeoutMs = 4_000;
const revealTimeoutMs = 30_000;
/** About 10 seconds. */
const maxFrames = 600;
/** About 2 seconds. */
const framesPerTry = 120;

/** The view "Rooms" in the view container "Roomside". */
export class RoomsView {
  readonly #page: Page;
  readonly #pane: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#pane = page.locator('.sidebar .pane').filter({ has: page.locator('.pane-header', { hasText: /Rooms/ }) });
  }

  /** Shows the view by its icon, unless it is visible: a click on the icon of a visible container hides it. */
  async open(): Promise<void> {
    const icon = this.#page.locator('.activitybar .action-item').filter({
      has: this.#page.locator('.action-label[aria-label^="Roomside"]'),
    });
    await icon.waitFor();
    if (!(await this.#pane.isVisible())) await icon.click();
    // After a reload, the view may have been about to appear: then the click has hidden it.
    const unchecked = icon.and(this.#page.locator(':not(.checked)'));
    await this.#pane.waitFor({ timeout: showTimeoutMs }).catch(async () => {
      if (await unchecked.isVisible()) await icon.click();
    });
    await this.#pane.waitFor();
  }

  /** A visible row, by its whole label. */
  row(label: string): Locator {
    return this.#rows().filter({ has: this.#page.locator('.label-name').filter({ hasText: exactText(label) }) });
  }

  /** Waits until a row is visible. Use `reveal` for rows that need scrolling. */
  async expectRoom(label: string): Promise<void> {
    await this.row(label).first().waitFor();
  }

  /** The decoration at the end of a row. */
  async decoration(row: Locator): Promise<string> {
    return row.locator('.monaco-icon-label').evaluate((label) => {
      // It is a CSS pseudo-element.
      const style = label.ownerDocument.defaultView?.getComputedStyle(label, '::after');
      return style?.content ?? '';
    });
  }

  /** Scrolls until the row is in the DOM, which has only the visible rows. Repeats until the timeout. */
  async reveal(label: string): Promise<Locator> {
    const row = this.row(label).first();
    const isThere = async (): Promise<boolean> => (await row.count()) > 0;
    const endMs = Date.now() + revealTimeoutMs;
    do await this.#walk(isThere);
    while (!(await isThere()) && Date.now() < endMs);
    await row.scrollIntoViewIfNeeded();
    return row;
  }

  async inlineAction(label: string, action: string): Promise<void> {
    const row = await this.reveal(label);
    await row.hover();
    await row.locator(`.action-label[aria-label="${action}"]`).click();
  }

  async contextMenu(label: string, ...items: string[]): Promise<void> {
    await pickFromMenu(this.#page, await this.reveal(label), items);
  }

  /** Clicks an icon of the view's title. */
  async titleAction(action: string): Promise<void> {
    // The icons of a view that is alone in its container are in the title of the container, and it may soon not be
    // alone. The view's own icons are visible only while the mouse is over it.
    await this.#pane.hover();
    const icon = this.#page.locator(`.sidebar .action-label[aria-label="${action}"]`);
    await icon.filter({ visible: true }).first().click();
  }

  /** A link or button of the welcome content, visible while the tree has no rows. */
  welcomeButton(name: string): Locator {
    return this.#pane.locator('.welcome-view').getByRole('button', { name, exact: true });
  }

  async welcomeText(): Promise<string> {
    return textOf(this.#pane.locator('.welcome-view-content'));
  }

  /** Waits for the message above the rows or the welcome content. */
  async expectMessage(text: string): Promise<void> {
    await this.#pane.locator('.message', { hasText: text }).waitFor();
  }

  async expectNoMessage(): Promise<void> {
    await this.#pane.locator('.message').filter({ hasText: /./ }).waitFor({ state: 'hidden' });
  }

  /** The labels of all rows of the expanded tree in order, including those that need scrolling. */
  async labels(): Promise<string[]> {
    return this.#labelsWhere(() => true);
  }

  /** The labels of the visible rows. Does not move the focus. */
  async labelsInSight(): Promise<string[]> {
    return (await this.#rowsInSight()).sort((one, other) => one.index - other.index).map(({ label }) => label);
  }

  /** The labels of the rooms, without headings. */
  async roomLabels(): Promise<string[]> {
    return this.#labelsWhere(({ level }) => level > 1);
  }

  async #labelsWhere(isIncluded: (row: { level: number }) => boolean): Promise<string[]> {
    const found = new Map<number, string>();
    await this.#walk(async () => {
      for (const row of await this.#rowsInSight()) if (isIncluded(row)) found.set(row.index, row.label);
      return false;
    });
    return [...found.entries()].sort(([one], [other]) => one - other).map(([, label]) => label);
  }

  #rows(): Locator {
    return this.#pane.locator('.monaco-list-row');
  }

  #rowsInSight(): Promise<{ index: number; level: number; label: string }[]> {
    return this.#rows().evaluateAll((rows) =>
      rows.map((row) => ({
        index: Number(row.getAttribute('data-index')),
        level: Number(row.getAttribute('aria-level')),
        label: row.querySelector('.label-name')?.textContent?.trim() ?? '',
      })),
    );
  }

  /** Pages through the tree from its top until `isFound` returns true or the end is reached. */
  async #walk(isFound: () => Promise<boolean>): Promise<void> {
    const tree = this.#pane.locator('.monaco-list').first();
    let place = await this.#press(tree, 'Home', await placeOf(tree));
    while (!(await isFound()) && place.focus < place.last) place = await this.#press(tree, 'PageDown', place);
  }

  /**
   * Presses a key and waits until the focus of the tree has moved. At the top, "Home" changes nothing. A webview that
   * opens may take the focus, and a tree that is being rendered ignores the key: retries.
   */
  async #press(tree: Locator, key: 'Home' | 'PageDown', before: Place): Promise<Place> {
    let place = before;
    for (let frame = 0; frame < maxFrames; frame++) {
      if (frame % framesPerTry === 0) {
        await tree.focus();
        await this.#page.keyboard.press(key);
      }
      place = await placeOf(tree);
      const isThere = key === 'Home' ? place.top === 0 && place.focus === 0 : place.focus > before.focus;
      if (isThere) return place;
      await this.#page.evaluate('new Promise(requestAnimationFrame)');
    }
    throw new Error(`the tree did not follow ${key} from ${JSON.stringify(before)}; it is at ${JSON.stringify(place)}`);
  }
}

/** Scroll offset in pixels, and row indexes. */
interface Place {
  readonly top: number;
  readonly focus: number;
  readonly last: number;
}

function placeOf(tree: Locator): Promise<Place> {
  return tree.evaluate((list) => {
    const rows = list.querySelector('.monaco-list-rows')?.getAttribute('style') ?? '';
    const pixelsOf = (name: string): number => Number(new RegExp(`\\b${name}: (-?[\\d.]+)px`).exec(rows)?.[1] ?? 0);
    const focused = list.querySelector('.monaco-list-row.focused');
    const rowHeight = 22;
    return {
      top: -pixelsOf('top') + 0,
      focus: Number(focused?.getAttribute('data-index') ?? -1),
      last: Math.round(pixelsOf('height') / rowHeight) - 1,
    };
  });
}
