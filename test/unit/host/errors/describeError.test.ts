import assert from 'node:assert/strict';
import { maxAttachmentBytes } from '../../../../src/core/api/contentInfo.ts';
import * as apiErrors from '../../../../src/core/api/errors.ts';
import * as limits from '../../../../src/core/attachments/limits.ts';
import * as authErrors from '../../../../src/core/auth/errors.ts';
import { CancelledError, ProgramStartError, RoomsideError } from '../../../../src/core/base/errors.ts';
import { NewerRecordError } from '../../../../src/core/base/storage/storedRecord.ts';
import { PatchRefusedError } from '../../../../src/core/git/errors.ts';
import { ShareLockedError } from '../../../../src/core/outbox/errors.ts';
import * as saving from '../../../../src/platform/files/insideFolder.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { describeKnownError } = await withVscode(() => import('../../../../src/host/errors/describeError.ts'));

const host = 'chat.example.com:8443';
/** A value that errors may contain and messages must not show. */
const secret = 'qs3cr3t';
const cause = new Error(`GET https://${host}/v1/rooms?token=${secret} Bearer ${secret}`);
const unseen = new RegExp(`${secret}|/v1/|/home/|Bearer|token=|\\p{Cc}|\\p{Cf}`, 'u');

/** An error, the start of its text, and the actions of the notification. */
type Case = readonly [error: Error, start: string, actions: string];

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
  const facts = { status: 200, host, path: `/v1/contents/${secret}`, problem };
  return new apiErrors.UnexpectedResponseError(facts, { cause });
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
const clientRefused = `${host} didn't accept the client ID or the secret. Check them and sign in again.`;
const longAnswer = 'x'.repeat(400);
const keyringLost =
  'The keyring of this computer is missing or locked, so the sign-in lasts only until this window closes.';

const cases: Readonly<Record<string, readonly Case[]>> = {
  'an answer with an error status': [
    [service(400), "The service didn't accept the request (400).", 'showLog'],
    [service(401), "The service didn't accept the access token (401). Sign in again.", 'signIn showLog'],
    [service(403), "Your account isn't allowed to do this (403).", 'retry signIn showLog'],
    [service(404), "Not found (404). It may have been deleted, or you're no longer in the room.", 'retry showLog'],
    [service(410), 'Not found (410). It may have been deleted', 'retry showLog'],
    [service(404, undefined, '/v1/people/me'), 'No messaging service at this address', 'retry openSettings showLog'],
    [service(405), "The service doesn't support this (405).", 'showLog'],
    [service(413), 'This is larger than the service accepts (413).', 'showLog'],
    [service(409), 'This already exists on the service (409).', 'showLog'],
    [service(415), "The service doesn't support this (415).", 'showLog'],
    [service(429), 'Rate limited by the service (429). Try again later.', 'retry showLog'],
    [service(500), 'The service has a problem (500). Try again later.', 'retry showLog'],
    [service(503), 'The service has a problem (503). Try again later.', 'retry showLog'],
    [service(418), 'The service sent an unexpected response (HTTP 418).', 'retry showLog'],
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
      'retry showLog',
    ],
    [service(409, ' \n '), 'This already exists on the service (409).', 'showLog'],
  ],
  'what a newer version stored': [
    [new NewerRecordError('accounts'), 'A newer version of Roomside stored your accounts. They are kept,', 'showLog'],
    [new NewerRecordError('integrations'), 'A newer version of Roomside stored your integrations. They', 'showLog'],
    [new NewerRecordError('watches'), 'A newer version of Roomside stored your watched rooms. They are', 'showLog'],
  ],
  'a connection that failed': [
    [connection('unreachable', 'ENOTFOUND'), `Couldn't reach ${host} (ENOTFOUND).`, 'retry openSettings diagnose'],
    [
      connection('cut', 'ECONNRESET', true),
      `The connection to ${host} was interrupted (ECONNRESET).`,
      'retry diagnose',
    ],
    [refusedBy('ECONNREFUSED'), "Couldn't reach the proxy proxy.example:3128 (ECONNREFUSED). Check", 'retry diagnose'],
    [refusedBy('HTTP_407', 407), 'The proxy proxy.example:3128 requires a user name and password.', 'retry diagnose'],
    [refusedBy('HTTP_502', 502), `The proxy proxy.example:3128 refused to connect to ${host}`, 'retry diagnose'],
    [connection('timeout', 'ETIMEDOUT', true), `${host} didn't respond in time.`, 'retry diagnose'],
    [
      connection('tls', 'ERR_TLS_CERT_ALTNAME_INVALID'),
      `TLS problem reaching ${host}: ERR_TLS_CERT_ALTNAME_INVALID. The certificate is for a different host name. Check the address, and that every proxy supports SNI.`,
      'retry openSettings diagnose',
    ],
  ],
  'an answer that is not what the service API promises': [
    [unexpected('html'), `${host} responded with a web page. Check the service address`, 'retry openSettings diagnose'],
    [unexpected('not-json'), `${host} didn't respond with JSON. Check the service`, 'retry openSettings diagnose'],
    [unexpected('truncated'), `The response from ${host} was incomplete.`, 'retry openSettings diagnose'],
    [unexpected('wrong-shape'), `The response from ${host} isn't valid. Check the`, 'retry openSettings diagnose'],
    [new apiErrors.PagingError(host, 'foreign-origin'), `${host} linked to a next page on another`, 'retry showLog'],
    [new apiErrors.PagingError(host, 'loop'), `${host} linked to a page that was already read.`, 'retry showLog'],
    [new apiErrors.PagingError(host, 'malformed'), `${host} sent an invalid link to the next page.`, 'retry showLog'],
  ],
  'a sign-in that does not come about or does not last': [
    [signInRequired('signed-out'), 'Sign in to Roomside first.', 'signIn'],
    [signInRequired('expired'), 'Your session has expired. Sign in again to continue.', 'signIn'],
    [refused('access_denied'), "Access was denied. You aren't signed in.", 'signIn'],
    [
      refused('access_denied', ' The\u202e user said\n[no](command:workbench.action.quit) $(flame). '),
      "Access was denied. You aren't signed in. The service says: The user said [no] (command:workbench.action.quit) $ (flame).",
      'signIn',
    ],
    [
      refused('access_denied', 'Ask your administrator.'),
      "Access was denied. You aren't signed in. An administrator may have to approve Roomside first. The service says: Ask your administrator.",
      'signIn',
    ],
    [refused('[x](command:y)'), 'The service refused the sign-in ([x] (command:y)).', 'signIn showLog'],
    [
      refused('invalid_scope', 'svc:rooms_read'),
      'The service refused the scopes (invalid_scope). Check that your integration has them and that roomside.service.scopePrefix is their prefix. The service says: svc:rooms_read',
      'changeScopePrefix signIn showLog',
    ],
    [new authErrors.SignInRefusedError('invalid_scope', undefined, true), 'The service refused the scopes', 'showLog'],
    [new authErrors.ClientRefusedError(host, { cause }), clientRefused, 'signIn showLog'],
    [
      new authErrors.RefreshDelayedError(host, {
        cause: new apiErrors.ServiceError({
          status: 401,
          method: 'POST',
          path: '/v1/access_token',
          oauthError: 'invalid_client',
        }),
      }),
      clientRefused,
      'signIn showLog',
    ],
    [new authErrors.SignInLinkExpiredError(), 'The sign-in link expired. Sign in again.', 'signIn'],
    [noBroker, noBrokerSentence, 'openSettings diagnose'],
    [new authErrors.RefreshDelayedError(host, { cause: noBroker }), noBrokerSentence, 'openSettings diagnose'],
    [
      new authErrors.SignInRequiredError('expired', 'ada@example.com'),
      'Your session for ada@example.com has expired. Sign in again to continue.',
      'signIn',
    ],
    [new authErrors.RefreshDelayedError(host, { cause }), `${host} can't renew your`, 'retry diagnose'],
    [
      new authErrors.RefreshDelayedError(host, { cause: connection('tls', 'CERT_HAS_EXPIRED') }),
      `TLS problem reaching ${host}:`,
      'retry openSettings diagnose',
    ],
    [
      new authErrors.PersonUnknownError(host, () => Promise.resolve(), { cause }),
      "Couldn't get your account from",
      'retry showLog',
    ],
    [new authErrors.SessionLostError(), 'The keyring of this computer no longer contains your', 'signIn showLog'],
    [keyring('write'), keyringLost, 'diagnose showLog'],
    [keyring('read'), keyringLost, 'diagnose showLog'],
    [keyring('remove'), "Couldn't remove the sign-in because the keyring of this computer is", 'diagnose showLog'],
  ],
  'an address that cannot be that of a service': [
    [new authErrors.LoopbackPortError(4711, system('EADDRINUSE')), 'Port 4711 is in use, so the', 'retry openSettings'],
    [new authErrors.LoopbackPortError(80, system('EACCES')), "Port 80 can't be used (EACCES).", 'retry openSettings'],
    [new authErrors.BrokerUrlError('not-https'), 'The address of the token broker in the settings is', 'openSettings'],
    [baseUrl('empty'), 'Enter the address of the service, for example https://webexapis.com.', 'openSettings'],
    [baseUrl('below-v1'), 'Remove everything from /v1 onward.', 'openSettings'],
    [baseUrl('not-a-url'), "This isn't a valid address. Use the format https://webexapis.com.", 'openSettings'],
    [baseUrl('not-https'), 'The address must begin with https://.', 'openSettings'],
    [baseUrl('has-credentials'), 'Remove the user name and password from the address.', 'openSettings'],
    [baseUrl('has-query'), 'Remove everything from ? or # onward.', 'openSettings'],
  ],
  'a file or a text that cannot go or come': [
    [
      tooLarge({ what: 'attachment', fileName: 'film.mov', byteLength: 101 * 1024 ** 2, maxBytes: maxAttachmentBytes }),
      'film.mov is too large (101',
      '',
    ],
    [tooLarge({ what: 'message', byteLength: 8000, maxBytes: 7439 }), 'The message is too long (7.8 KB). The', ''],
    [new apiErrors.DownloadTooLargeError(maxAttachmentBytes), 'The file is larger than 100 MB. Nothing was saved.', ''],
    [new apiErrors.ForeignContentError(host, 'other-path'), "The URL in the message isn't that of an", 'showLog'],
    [new PatchRefusedError('outside'), 'The patch changes files outside this workspace. No files were changed.', ''],
    [new PatchRefusedError('link', secret), "The patch changes items that aren't regular files, such as links.", ''],
    [new PatchRefusedError('unclear', secret), "The patch doesn't say clearly which files it changes. No files", ''],
    [new PatchRefusedError('changed'), "The files have changed in the meantime. The patch wasn't applied.", ''],
    [new PatchRefusedError('does-not-apply', 'error: patch failed: a.txt:1\n'), "The patch doesn't apply. No", ''],
    [new limits.EmptyShareError(), 'There is nothing to share. The content is empty.', ''],
    [new apiErrors.FileChangedError('[a](command:b)\u202e'), '[a] (command:b)  changed', 'retry'],
    [new apiErrors.FileExistsError(), 'A file with this name already exists.', 'retry'],
    [new apiErrors.IncompleteDownloadError(3 * 1024 ** 2, 512), 'Download incomplete (512 bytes of', 'retry showLog'],
    [new apiErrors.ForeignContentError(host), `The file is on another server (${host}). Roomside doesn't`, 'showLog'],
    [new ShareLockedError(), 'Another window is already doing this. Try again when it has finished.', 'retry'],
    [new ProgramStartError('the data file is in use'), "Couldn't start the sandbox: the data file", 'retry showLog'],
    [new saving.OutsideFolderError(`/home/${secret}/elsewhere`), '“elsewhere” is outside the workspace.', 'retry'],
    [new saving.NoWorkspaceError(), 'No folder is open. Open a folder first, or download the file instead.', ''],
    [system('ENOENT'), 'The file no longer exists.', 'retry'],
    [system('EACCES'), "You don't have permission to read or write this file.", 'retry showLog'],
    [system('EROFS'), "You don't have permission to read or write this file.", 'retry showLog'],
    [system('ENOSPC'), 'The disk is full. Nothing was saved.', 'retry'],
    [system('EDQUOT'), 'The disk is full. Nothing was saved.', 'retry'],
    [system('EBUSY'), 'The file is open in another program.', 'retry'],
    [system('EISDIR'), 'This is a folder, not a file.', ''],
  ],
};

describe('describeKnownError', () => {
  for (const [what, group] of Object.entries(cases)) {
    it(`describes ${what} without secrets`, () => {
      for (const [error, start, names] of group) {
        const { sentence, actions } = describeKnownError(error) ?? assert.fail(error.name);
        assert.ok(sentence.startsWith(start), sentence);
        assert.equal(/The service says/.test(sentence), /The service says/.test(start), sentence);
        assert.equal(actions.join(' '), names);
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
    const unworded = classes.filter((each) => !worded.has(each)).map(({ name }) => name);
    assert.deepEqual(unworded, []);
  });

  it('has the words of VS Code for what the user can mend there, such as settings that it cannot write', () => {
    const message = 'Unable to write into user settings. Please open the user settings to correct errors in it.';
    const error = Object.assign(new Error(message), { name: 'CodeExpectedError' });
    assert.equal(describeKnownError(error)?.sentence, message);
  });

  it("returns undefined for errors that are not the user's, so that the log reports them", () => {
    for (const error of [new Error('a defect'), new CancelledError(), 'text', undefined, null, { code: 'ENOENT' }]) {
      assert.equal(describeKnownError(error), undefined);
    }
  });
});
