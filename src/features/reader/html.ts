import { escapeHtml } from '../../core/base/text/displayText.ts';

/** Markup that is safe to show. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | undefined | readonly Part[];

/** Makes markup of a template: texts that are put in are escaped, for content and for quoted attributes. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: template }, ...parts.map(markupOf)));
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return part === false || part === undefined ? '' : escapeHtml(`${part}`);
}
