import type { Locator, Page } from '@playwright/test';
import { textOf } from './textOf.ts';

/** The page of a walkthrough. */
export class Walkthrough {
  readonly #page: Locator;

  constructor(page: Page) {
    this.#page = page.locator('.gettingStartedContainer .gettingStartedSlideDetails');
  }

  /** The titles of the steps, in order. */
  async steps(): Promise<string[]> {
    return this.#page.locator('.getting-started-step .step-title').allInnerTexts();
  }

  /** Opens a step and waits for its picture. @returns its description */
  async open(title: string): Promise<string> {
    const step = this.#step(title);
    const expanded = this.#page.locator('.getting-started-step.expanded').filter({ hasText: title });
    if (!(await expanded.isVisible())) await step.click();
    await expanded.waitFor();
    await this.#page.locator('.getting-started-media iframe, .getting-started-media svg').first().waitFor();
    return textOf(step.locator('.step-description-container'));
  }

  /** Waits until the step is checked off. */
  async expectDone(title: string): Promise<void> {
    await this.#step(title).locator('.codicon.complete').waitFor();
  }

  #step(title: string): Locator {
    return this.#page.locator('.getting-started-step').filter({ hasText: title });
  }
}
