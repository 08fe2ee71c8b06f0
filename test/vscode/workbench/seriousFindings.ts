import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly impact: string; readonly nodes: { html: string }[] }[];
}

type Finding = readonly [rule: string, place: string | undefined];

/** What axe finds serious or worse in the page that an element stands in, each with the first place that breaks the rule. */
export async function seriousFindings(element: Locator): Promise<readonly Finding[]> {
  const frame = await (await element.elementHandle())?.ownerFrame();
  if (!frame) throw new Error('there is no page');
  await frame.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  const { violations } = await frame.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

/** The same for a page that runs no script, and so no axe: what it shows is looked at in a page of its own. */
export async function seriousFindingsOfStill(element: Locator): Promise<readonly Finding[]> {
  const html = await element.evaluate((node) => node.ownerDocument.documentElement.outerHTML);
  const page = await element.page().context().newPage();
  try {
    await page.setContent(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
    // What VS Code itself puts behind it.
    await page.addStyleTag({ content: 'html { background: var(--vscode-editor-background); }' });
    return await seriousFindings(page.locator('main'));
  } finally {
    await page.close();
  }
}
