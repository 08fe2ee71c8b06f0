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
