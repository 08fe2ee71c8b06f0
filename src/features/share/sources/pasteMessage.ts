import { fieldsOf } from '../../../core/base/json.ts';
import type { FromPasteBox } from '../../../webview/pasteBox/protocol.ts';

/** Parses a message of the paste box. Anything else does not come from our page and is ignored. */
export function parsePasteMessage(value: unknown): FromPasteBox | undefined {
  const { kind, bytes, width, height } = fieldsOf(value);
  if (kind === 'share' || kind === 'cancel') return { kind };
  const isPasted = kind === 'pasted' && bytes instanceof Uint8Array && isSide(width) && isSide(height);
  return isPasted ? { kind, bytes, width, height } : undefined;
}

function isSide(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
