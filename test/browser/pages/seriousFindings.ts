import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Frame, Locator } from '@playwright/test';

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly impact: string; readonly nodes: { html: string }[] }[];
}

type Finding = readonly [rule: string, place: string | undefined];

/**
 * What axe finds serious or worse in the page that an element stands in, each with the first place that breaks the rule.
 * @param theme the color theme by its name; VS Code tells its pages of a change some time later
 */
export async function seriousFindings(element: Locator, theme: string): Promise<readonly Finding[]> {
  const frame = await (await bodyInTheme(element, theme).elementHandle())?.ownerFrame();
  if (!frame) throw new Error('there is no page');
  return findingsIn(frame);
}

/** The same for a page that runs no script, and so no axe: what it shows is looked at in a page of its own. */
export async function seriousFindingsOfStill(element: Locator, theme: string): Promise<readonly Finding[]> {
  const html = await bodyInTheme(element, theme).evaluate((node) => node.ownerDocument.documentElement.outerHTML);
  const page = await element.page().context().newPage();
  try {
    await page.setContent(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
    // What VS Code itself puts behind it.
    await page.addStyleTag({ content: 'html { background: var(--vscode-editor-background); }' });
    return await findingsIn(page.mainFrame());
  } finally {
    await page.close();
  }
}

function bodyInTheme(element: Locator, theme: string): Locator {
  return element.locator(`xpath=ancestor::body[@data-vscode-theme-name="${theme}"]`);
}

async function findingsIn(frame: Frame): Promise<readonly Finding[]> {
  await frame.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  const { violations } = await frame.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => [id, nodes[0]?.html]);
}
