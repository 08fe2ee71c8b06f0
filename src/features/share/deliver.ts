import { l10n } from 'vscode';
import { utf8ByteLength } from '../../core/attachments/limits.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DeliveryResult, ShareOptions } from '../../core/outbox/delivery.ts';
import { messageTextOf } from '../../core/outbox/shareRecord.ts';
import type { Services } from '../../host/services.ts';
import { type ReportProgress, withLateProgress, withStatusProgress } from '../../host/ui/cancellableProgress.ts';
import type { DraftActions } from '../../host/ui/shareOutcome.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { imageCount } from './describeProposal.ts';
import type { Outgoing } from './shareable.ts';
import type { StoredMessages } from './store.ts';

type DeliverPorts = Pick<Services, 'outcome' | 'errors'>;

/**
 * Sends the messages of a stored share in order, and reports the results. Continues after a failure.
 * @param draft the draft that it is sent from
 * @returns the results, without those after a cancellation and with no record for a message that failed, and whether all
 * messages are sent or queued, and not cancelled or refused by the service
 */
export async function deliver(
  ports: DeliverPorts,
  stored: StoredMessages,
  draft?: DraftActions,
): Promise<{ readonly results: readonly DeliveryResult[]; readonly isComplete: boolean }> {
  const { target, messages } = stored;
  const title = l10n.t({
    message: 'Sharing {0} to {1}',
    args: [wholeName(stored), displayTitle(target.title)],
    comment: '{1}: a room or a person',
  });
  // A single text or URL is sent in one request without progress.
  const isQuick = messages.length === 1 && messages[0]?.message.content.kind !== 'file';
  const sending = isQuick ? deliverAll(ports, stored) : undefined;
  const deliveries = await (sending === undefined
    ? withLateProgress(title, (signal, report) => deliverAll(ports, stored, { signal, report }))
    : withStatusProgress(title, () => sending));
  for (const { share } of messages) await share?.discard();
  // Cancelled in Recent Shares.
  const { results } = deliveries;
  if (isQuick && deliveries.isCancelled) return { results, isComplete: false };
  showResults(ports, stored, deliveries, draft);
  const sentOrQueued = results.filter(({ record }) => record !== undefined && record.state !== 'failed');
  return { results, isComplete: sentOrQueued.length === messages.length };
}

/** What became of the messages of a share, as far as the user did not cancel it. One that failed has no record. */
async function deliverAll({ errors }: DeliverPorts, { target, messages }: StoredMessages, progress?: Progress) {
  const results: DeliveryResult[] = [];
  for (const [index, { message, share, error: storeError }] of messages.entries()) {
    const { name } = message;
    try {
      if (storeError !== undefined) throw storeError;
      const count = messages.length > 1 ? l10n.t('{0} of {1}: {2}', index + 1, messages.length, name) : '';
      const result = await share?.deliver(progress && progressOptions(progress, message, count));
      results.push(result ?? { record: undefined });
    } catch (error) {
      if (isCancelled(error)) return { results, isCancelled: true };
      results.push({ record: undefined, error });
      const context = l10n.t("Couldn't share {0} to “{1}”.", name, displayTitle(target.title));
      void errors.report(error, { context });
    }
  }
  return { results, isCancelled: false };
}

type Progress = Readonly<{ signal: AbortSignal; report: ReportProgress }>;

/** Reports the bytes of a message, after its number if there are several. */
function progressOptions({ signal, report }: Progress, message: Outgoing, count: string): ShareOptions {
  const { content } = message;
  const isFile = content.kind === 'file';
  const total = byteText(isFile ? content.file.byteLength : utf8ByteLength(messageTextOf(content)));
  const show = (text: string, fraction?: number): void => report([count, text].filter(Boolean).join(', '), fraction);
  show(l10n.t('{0} of {1}', byteText(0), total), 0);
  return {
    signal,
    onProgress(sentBytes, totalBytes) {
      show(l10n.t('{0} of {1}', byteText(sentBytes), total), totalBytes === 0 ? 1 : sentBytes / totalBytes);
    },
    onStep(step) {
      if (step === 'checking') show(l10n.t('checking whether it arrived'));
    },
  };
}

function showResults(
  { outcome }: DeliverPorts,
  stored: StoredMessages,
  { results, isCancelled: isCancelledByUser }: Awaited<ReturnType<typeof deliverAll>>,
  draft?: DraftActions,
): void {
  const { target, messages } = stored;
  const sent = results.filter(({ record }) => record?.state === 'sent');
  const arrived = sent.flatMap(({ record }) => record ?? []);
  const cancelled = l10n.t({
    message: 'Canceled. {0} of {1} shared to {2}',
    args: [sent.length, messages.length, displayTitle(target.title)],
    comment: '{2}: a room or a person',
  });
  if (isCancelledByUser && arrived.length === 0) showNotice(messages.length === 1 ? l10n.t('Canceled') : cancelled);
  else if (isCancelledByUser) outcome.showSent(cancelled, arrived);
  else if (sent.length > 1) outcome.showSent(sharedText(stored, sent.length), arrived);
  // Several successes share one notification.
  const isSummarized = sent.length > 1 || isCancelledByUser;
  for (const result of results) if (!isSummarized || !sent.includes(result)) outcome.show(result, draft);
}

function sharedText(stored: StoredMessages, sentCount: number): string {
  const title = displayTitle(stored.target.title);
  const { length } = stored.messages;
  const name = wholeName(stored);
  if (sentCount === length)
    return l10n.t({ message: 'Shared {0} to {1}', args: [name, title], comment: '{1}: a room or a person' });
  return isText(stored)
    ? l10n.t({
        message: 'Shared {0} of {1} messages to {2}',
        args: [sentCount, length, title],
        comment: '{2}: a room or a person',
      })
    : l10n.t({
        message: 'Shared {0} of {1} files to {2}',
        args: [sentCount, length, title],
        comment: '{2}: a room or a person',
      });
}

/** The name of a text names its images, too. */
function wholeName(stored: StoredMessages): string {
  const { name, messages } = stored;
  const hasImages = isText(stored) && messages.length > 1;
  return hasImages ? l10n.t('{0} and {1}', name, imageCount(messages.length - 1)) : name;
}

function isText({ messages: [first] }: StoredMessages): boolean {
  return first?.message.content.kind === 'text';
}
