import { parseJsonObject } from '../../../core/base/json.ts';

// What begins and does not end goes on to the end of the text, so that no part is read twice.
const stringOrComment = /("(?:\\[\s\S]|[^"\\])*(?:"|\\?$))|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const stringOrLastComma = /("(?:\\[\s\S]|[^"\\])*(?:"|\\?$))|,(?=\s*[}\]])/g;

/** The object in a JSON text that may have comments and commas at the end of lists. `undefined` as `parseJsonObject`. */
export function parseJsoncObject(text: string): ReturnType<typeof parseJsonObject> {
  const keep = (_: string, quoted = ''): string => quoted;
  return parseJsonObject(
    text
      .replace(/^\ufeff/, '')
      .replace(stringOrComment, keep)
      .replace(stringOrLastComma, keep),
  );
}
