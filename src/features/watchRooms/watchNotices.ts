import { commands, l10n, window } from 'vscode';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import { timeMs } from '../../core/base/clock.ts';
import { Owner } from '../../core/base/disposable.ts';
import { quoteMessage } from '../../core/messages/messageText.ts';
import type { Services } from '../../host/services.ts';
import { chooseOne } from '../../host/ui/chooseOne.ts';
import { roomTitle } from '../../host/ui/groupTitle.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { timeText } from '../../host/vscode/formats.ts';
import { showInformationMessage, showWarningMessage } from '../../host/vscode/notifications.ts';
import type { RoomWatcher, WatchedMessage } from './model/roomWatcher.ts';
import { NoticeNames } from './noticeNames.ts';
import { noticeText, quotedMessage, roomIdsOf } from './noticeText.ts';

const muteMs = 60 * 60_000;

/** Maximum number of messages that wait for the window to get the focus. */
const maxWaiting = 200;

export interface WatchNoticesPorts extends Pick<Services, 'connection' | 'directory' | 'marks' | 'clock' | 'log'> {
  readonly active: Pick<ActiveAccount, 'get'>;
  readonly watcher: RoomWatcher;
}

/**
 * Shows the new messages of a poll in one notification. Without the focus, later messages wait while a notification is
 * open: a night of messages becomes two notifications.
 */
export class WatchNotices extends Owner {
  readonly #ports: WatchNoticesPorts;
  readonly #names: NoticeNames;
  #waiting: readonly WatchedMessage[] = [];
  #accountId = '';
  #openCount = 0;

  constructor(ports: WatchNoticesPorts) {
    super();
    this.#ports = ports;
    this.#names = new NoticeNames(ports);
    this.own(window.onDidChangeWindowState(() => this.#showWaiting()));
  }

  show(accountId: string, messages: readonly WatchedMessage[]): void {
    this.#accountId = accountId;
    this.#waiting = [...this.#waiting, ...messages].slice(-maxWaiting);
    this.#showWaiting();
  }

  /** Drops waiting messages after a switch of the account. */
  forget(): void {
    this.#waiting = [];
  }

  /** Reports rooms whose messages the service does not list. */
  showRefused(roomIds: readonly string[]): void {
    const [roomId = ''] = roomIds;
    const sentence =
      roomIds.length === 1
        ? l10n.t("Couldn't watch “{0}”. The service didn't allow Roomside to read its messages.", this.#titleOf(roomId))
        : l10n.t("Couldn't watch {0} rooms. The service didn't allow Roomside to read their messages.", roomIds.length);
    void showWarningMessage(sentence);
  }

  #showWaiting(): void {
    const { marks, log } = this.#ports;
    if (this.#openCount > 0 && !window.state.focused) return;
    const isUnread = ({ roomId, message }: WatchedMessage): boolean =>
      !marks.isVisible(roomId) && !marks.isRead(roomId, timeMs(message.created));
    const messages = this.#waiting.filter(isUnread);
    this.#waiting = [];
    if (messages.length === 0) return;
    this.#openCount += 1;
    const shown = this.#show(this.#accountId, messages).finally(() => {
      this.#openCount -= 1;
    });
    shown.catch((error: unknown) => log.error('watch: the action of a notification failed', error));
  }

  async #show(accountId: string, messages: readonly WatchedMessage[]): Promise<void> {
    const read = l10n.t('Read');
    const reply = l10n.t('Reply…');
    const mute = l10n.t('Mute for an Hour');
    const quoted = quotedMessage(messages);
    const name = await this.#names.of(accountId, quoted);
    const isDirect = this.#ports.directory.find(quoted.roomId)?.type === 'direct';
    const text = noticeText(messages, { name, isDirect, titleOf: (roomId) => this.#titleOf(roomId) });
    const choice = await showInformationMessage(text, read, reply, mute);
    if (choice === undefined) return;
    if ((await this.#ports.active.get())?.id !== accountId)
      return showNotice(l10n.t('These messages belong to another account.'));
    if (choice === mute) return this.#mute(accountId, roomIdsOf(messages));
    const roomId = await this.#chooseRoom(messages, choice);
    if (roomId === undefined) return;
    const ofRoom = messages.filter((each) => each.roomId === roomId);
    const { id: messageId } = quotedMessage(ofRoom).message;
    if (choice === read) await commands.executeCommand('roomside.readRoom', { kind: 'room', roomId, messageId });
    else await this.#reply(accountId, ofRoom);
  }

  async #mute(accountId: string, roomIds: readonly string[]): Promise<void> {
    const { watcher, clock } = this.#ports;
    const untilMs = clock.now() + muteMs;
    await watcher.mute(accountId, roomIds, untilMs);
    this.#waiting = this.#waiting.filter(({ roomId }) => !roomIds.includes(roomId));
    const [roomId = ''] = roomIds;
    const time = timeText(untilMs, clock.now());
    showNotice(
      roomIds.length === 1
        ? l10n.t('Muted “{0}” until {1}', this.#titleOf(roomId), time)
        : l10n.t('Muted {0} rooms until {1}', roomIds.length, time),
    );
  }

  async #reply(accountId: string, messages: readonly WatchedMessage[]): Promise<void> {
    const quoted = quotedMessage(messages);
    const { roomId, message } = quoted;
    const quote = quoteMessage(message, await this.#names.of(accountId, quoted));
    await commands.executeCommand('roomside.sendMessage', { kind: 'room', roomId, text: quote });
  }

  #chooseRoom(messages: readonly WatchedMessage[], title: string): Promise<string | undefined> {
    const rowOf = (roomId: string) => ({ label: this.#titleOf(roomId) });
    return chooseOne(roomIdsOf(messages), rowOf, { title, placeHolder: l10n.t('Select a room') });
  }

  #titleOf(roomId: string): string {
    return roomTitle(this.#ports.directory.find(roomId));
  }
}
