import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import { supersededFailures } from '../../core/outbox/sharesStatus.ts';

/** Removes failures that a later success has made pointless, now and whenever the shares change. */
export function removeSuperseded(
  outbox: Pick<Outbox, 'snapshot' | 'onDidChange' | 'discard'>,
  log: Pick<Log, 'error'>,
): Disposable {
  // Removing takes a while, and one that cannot be removed is not tried at each change.
  const removed = new Set<string>();
  const remove = (): void => {
    for (const { id } of supersededFailures(outbox.snapshot.shares)) {
      if (removed.has(id)) continue;
      removed.add(id);
      outbox.discard(id).catch((error: unknown) => log.error('a superseded failure could not be removed', error));
    }
  };
  remove();
  return outbox.onDidChange(remove);
}
