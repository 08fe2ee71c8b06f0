import { l10n, type Uri, type Webview } from 'vscode';
import { isNotOffered } from '../../core/api/errors.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { errorActionLabel } from '../../host/errors/errorMessage.ts';
import { webviewPage } from '../../host/ui/webviewPage.ts';
import type { ReaderStrings } from '../../webview/reader/protocol.ts';
import { icon, type Markup, markup, type pictures, symbols } from './markup.ts';
import { requestButton } from './messageHtml.ts';

/** The HTML without messages: the script of the page requests them. @param title of the room, as displayed */
export function readerPage(
  webview: Webview,
  extensionUri: Uri,
  { roomId, accountId }: { readonly roomId: string; readonly accountId: string },
  title: string,
): string {
  const iconButton = (id: keyof typeof pictures, label: string): Markup =>
    markup`<button type="button" id="${id}" class="icon" title="${label}" aria-label="${label}">${icon(id)}</button>`;
  const body = markup`${symbols()}<main id="scroller">
<h1 class="spoken">${title}</h1>
<p id="loading" role="status">${l10n.t('Loading…')}</p>
<section id="feed" role="feed" aria-busy="true" aria-label="${l10n.t({ message: 'Messages in {0}', args: [title], comment: '{0}: a room or a person' })}"></section>
</main>
<div id="failure" role="alert" hidden></div>
<section id="answer">
<p id="replyTo" hidden><span id="replyToText"></span> <q id="replyToLine" class="fileDetail"></q> <button type="button" id="leaveReply" class="quiet inLine">${l10n.t('Cancel Reply')}</button></p>
<ul id="people" role="listbox" aria-label="${l10n.t('People in this room')}" hidden></ul>
<div class="fieldRow">
<textarea id="field" rows="1" dir="auto" aria-autocomplete="list" aria-haspopup="listbox" aria-controls="people" aria-label="${l10n.t({ message: 'Write to {0}', args: [title], comment: '{0}: a room or a person' })}" placeholder="${l10n.t({ message: 'Write to {0} · {1} sends', args: [title, '{1}'], comment: '{0}: a room or a person' })}"></textarea>
${iconButton('send', l10n.t('Send'))}${iconButton('draft', l10n.t('Draft Editor'))}${iconButton('refresh', l10n.t('Refresh'))}${iconButton('search', l10n.t('Search…'))}
</div>
<p id="notSent" role="alert" hidden></p>
<footer>
<span id="note" aria-hidden="true"></span>
<button type="button" id="toUnread" class="quiet" hidden>${l10n.t('Jump to First Unread')}</button>
<button type="button" id="toNewest" hidden></button>
<span id="live" class="spoken" role="status" aria-live="polite"></span>
</footer>
</section>`;
  return webviewPage(webview, extensionUri, {
    name: 'reader',
    title,
    styles: ['reader', 'readerContent'],
    data: { 'data-room-id': roomId, 'data-account-id': accountId, 'data-strings': JSON.stringify(readerStrings()) },
    body: body.text,
  });
}

function readerStrings(): ReaderStrings {
  return {
    // The page fills in the name.
    replyTo: l10n.t('Reply to {0}', '{0}'),
    control: l10n.t('Ctrl'),
    notAvailable: l10n.t('Not available for this message.'),
    nothingUnread: l10n.t('Nothing unread.'),
    sent: l10n.t('Sent'),
    imageFailed: l10n.t("Couldn't show this image."),
    toNewest: l10n.t('Jump to Latest'),
    unread: l10n.t('New messages'),
    loading: l10n.t('Loading…'),
    newMessage: l10n.t('1 new message'),
    // The page counts the new messages and fills in the number.
    newMessages: l10n.t('{0} new messages', '{0}'),
    noNewMessages: l10n.t('No new messages'),
  };
}

/** The action for services without a list of messages: downloading a file by its address. */
export const fetchByAddress = 'fetchByAddress';

/** Says why messages are not listed, and what is still possible. */
export function listingFailure(error: unknown): string {
  const { sentence, actions } = describeError(error);
  const button = (id: string, label: string): Markup => requestButton({ kind: 'errorAction', id }, markup``, label);
  const buttons = actions.map((action) => button(action, errorActionLabel(action)));
  // Listing messages is not in the service API [X1]: a service may not support it, or not for every account.
  if (!isNotOffered(error)) return markup`<p>${sentence}</p>${buttons}`.text;
  const facts = l10n.t("Messages in this room can't be displayed.");
  const possible = l10n.t('You can download a file by its URL.');
  const fetching = button(fetchByAddress, l10n.t('Download from URL…'));
  return markup`<p>${facts} ${sentence} ${possible}</p>${buttons}${fetching}`.text;
}
