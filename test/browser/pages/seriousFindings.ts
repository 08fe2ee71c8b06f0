import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Frame, Locator, Page } from '@playwright/test';

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly impact: string; readonly nodes: { html: string }[] }[];
}

type Finding = readonly [rule: string, place: string | undefined];

/**
 * The serious and critical findings of axe in the page of an element, each with the first element that breaks the rule.
 * @param theme the name of the color theme, after a change: VS Code applies it to its pages with a delay
 */
export async function seriousFindings(element: Locator, theme?: string): Promise<readonly Finding[]> {
  const frame = await (await bodyInTheme(element, theme).elementHandle())?.ownerFrame();
  if (!frame) throw new Error('the element has no frame');
  return findingsIn(frame);
}

function bodyInTheme(element: Locator, theme: string | undefined): Locator {
  const value = theme === undefined ? '' : `="${theme}"`;
  return element.locator(`xpath=ancestor::body[@data-vscode-theme-name${value}]`);
}

/** The same for a page of a server, light and dark. In high contrast the colors are those of the system, which axe does not see. */
export async function findingsInColors(page: Page): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    all.push(...(await findingsIn(page.mainFrame())));
  }
  await page.emulateMedia({ colorScheme: null });
  return all;
}

/** The same for a page that is not of VS Code. */
export async function findingsIn(frame: Frame): Promise<readonly Finding[]> {
  await frame.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  const { violations } = await frame.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => [id, nodes[0]?.html]);
}
