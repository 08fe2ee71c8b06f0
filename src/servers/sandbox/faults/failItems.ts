import { encryptedPlaceholder, kmsFailure } from '../http/resources.ts';
import type { FaultEffect } from './faultEffect.ts';

type Item = Record<string, unknown>;

/**
 * Makes one field of the items of a list undecryptable [A60]. A temporary failure shows once for every item; a
 * permanent one as long as the fault is in force.
 */
export function failItems(body: unknown, effect: FaultEffect & { kind: 'kms' }, seen: Set<string>): unknown {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return body;
  return { ...body, items: (body.items as Item[]).map((item) => failItem(item, effect, seen)) };
}

function failItem(item: Item, effect: FaultEffect & { kind: 'kms' }, seen: Set<string>): Item {
  const id = String(item.id);
  const roomId = String(item.roomId ?? item.id);
  if (effect.roomIds !== undefined && !effect.roomIds.includes(roomId)) return item;
  if (effect.temporary && seen.has(id)) return item;
  seen.add(id);
  const errors = typeof item.errors === 'object' ? item.errors : {};
  return { ...item, [effect.field]: encryptedPlaceholder(id), errors: { ...errors, [effect.field]: kmsFailure } };
}
