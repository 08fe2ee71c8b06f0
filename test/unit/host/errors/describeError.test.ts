import assert from 'node:assert/strict';
import { maxAttachmentBytes } from '../../../../src/core/api/contentInfo.ts';
import * as apiErrors from '../../../../src/core/api/errors.ts';
import * as limits from '../../../../src/core/attachments/limits.ts';
import * as authErrors from '../../../../src/core/auth/errors.ts';
import { CancelledError, ProgramStartError, RoomsideError } from '../../../../src/core/base/errors.ts';
import { NewerRecordError } from '../../../../src/core/base/json.ts';
import { PatchRefusedError } from '../../../../src/core/git/errors.ts';
import { ShareLockedError } from '../../../../src/core/outbox/errors.ts';
import type { ErrorAction } from '../../../../src/host/errors/errorMessage.ts';
import * as saving from '../../../../src/platform/files/insideFolder.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { describeKnownError } = await withVscode(() => import('../../../../src/host/errors/describeError.ts'));

const host = 'chat.example.com:8443';
/** A value that errors may contain and messages must not show. */
const secret = 'qs3cr3t';
const cause = new Error(`GET https://${host}/v1/rooms?token=${secret} Bearer ${secret}`);
const unseen = new RegExp(`${secret}|/v1/|/home/|Bearer|token=|\\p{Cc}|\\p{Cf}`, 'u');

/** An error, its whole text, and the actions of the notification. */
type Case = readonly [error: Error, sentence: string, ...actions: ErrorAction[]];

const rateLimit = new apiErrors.RateLimitedError({ method: 'GET', path: `/v1/contents/${secret}`, untilMs: 1 });

function service(status: number, serviceMessage?: string, path = `/v1/contents/${secret}`): Error {
  return new apiErrors.ServiceError({ status, method: 'GET', path, trackingId: secret, serviceMessage });
}

function connection(kind: apiErrors.ConnectionProblem, code: string, mayHaveBeenProcessed = false): Error {
  return new apiErrors.ConnectionError({ host, code, kind, mayHaveBeenProcessed: mayHaveBeenProcessed }, { cause });
}

function refusedBy(code: string, proxyStatus?: number): Error {
  const proxy = { proxyHost: 'proxy.example:3128', proxyStatus };
  return new apiErrors.ConnectionError({ host, code, kind: 'proxy', mayHaveBeenProcessed: false, ...proxy }, { cause });
}

function unexpected(problem: apiErrors.ResponseProblem): Error {
  return new apiErrors.UnexpectedResponseError(
    { status: 200, host, path: `/v1/contents/${secret}`, problem },
    { cause },
  );
}

const refused = (error: string, description?: string): Error => new authErrors.SignInRefusedError(error, description);
const signInRequired = (reason: 'signed-out' | 'expired'): Error => new authErrors.SignInRequiredError(reason);
const keyring = (act: authErrors.SecretStoreError['operation']): Error => new authErrors.SecretStoreError(act, cause);
const baseUrl = (problem: authErrors.BaseUrlError['problem']): Error => new authErrors.BaseUrlError(problem);
const tooLarge = (facts: ConstructorParameters<typeof limits.TooLargeError>[0]): Error =>
  new limits.TooLargeError(facts);
const system = (code: string): Error => Object.assign(new Error(`${code}: open '/home/${secret}'`), { code });

const noBroker = new authErrors.BrokerNotFoundError(`https://${host}/sign-in`, {
  status: 404,
  method: 'POST',
  path: `/sign-in/token/${secret}`,
});
const noBrokerSentence = `There is no token broker at https://${host}/sign-in (404). Check the setting roomside.broker.url.`;
const clientRefused = `${host} did not accept the client ID or the secret. Check them and sign in again.`;
const longAnswer = 'x'.repeat(400);
const keyringLost =
  'The keyring of this computer is missing or locked, so the sign-in lasts only until this window closes.';

const cases: Readonly<Record<string, readonly Case[]>> = {
  'an answer with an error status': [
    [service(400), 'The service did not accept the request (400).', 'showLog'],
    [service(401), 'The service did not accept the access token (401). Sign in again.', 'signIn', 'showLog'],
    [service(403), "Your account isn't allowed to do this (403).", 'retry', 'signIn', 'showLog'],
    [
      service(404),
      'Not found (404). It may have been deleted, or you are no longer in the room.',
      ...(['retry', 'showLog'] as const),
    ],
    [
      service(404, undefined, '/v1/people/me'),
      'No messaging service at this address (404). Check the service address.',
      ...(['retry', 'openSettings', 'showLog'] as const),
    ],
    [service(405), "The service doesn't support this (405).", 'showLog'],
    [service(413), 'This is larger than the service accepts (413).', 'showLog'],
    [service(409), 'This already exists on the service (409).', 'showLog'],
    [service(415), "The service doesn't support this (415).", 'showLog'],
    [rateLimit, 'Rate limited by the service (429). Try again later.', 'retry', 'showLog'],
    [service(500), 'The service has a problem (500). Try again later.', 'retry', 'showLog'],
    [service(503), 'The service has a problem (503). Try again later.', 'retry', 'showLog'],
    [service(418), 'The service sent an unexpected response (HTTP 418).', 'retry', 'showLog'],
  ],
  'what the service itself says, in one short line': [
    [
      service(409, ' The\u202e room\n\tis full. '),
      'This already exists on the service (409). The service says: The room is full.',
      'showLog',
    ],
    [
      service(409, longAnswer),
      `This already exists on the service (409). The service says: ${longAnswer.slice(0, 300)}…`,
      'showLog',
    ],
    [
      service(503, 'The server is overloaded with requests. Try again later.'),
      'The service has a problem (503). The service says: The server is overloaded with requests. Try again later.',
      ...(['retry', 'showLog'] as const),
    ],
    [service(409, ' \n '), 'This already exists on the service (409).', 'showLog'],
  ],
  'what a newer version stored': [
    [
      new NewerRecordError('accounts'),
      'A newer version of Roomside stored your accounts. They are kept, and a sign-in lasts only until this window closes. Update Roomside, or delete them with “Remove All Stored Data…”.',
      'showLog',
    ],
    [
      new NewerRecordError('integrations'),
      "A newer version of Roomside stored your integrations. They are kept, and this version can't use them. Update Roomside, or delete them with “Remove All Stored Data…”.",
      'showLog',
    ],
    [
      new NewerRecordError('watches'),
      'A newer version of Roomside stored your watched rooms. They are kept, and this version watches none. Update Roomside, or delete them with “Remove All Stored Data…”.',
      'showLog',
    ],
  ],
  'a connection that failed': [
    [
      connection('unreachable', 'ENOTFOUND'),
      `Couldn't reach ${host} (ENOTFOUND). Check the service address and your network.`,
      ...(['retry', 'openSettings', 'diagnose'] as const),
    ],
    [connection('cut', 'EPIPE'), `The connection to ${host} was interrupted (EPIPE).`, 'retry', 'diagnose'],
    [
      connection('cut', 'ECONNRESET', true),
      `The connection to ${host} was interrupted (ECONNRESET).`,
      'retry',
      'diagnose',
    ],
    [
      refusedBy('ECONNREFUSED'),
      "Couldn't reach the proxy proxy.example:3128 (ECONNREFUSED). Check the proxy settings of VS Code.",
      ...(['retry', 'diagnose'] as const),
    ],
    [
      refusedBy('HTTP_407', 407),
      'The proxy proxy.example:3128 requires a user name and password. Check the proxy settings of VS Code.',
      ...(['retry', 'diagnose'] as const),
    ],
    [
      refusedBy('HTTP_502', 502),
      `The proxy proxy.example:3128 refused to connect to ${host} (status 502).`,
      ...(['retry', 'diagnose'] as const),
    ],
    [connection('timeout', 'ETIMEDOUT', true), `${host} didn't respond in time.`, 'retry', 'diagnose'],
    [
      connection('tls', 'ERR_TLS_CERT_ALTNAME_INVALID'),
      `TLS problem reaching ${host}: ERR_TLS_CERT_ALTNAME_INVALID. The certificate is for a different host name. Check the address, and that every proxy supports SNI.`,
      ...(['retry', 'openSettings', 'diagnose'] as const),
    ],
    [
      connection('tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      `TLS problem reaching ${host}: DEPTH_ZERO_SELF_SIGNED_CERT. Check the date of this computer, its certificates, and the proxy settings of VS Code.`,
      ...(['retry', 'openSettings', 'diagnose'] as const),
    ],
  ],
  'an answer that is not what the service API promises': [
    [
      unexpected('html'),
      `${host} answered with a web page. Check the service address and whether a proxy asks you to sign in.`,
      ...(['retry', 'openSettings', 'diagnose'] as const),
    ],
    [
      unexpected('not-json'),
      `${host} did not answer with JSON. Check the service address.`,
      ...(['retry', 'openSettings', 'diagnose'] as const),
    ],
    [
      unexpected('truncated'),
      `The response from ${host} was incomplete.`,
      ...(['retry', 'openSettings', 'diagnose'] as const),
    ],
    [
      unexpected('wrong-shape'),
      `The response from ${host} is not valid. Check the service address.`,
      ...(['retry', 'openSettings', 'diagnose'] as const),
    ],
    [
      new apiErrors.PagingError(host, 'foreign-origin'),
      `${host} linked to a next page on another server. Roomside did not follow it.`,
      ...(['retry', 'showLog'] as const),
    ],
    [
      new apiErrors.PagingError(host, 'loop'),
      `${host} linked to a page that was already read. Roomside stopped there.`,
      ...(['retry', 'showLog'] as const),
    ],
    [
      new apiErrors.PagingError(host, 'malformed'),
      `${host} sent an invalid link to the next page.`,
      ...(['retry', 'showLog'] as const),
    ],
  ],
  'a sign-in that does not come about or does not last': [
    [signInRequired('signed-out'), 'Sign in to Roomside first.', 'signIn'],
    [signInRequired('expired'), 'Your session has expired. Sign in again to continue.', 'signIn'],
    [refused('access_denied'), 'Access was denied. You are not signed in.', 'signIn'],
    [
      refused('access_denied', ' The\u202e user said\n[no](command:workbench.action.quit) $(flame). '),
      'Access was denied. You are not signed in. The service says: The user said [no] (command:workbench.action.quit) $ (flame).',
      ...(['signIn'] as const),
    ],
    [
      refused('access_denied', 'Ask your administrator.'),
      'Access was denied. You are not signed in. An administrator may have to approve Roomside first. The service says: Ask your administrator.',
      ...(['signIn'] as const),
    ],
    [
      refused('server_error', longAnswer),
      `The service refused the sign-in (server_error). The service says: ${longAnswer.slice(0, 300)}…`,
      'signIn',
      'showLog',
    ],
    [refused('[x](command:y)'), 'The service refused the sign-in ([x] (command:y)).', 'signIn', 'showLog'],
    [
      refused('invalid_scope', 'svc:rooms_read'),
      'The service refused the scopes (invalid_scope). Check that your integration has them and that roomside.service.scopePrefix is their prefix. The service says: svc:rooms_read',
      ...(['changeScopePrefix', 'signIn', 'showLog'] as const),
    ],
    [
      new authErrors.SignInRefusedError('invalid_scope', undefined, true),
      'The service refused the scopes of the token broker (invalid_scope). Its operator can set another prefix.',
      ...(['showLog'] as const),
    ],
    [new authErrors.ClientRefusedError(host, { cause }), clientRefused, 'signIn', 'showLog'],
    [
      new authErrors.RefreshDelayedError(
        { host, retryAtMs: 0 },
        {
          cause: new apiErrors.ServiceError({
            status: 401,
            method: 'POST',
            path: '/v1/access_token',
            oauthError: 'invalid_client',
          }),
        },
      ),
      clientRefused,
      ...(['signIn', 'showLog'] as const),
    ],
    [new authErrors.SignInLinkExpiredError(), 'The sign-in link expired. Sign in again.', 'signIn'],
    [noBroker, noBrokerSentence, 'openSettings', 'diagnose'],
    [
      new authErrors.RefreshDelayedError({ host, retryAtMs: 0 }, { cause: noBroker }),
      noBrokerSentence,
      ...(['openSettings', 'diagnose'] as const),
    ],
    [
      new authErrors.SignInRequiredError('expired', 'ada@example.com'),
      'Your session for ada@example.com has expired. Sign in again to continue.',
      ...(['signIn'] as const),
    ],
    [
      new authErrors.RefreshDelayedError({ host, retryAtMs: 0 }, { cause }),
      `${host} can't renew your session right now. You stay signed in. Roomside will try again.`,
      ...(['retry', 'diagnose'] as const),
    ],
    [
      new authErrors.RefreshDelayedError({ host, retryAtMs: 0 }, { cause: connection('tls', 'CERT_HAS_EXPIRED') }),
      `TLS problem reaching ${host}: CERT_HAS_EXPIRED. Check the date of this computer, its certificates, and the proxy settings of VS Code.`,
      ...(['retry', 'openSettings', 'diagnose'] as const),
    ],
    [
      new authErrors.PersonUnknownError(host, () => Promise.resolve(), { cause }),
      `Couldn't get your account from ${host}. Try again.`,
      ...(['retry', 'showLog'] as const),
    ],
    [
      new authErrors.SessionLostError(),
      'The keyring of this computer no longer contains your sign-in. Sign in again.',
      ...(['signIn', 'showLog'] as const),
    ],
    [keyring('write'), keyringLost, 'diagnose', 'showLog'],
    [keyring('read'), keyringLost, 'diagnose', 'showLog'],
    [
      keyring('remove'),
      "Couldn't remove the sign-in because the keyring of this computer is locked. Unlock it and sign out again.",
      ...(['diagnose', 'showLog'] as const),
    ],
  ],
  'an address that cannot be that of a service': [
    [
      new authErrors.LoopbackPortError(4711, system('EADDRINUSE')),
      "Port 4711 is in use, so the browser can't return to the editor. Free it, or register another port.",
      ...(['retry', 'openSettings'] as const),
    ],
    [
      new authErrors.LoopbackPortError(80, system('EACCES')),
      "Port 80 can't be used (EACCES). Register another port.",
      ...(['retry', 'openSettings'] as const),
    ],
    [
      new authErrors.BrokerUrlError('not-https'),
      'The address of the token broker in the settings is not valid. The address must begin with https://.',
      ...(['openSettings'] as const),
    ],
    [baseUrl('empty'), 'Enter the address of the service, for example https://webexapis.com.', 'openSettings'],
    [baseUrl('below-v1'), 'Remove everything from /v1 onward.', 'openSettings'],
    [baseUrl('not-a-url'), 'This is not a valid address. Use the format https://webexapis.com.', 'openSettings'],
    [baseUrl('not-https'), 'The address must begin with https://.', 'openSettings'],
    [baseUrl('has-credentials'), 'Remove the user name and password from the address.', 'openSettings'],
    [baseUrl('has-query'), 'Remove everything from ? or # onward.', 'openSettings'],
  ],
  'a file or a text that cannot go or come': [
    [
      tooLarge({
        what: 'attachment',
        fileName: 'film.mov',
        byteLength: 101 * 1024 ** 2,
        maxBytes: maxAttachmentBytes,
      }),
      'film.mov is too large (101 MB). The service accepts files up to 100 MB. Nothing was sent.',
    ],
    [
      tooLarge({ what: 'message', byteLength: 8000, maxBytes: 7439 }),
      'The message is too long (7.8 KB). The service accepts up to 7.3 KB. Share it as a file instead.',
    ],
    [new apiErrors.DownloadTooLargeError(maxAttachmentBytes), 'The file is larger than 100 MB. Nothing was saved.'],
    [
      new apiErrors.ForeignContentError(host, 'other-path'),
      'The URL in the message is not that of an attachment.',
      ...(['showLog'] as const),
    ],
    [new PatchRefusedError('outside'), 'The patch changes files outside this workspace. No files were changed.'],
    [
      new PatchRefusedError('link', secret),
      'The patch changes items that are not regular files, such as links. No files were changed.',
    ],
    [
      new PatchRefusedError('unclear', secret),
      "The patch doesn't say clearly which files it changes. No files were changed.",
    ],
    [new PatchRefusedError('changed'), 'The files have changed in the meantime. The patch was not applied.'],
    [
      new PatchRefusedError('does-not-apply', 'error: patch failed: a.txt:1\n'),
      'The patch does not apply. No files were changed. Git: error: patch failed: a.txt:1',
    ],
    [new limits.EmptyShareError(), 'There is nothing to share. The content is empty.'],
    [
      new apiErrors.FileChangedError('plan.pdf', `/home/${secret}/plan.pdf`),
      'plan.pdf changed while it was being read. Nothing was sent.',
      ...(['retry'] as const),
    ],
    [
      new apiErrors.FileExistsError(`/home/${secret}/plan.pdf`),
      'A file with this name already exists. Choose another name.',
      ...(['retry'] as const),
    ],
    [
      new apiErrors.IncompleteDownloadError(3 * 1024 ** 2, 512),
      'Download incomplete (512 bytes of 3 MB). Nothing was saved.',
      ...(['retry', 'showLog'] as const),
    ],
    [
      new apiErrors.ForeignContentError(host),
      `The file is on another server (${host}). Roomside doesn't send your token there.`,
      ...(['showLog'] as const),
    ],
    [
      new ShareLockedError(),
      'Another window is already doing this. Try again when it has finished.',
      ...(['retry'] as const),
    ],
    [
      new ProgramStartError('the data file is in use'),
      "Couldn't start the sandbox: the data file is in use",
      ...(['retry', 'showLog'] as const),
    ],
    [
      new saving.OutsideFolderError(`/home/${secret}/elsewhere`),
      '“elsewhere” is outside the workspace. Choose a folder in the workspace, or download the file instead.',
      ...(['retry'] as const),
    ],
    [new saving.NoWorkspaceError(), 'No folder is open. Open a folder first, or download the file instead.'],
    [system('ENOENT'), 'The file no longer exists.', 'retry'],
    [system('EACCES'), "You don't have permission to read or write this file.", 'retry', 'showLog'],
    [system('ENOSPC'), 'The disk is full. Nothing was saved.', 'retry'],
    [system('EISDIR'), 'This is a folder, not a file.'],
  ],
};

describe('describeKnownError', () => {
  for (const [what, group] of Object.entries(cases)) {
    it(`describes ${what} without secrets`, () => {
      for (const [error, sentence, ...actions] of group) {
        assert.deepEqual(describeKnownError(error), { sentence, actions });
        assert.doesNotMatch(sentence, unseen);
      }
    });
  }

  it('knows every error that reaches a user', () => {
    const classes = [
      ...Object.values(apiErrors),
      ...Object.values(authErrors),
      ...Object.values(limits),
      ...Object.values(saving),
    ]
      .filter((exported) => typeof exported === 'function')
      .filter((exported) => exported.prototype instanceof RoomsideError);
    const worded = new Set(Object.values(cases).flatMap((group) => group.map(([error]) => error.constructor)));
    assert.ok(classes.length >= 10);
    assert.deepEqual(
      classes.filter((each) => !worded.has(each)).map(({ name }) => name),
      [],
    );
  });

  it("returns undefined for errors that are not the user's, so that the log reports them", () => {
    for (const error of [new Error('a defect'), new CancelledError(), 'text', undefined, null, { code: 'ENOENT' }]) {
      assert.equal(describeKnownError(error), undefined);
    }
  });
});
