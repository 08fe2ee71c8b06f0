import { commands, l10n, window } from 'vscode';
import { isCancelled } from '../core/base/errors.ts';
import type { CarriedShare } from '../core/outbox/carryShare.ts';
import type { Outbox } from '../core/outbox/outbox.ts';
import type { ShareRecord } from '../core/outbox/shareRecord.ts';
import type { FailureReport } from './failureReport.ts';
import { showNotice, showSuccess, type UndoableMessage } from './statusMessage.ts';
import { reasonWords, shareNames } from './words/shareWords.ts';

export interface ShareOutcomePorts {
  readonly outbox: Outbox;
  readonly failures: FailureReport;
  readonly undoable: UndoableMessage;
}

/** Says how a share ended, and does what the user chooses then. */
export class ShareOutcome {
  readonly #ports: ShareOutcomePorts;

  constructor(ports: ShareOutcomePorts) {
    this.#ports = ports;
  }

  /** Says it at once; what the user answers is looked after, however late it comes. */
  tell({ record, error }: CarriedShare): void {
    if (record?.state === 'sent') this.#tellSent(record);
    else if (record?.state === 'unknown') void this.#askWhetherItArrived(record);
    // One that is being sent was taken over by another window, which says how it ends.
    else if (record !== undefined && record.state !== 'sending') this.#tellUnsent(record, error);
  }

  /** Sends it again because the user wants it, and says how that ended. */
  async retry(id: string): Promise<void> {
    try {
      const carried = await this.#ports.outbox.retry(id);
      if (carried !== undefined) this.tell(carried);
    } catch (error) {
      if (!isCancelled(error)) throw error;
    }
  }

  #tellSent(record: ShareRecord): void {
    const [name, room] = shareNames(record);
    const message = l10n.t('Shared {0} to {1}', name, room);
    if (record.messageId) {
      const tooltip = l10n.t('Delete the message from the room');
      const undo = { command: 'roomside.undoShare', title: l10n.t('Undo'), tooltip, arguments: [record.id] };
      this.#ports.undoable.show(message, undo);
    } else showSuccess(message);
  }

  #tellUnsent(record: ShareRecord, error: unknown): void {
    const [name, room] = shareNames(record);
    const act =
      record.state === 'queued'
        ? l10n.t('{0} is not in “{1}” yet: it waits in Recent Shares and goes out by itself.', name, room)
        : l10n.t('{0} was not shared to “{1}”.', name, room);
    const retry = (): Promise<void> => this.retry(record.id);
    if (error !== undefined) void this.#ports.failures.show(error, { act, retry });
    else if (record.state === 'queued') showNotice(act);
    else void this.#tellFailed(act, record);
  }

  /** Known from an earlier window: of the failure itself only its kind is left. */
  async #tellFailed(act: string, record: ShareRecord): Promise<void> {
    const again = l10n.t('Try Again');
    const said = [act, reasonWords(record)].filter(Boolean).join(' ');
    if ((await window.showErrorMessage(said, again)) !== again) return;
    await this.retry(record.id).catch((error: unknown) => this.#ports.failures.show(error, { act }));
  }

  /** Sending again comes last: it may be the second time. */
  async #askWhetherItArrived(record: ShareRecord): Promise<void> {
    const [arrived, look, again] = [l10n.t('It Arrived'), l10n.t('Show Recent Shares'), l10n.t('Send Again')];
    const [name, room] = shareNames(record);
    const doubt = l10n.t('It is not known whether {0} arrived in “{1}”.', name, room);
    const said = [doubt, reasonWords(record)].filter(Boolean).join(' ');
    const isUp = record.reason?.kind === 'room-unreadable' || record.reason?.kind === 'room-unclear';
    const choice = await window.showWarningMessage(said, ...(isUp ? [arrived, look, again] : [look]));
    try {
      if (choice === arrived) await this.#ports.outbox.markSent(record.id);
      else if (choice === look) await commands.executeCommand('roomside.shares.focus');
      else if (choice === again) await this.retry(record.id);
    } catch (error) {
      await this.#ports.failures.show(error, { act: doubt });
    }
  }
}
