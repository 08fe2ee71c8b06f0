import { commands, l10n } from 'vscode';
import { isMissing, ServiceError } from '../../core/api/errors.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DeliveryResult } from '../../core/outbox/delivery.ts';
import { ShareNotStoredError, SignedOutError } from '../../core/outbox/errors.ts';
import type { ShareTarget } from '../../core/outbox/newShare.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import { failureOf, type ShareFailure } from '../../core/outbox/shareFailure.ts';
import type { ShareRecord } from '../../core/outbox/shareRecord.ts';
import { canUndo, isUnconfirmed, waitsFor } from '../../core/outbox/shareState.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { CodePlace } from '../../core/snippet/codePlace.ts';
import type { ErrorReporter, ReportOptions } from '../errors/errorReporter.ts';
import { oneLine } from '../vscode/formats.ts';
import { showErrorMessage, showWarningMessage } from '../vscode/notifications.ts';
import { describeReason, isNamedMessage, namesInSentence } from './describeShare.ts';
import { showNotice, showSuccess, type UndoableMessage } from './statusBar.ts';

export interface ShareOutcomePorts {
  readonly outbox: Outbox;
  readonly errors: ErrorReporter;
  readonly undoable: UndoableMessage;
  readonly directory: Pick<RoomDirectory, 'find'>;
}

/** What the user can do with a draft whose message was refused. The draft keeps the content. */
export interface DraftActions {
  /** Lets the user choose another room, if its own no longer exists. */
  changeRoom(): Promise<void>;
  /** Sends it to its room instead of in its thread. Absent: its share is sent again. @returns false if it no longer exists */
  sendToRoom?(): Promise<boolean>;
  /** The message whose text is replaced; where the service refuses that, the text can be sent as a reply to it. */
  readonly edits?:
    | { readonly messageId: string; readonly editedText: string | undefined; sendAsReply(): Promise<void> }
    | undefined;
}

/** A text that the user has written and confirmed. */
export interface WrittenText {
  readonly name: string;
  readonly text: string;
  /** Sent as a file of its name. */
  readonly isFile?: boolean;
  /** Where its code came from. */
  readonly places?: readonly CodePlace[] | undefined;
  readonly draft: DraftActions;
}

/** Shares a text with the checks of every other message. @returns whether it is sent or queued */
export type SendText = (room: ShareTarget, written: WrittenText) => Promise<boolean>;

/** Shows the outcome of a share, and runs the action that the user chooses. */
export class ShareOutcome {
  readonly #ports: ShareOutcomePorts;

  constructor(ports: ShareOutcomePorts) {
    this.#ports = ports;
  }

  /**
   * Shows the outcome without waiting for the user's answer, which is handled later.
   * @param draft the draft that the share was sent from
   */
  show({ record, error }: DeliveryResult, draft?: DraftActions): void {
    if (error instanceof SignedOutError && record !== undefined) this.#showStopped(record);
    else if (record?.state === 'sent') this.#showSentShare(record);
    else if (record?.state === 'unknown') void this.#askIfArrived(record);
    // A share in the state `sending` belongs to another window, which shows its outcome.
    else if (record !== undefined && record.state !== 'sending') this.#showUnsent(record, error, draft);
  }

  /** Sends the share again at the user's request, and shows the outcome. `room`: a reply, instead of in its thread. */
  async retry(id: string, place?: 'room'): Promise<void> {
    try {
      const result = await this.#ports.outbox.retry(id, place);
      if (result !== undefined) this.show(result);
    } catch (error) {
      if (!isCancelled(error)) throw error;
    }
  }

  /** Sends failed shares again. Outcomes without a question to the user are summarized in one message. */
  async retryAll(failed: readonly ShareRecord[]): Promise<void> {
    const { outbox, errors } = this.#ports;
    const retried = failed.map(async (record) => {
      try {
        return await outbox.retry(record.id);
      } catch (error) {
        if (!isCancelled(error)) void errors.report(error, { context: notSharedText(record) });
        return undefined;
      }
    });
    const results = (await Promise.all(retried)).filter((result) => result !== undefined);
    const withState = (state: ShareRecord['state']) => results.filter(({ record }) => record?.state === state);
    const sent = withState('sent');
    const failedAgain = withState('failed');
    const summarized = [sent, failedAgain].flatMap((all) => (all.length > 1 ? all : []));
    if (sent.length > 1) showSuccess(l10n.t('Sent {0} shares', sent.length));
    for (const result of results) if (!summarized.includes(result)) this.show(result);
    if (failedAgain.length > 1)
      await this.#offer(showErrorMessage, l10n.t("Couldn't send {0} shares.", failedAgain.length), showSharesAction());
  }

  /** Shows that the shares of one command were sent. Undo deletes all of them. */
  showSent(message: string, records: readonly ShareRecord[]): void {
    const ids = records.filter(canUndo).map(({ id }) => id);
    if (ids.length < records.length || ids.length === 0) {
      showSuccess(message);
      return;
    }
    const tooltip =
      ids.length === 1 ? l10n.t('Delete the message from the room') : l10n.t('Delete the messages from the room');
    const undo = { command: 'roomside.undoShare', title: l10n.t('Undo'), tooltip, arguments: [ids] };
    const again = { command: 'roomside.sendToAnotherRoom', title: l10n.t('Send to Another Room…'), arguments: ids };
    // A room gets one share after the other: the rows of Recent Shares have the others.
    this.#ports.undoable.show(message, undo, ids.length === 1 ? again : undefined);
  }

  /** Whether the room takes messages of its moderators only. */
  #isLocked({ roomId }: ShareRecord, error: unknown): boolean {
    const isRefused = error instanceof ServiceError && error.status === 403;
    return isRefused && this.#ports.directory.find(roomId)?.isLocked === true;
  }

  #showSentShare(record: ShareRecord): void {
    const [name, room] = namesInSentence(record);
    const text = l10n.t({ message: 'Shared {0} to {1}', args: [name, room], comment: '{1}: a room or a person' });
    this.showSent(text, [record]);
    if (record.reason?.kind === 'not-in-thread') showNotice(describeReason(record));
  }

  /** The user has just signed out, which is not an error. */
  #showStopped(record: ShareRecord): void {
    const [name] = namesInSentence(record);
    showNotice(
      l10n.t('Stopped sending {0}. It will be sent when {1} signs in again.', name, displayTitle(record.accountLabel)),
    );
  }

  #showUnsent(record: ShareRecord, error: unknown, draft?: DraftActions): void {
    const isLocked = this.#isLocked(record, error);
    const context = record.state === 'queued' ? waitingText(record) : notSharedText(record, isLocked);
    const { why, next = 'retry' }: Partial<ShareFailure> = failureOf(record) ?? {};
    const retry = next === 'retry' ? () => this.retry(record.id) : undefined;
    const whenKnown = record.state === 'queued' ? () => showNotice(context) : undefined;
    const isGone = isRoomGone(error);
    const changeRoom = draft && isGone && { label: l10n.t('Change Room…'), run: () => draft.changeRoom() };
    const otherAction = draft === undefined ? shareAgain(record, isGone) : changeRoom || undefined;
    // What only waits needs no answer, and a notification would stay beside the success.
    if (waitsFor(record) === 'time' && !(error instanceof ShareNotStoredError)) showNotice(context);
    // The general text for the status would contradict what is known about the person or the thread.
    else if (next === 'sendToRoom') void this.#showRefusedReply(failureText(context, record, error), record, draft);
    // A sign-in, which helps where a permission is missing, would not help.
    else if (isLocked) void this.#showFailed(context, record, error, otherAction);
    else if (why === 'file-changed' || why === 'person-refused') void this.#showFailed(context, record, error);
    else if (error !== undefined) void this.#ports.errors.report(error, { context, retry, otherAction, whenKnown });
    else if (record.state === 'queued') showNotice(context);
    else void this.#showFailed(context, record);
  }

  /** Shows the kind of the error: it happened in an earlier window, or its kind says more. */
  #showFailed(context: string, record: ShareRecord, error?: unknown, again = shareAgain(record)): Promise<void> {
    const actions = again ? { [again.label]: again.run } : { [l10n.t('Try Again')]: () => this.retry(record.id) };
    return this.#offer(showErrorMessage, failureText(context, record, error), actions, context);
  }

  #showRefusedReply(message: string, record: ShareRecord, draft?: DraftActions): Promise<void> {
    const actions = {
      [l10n.t('Send to the Room Instead')]: () => this.#sendToRoom(record, draft),
      ...(record.content?.kind === 'text' && {
        [l10n.t('Copy as Message')]: () => commands.executeCommand('roomside.copyShare', record.id),
      }),
    };
    return this.#offer(showErrorMessage, message, actions, notSharedText(record));
  }

  /** A draft is sent again as a new share, and deleted with it. */
  async #sendToRoom({ id }: ShareRecord, draft?: DraftActions): Promise<void> {
    if (await draft?.sendToRoom?.()) await this.#ports.outbox.discard(id);
    else await this.retry(id, 'room');
  }

  async #askIfArrived(record: ShareRecord): Promise<void> {
    const [name, room] = namesInSentence(record);
    const problem = l10n.t("Couldn't confirm that {0} arrived in “{1}”.", name, room);
    const message = [problem, describeReason(record)].filter(Boolean).join(' ');
    // The status bar has no room for the reason, which is in Recent Shares.
    if (waitsFor(record) === 'time') return showNotice(problem);
    // "Send Again" is the last button, because it may send a second time.
    const answers = {
      [l10n.t('Mark as Sent')]: () => this.#ports.outbox.markSent(record.id),
      ...showSharesAction(),
      [l10n.t('Send Again')]: () => this.retry(record.id),
    };
    await this.#offer(showWarningMessage, message, isUnconfirmed(record) ? answers : showSharesAction(), problem);
  }

  /** Shows a text with actions, and runs the chosen one. Its error is reported with the context. */
  async #offer(show: typeof showErrorMessage, text: string, actions: Actions, context = text): Promise<void> {
    const choice = await show(text, ...Object.keys(actions));
    try {
      if (choice !== undefined) await actions[choice]?.();
    } catch (error) {
      await this.#ports.errors.report(error, { context });
    }
  }
}

/** What a notification offers, by the label of the button. */
type Actions = Readonly<Record<string, () => PromiseLike<unknown>>>;

function showSharesAction(): Actions {
  return { [l10n.t('Show Recent Shares')]: () => commands.executeCommand('roomside.shares.focus') };
}

/** For what can only be a new share, with all its steps, and where the room accepts none. */
function shareAgain(record: ShareRecord, isGone = false): ReportOptions['otherAction'] {
  if (!isGone && failureOf(record)?.next !== 'shareAgain') return undefined;
  const run = async () => void (await commands.executeCommand('roomside.sendToAnotherRoom', record.id));
  return { label: l10n.t('Send to Another Room…'), run };
}

/** What failed, why, and what the service says. */
function failureText(context: string, record: ShareRecord, error: unknown): string {
  const said = error instanceof ServiceError ? oneLine(error.serviceMessage ?? '') : '';
  const quoted = said && l10n.t('The service says: {0}', said);
  return [context, describeReason(record), quoted].filter(Boolean).join(' ');
}

/** The room was deleted, or the user is no longer in it. */
function isRoomGone(error: unknown): boolean {
  return isMissing(error) || (error instanceof ServiceError && error.status === 403);
}

function notSharedText(record: ShareRecord, isLocked = false): string {
  const [name, room] = namesInSentence(record);
  const text = l10n.t("Couldn't share {0} to “{1}”.", name, room);
  return isLocked ? `${text} ${l10n.t('The room is locked. Ask a moderator, or share to another room.')}` : text;
}

function waitingText(record: ShareRecord): string {
  const [name, room] = namesInSentence(record);
  return isNamedMessage(record.name)
    ? l10n.t('Your message will be sent to “{0}” automatically.', room)
    : l10n.t('{0} will be sent to “{1}” automatically.', name, room);
}
