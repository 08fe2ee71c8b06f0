import { parseJsonObject } from './json.ts';

const stringOrComment = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const stringOrLastComma = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;

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
