import assert from 'node:assert/strict';
import type { Frame, Page } from '@playwright/test';

const run = 'window.top.executed=1;window.executed=1;alert(1)';

/** A text that an attacker would write into a field to have it run, rendered, opened or loaded. */
export const hostileTexts = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}"><style>*{display:none}</style>`,
  `"><iframe srcdoc="<script>${run}</script>">`,
  `' onfocus='${run}' autofocus tabindex=1 x='`,
  `<a href="javascript:${run}">a</a><base href="https://evil.example/"><meta http-equiv=refresh content="0;javascript:${run}">`,
  `[a](javascript:${run}) [b](data:text/html,<script>${run}</script>) [c](command:workbench.action.quit) [d](vscode://x) [e](file:///etc/passwd)`,
  `![i](https://evil.example/pixel.png) <https://evil.example>`,
  `<@personEmail:"onmouseover="${run}"|"><script>${run}</script>>`,
  `\`\`\`"><script>${run}</script>\n</code></pre><script>${run}</script>\n\`\`\``,
  `\`\`\`html\n<script>${run}</script>\n\`\`\``,
  `**</strong>"><script>${run}</script>/a.ts** · line 1 · TypeScript\n\n\`\`\`ts\nx\n\`\`\``,
  `{{constructor.constructor('${run}')()}}\u202e\u2028<!--`,
  `[Retry](command:workbench.action.toggleZenMode) $(lock) [Web](https://evil.example/)`,
];

/** Elements that load scripts, images, pages or styles. */
const elements = ':is(script, img, svg, iframe, base, meta, style, object, embed, form, input)';

/** Watches a window of the workbench and its pages for scripts that run or are blocked. */
export class HostileTextWatch {
  readonly #page: Page;
  readonly #complaints: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('console', (message) => {
      if (/content security policy|refused to/i.test(message.text())) this.#complaints.push(message.text());
    });
    page.on('dialog', (dialog) => {
      // The question of a reload. Later tests use the same page: without an answer it would stay.
      if (dialog.type() === 'beforeunload') return void dialog.accept();
      this.#complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** Makes a page within the window record what its policy blocks. */
  async note(frame: Frame): Promise<void> {
    this.#complaints.length = 0;
    await frame.evaluate(`(() => {
      window.violations = [];
      document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
    })()`);
  }

  /** Nothing ran, nothing was blocked, and these elements of a page contain only text. */
  async expectNothing(frame: Frame, root: string): Promise<void> {
    assert.deepEqual(await frame.evaluate('window.violations ?? []'), []);
    assert.equal(await frame.evaluate('window.executed'), undefined);
    assert.equal(await this.#page.evaluate('window.executed'), undefined);
    assert.deepEqual(this.#complaints, []);
    const found = await frame.evaluate(`(() => {
      const all = (selector) => [...document.querySelectorAll(${JSON.stringify(root)})].flatMap((each) => [...each.querySelectorAll(selector)]);
      return [
        all('${elements}').filter((each) => !each.matches('svg.picture, svg.picture *')).map((each) => each.outerHTML.slice(0, 200)),
        all('*').flatMap((each) => each.getAttributeNames()).filter((name) => /^on|^srcdoc$/.test(name)),
        all('a[href]').map((each) => each.protocol).filter((each) => !/^(https?|mailto):$/.test(each)),
      ];
    })()`);
    assert.deepEqual(found, [[], [], []]);
  }
}
