import { escapeHtml } from '../../core/base/text/displayText.ts';

/** Markup that is safe to show. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | false | undefined | readonly Part[];

/** Makes markup of a template: texts that are put in are escaped, for content and for quoted attributes. */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: template }, ...parts.map(markupOf)));
}

function markupOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return part === false || part === undefined ? '' : escapeHtml(`${part}`);
}

/** The pictures of the page: paths on a field of 16 by 16, drawn as lines. */
export const pictures = {
  file: 'M4 1.5h5l3 3v10H4zM9 1.5v3h3',
  here: 'M9 2.5h4.5V7M13.5 2.5 7 9M11.5 9v4.5h-9v-9H7',
  open: 'M8 1.5H3.5v13h9V9M11.5 1.5v5M9 4h5',
  compare: 'M2 2.5h5v11H2zM9 2.5h5v11H9zM3.5 6h2M10.5 6h2M10.5 8.5h2',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  insert: 'M2 3.5h12M2 12.5h12M2 8h4M14 8H9M11 6 9 8l2 2',
  send: 'M2 2.5 14 8 2 13.5 3.5 8zM3.5 8H9',
  draft: 'M11 2.5 13.5 5 6 12.5l-3.5 1 1-3.5zM9.5 4 12 6.5',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5M12 1.5v3.2H8.8',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3 14 14',
} as const;

/** The definitions that `icon` refers to. */
export function symbols(): Markup {
  const all = Object.entries(pictures).map(
    ([name, path]) => markup`<symbol id="icon-${name}" viewBox="0 0 16 16"><path d="${path}"/></symbol>`,
  );
  return markup`<svg hidden>${all}</svg>`;
}

export function icon(name: keyof typeof pictures): Markup {
  return markup`<svg class="picture" aria-hidden="true"><use href="#icon-${name}"/></svg>`;
}
