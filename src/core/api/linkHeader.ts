/** One link of a `Link` header (RFC 8288 section 3, before it RFC 5988). */
export interface Link {
  /** As written; may be relative. */
  readonly target: string;
  /** Relation types in lower case. One `rel` can name several. */
  readonly relations: readonly string[];
  /** The link describes another resource than the requested one (section 3.2). */
  readonly hasAnchor: boolean;
}

export interface ParsedLinks {
  readonly links: readonly Link[];
  /** False if a part of the header could not be parsed. Then a link may be missing. */
  readonly isComplete: boolean;
}

/** Parses a `Link` header leniently (RFC 8288, appendix B.2). Never throws. */
export function parseLinkHeader(header: string): ParsedLinks {
  const links: Link[] = [];
  let isComplete = true;
  let rest = header;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return { links, isComplete };
    const target = /^<([^>]*)>/.exec(rest);
    if (target === null) {
      // Skips to the probable next link, so that one bad entry does not hide the others.
      isComplete = false;
      const next = rest.search(/,\s*</);
      rest = next === -1 ? '' : rest.slice(next);
      continue;
    }
    const parameters = readParameters(rest.slice(target[0].length));
    const { relations, hasAnchor } = parameters;
    links.push({ target: (target[1] ?? '').trim(), relations, hasAnchor });
    isComplete &&= parameters.isComplete;
    rest = parameters.rest;
  }
}

const parameter = /^\s*;\s*([^\s=;,"<>]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?\s*/;

interface LinkParameters {
  readonly relations: readonly string[];
  readonly hasAnchor: boolean;
  readonly isComplete: boolean;
  readonly rest: string;
}

function readParameters(text: string): LinkParameters {
  let relations: readonly string[] | undefined;
  let hasAnchor = false;
  let rest = text;
  for (let match = parameter.exec(rest); match !== null; match = parameter.exec(rest)) {
    const [whole, name = '', quoted, plain] = match;
    // RFC 8288 section 3.3: only the first `rel` counts.
    if (name.toLowerCase() === 'rel') relations ??= relationsOf(quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    if (name.toLowerCase() === 'anchor') hasAnchor = true;
    rest = rest.slice(whole.length);
  }
  const end = /^\s*(,|$)/.exec(rest);
  if (end !== null) return { relations: relations ?? [], hasAnchor, isComplete: true, rest };
  const next = rest.search(/,\s*</);
  return { relations: relations ?? [], hasAnchor, isComplete: false, rest: next === -1 ? '' : rest.slice(next) };
}

function relationsOf(value: string): readonly string[] {
  return value.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * The target of `rel="next"` as written. A link with an `anchor` does not concern this page and is skipped.
 * @returns `undefined` if there is no next page; `'malformed'` if an unreadable part may name one, because treating
 * that as the end would truncate the list silently
 */
export function nextTarget(header: string | undefined): { readonly target: string } | 'malformed' | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  // The usual form, without the full grammar: parsing is a large part of the cost of a page at startup.
  const plain = /^<([^<>]*)>; ?rel="next"$/.exec(header);
  if (plain !== null) return { target: (plain[1] ?? '').trim() };
  const { links, isComplete } = parseLinkHeader(header);
  const next = links.find((link) => link.relations.includes('next') && !link.hasAnchor);
  if (next !== undefined) return { target: next.target };
  return isComplete ? undefined : 'malformed';
}
