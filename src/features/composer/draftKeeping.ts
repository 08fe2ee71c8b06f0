import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';
import { onDraftRest } from './draftRest.ts';
import { saveDraft } from './saveDraft.ts';

const restMs = 250;

/**
 * Saves a draft whenever its writer rests, so that a tab may be closed without a question, and nothing is lost with a
 * window. Until then the editor's own backup of unsaved files holds it.
 */
export function keepDrafts(clock: Clock, log: Log): Disposable {
  return onDraftRest(clock, restMs, async (document) => {
    if (!(await saveDraft(document, clock))) log.warn('a draft could not be saved');
  });
}
