import assert from 'node:assert/strict';
import * as apiErrors from '../../src/core/api/errors.ts';
import { NoFreeNameError } from '../../src/core/attachments/uniqueName.ts';
import * as authErrors from '../../src/core/auth/errors.ts';
import { CancelledError, RoomsideError } from '../../src/core/base/errors.ts';
import * as limits from '../../src/core/share/limits.ts';
import { failureWords } from '../../src/host/words/failureWords.ts';
import type { WayOut } from '../../src/host/words/words.ts';

const host = 'chat.example.com:8443';
/** Whatever of a secret an error might carry where it does not belong. */
const secret = 'qs3cr3t';
const hiddenPath = `/v1/contents/${secret}`;
const cause = new Error(`GET https://${host}/v1/rooms?token=${secret} Bearer ${secret}`);

interface Case {
  readonly error: Error;
  readonly says: RegExp;
  readonly waysOut: readonly WayOut[];
}

const service = (status: number, serviceMessage?: string): Error =>
  new apiErrors.ServiceError({ status, method: 'POST', path: hiddenPath, trackingId: secret, serviceMessage });
const connection = (kind: apiErrors.ConnectionProblem, code: string, mayHaveArrived = false): Error =>
  new apiErrors.ConnectionError({ host, code, kind, mayHaveArrived }, { cause });
const unexpected = (problem: apiErrors.AnswerProblem): Error =>
  new apiErrors.UnexpectedAnswerError({ status: 200, host, path: hiddenPath, problem }, { cause });
const refused = (error: string, description?: string): Error => new authErrors.SignInRefusedError(error, description);
const baseUrl = (problem: authErrors.BaseUrlError['problem']): Error => new authErrors.BaseUrlError(problem);
const system = (code: string): Error => Object.assign(new Error(`${code}: open '/home/${secret}'`), { code });

const cases: Readonly<Record<string, Case>> = {
  'a bad request': { error: service(400), says: /did not accept the request \(400\)/, waysOut: ['showLog'] },
  'a refused token': {
    error: service(401),
    says: /access token \(401\)\. Sign in again/,
    waysOut: ['signIn', 'showLog'],
  },
  'a missing scope': { error: service(403), says: /does not allow this/, waysOut: ['signIn', 'showLog'] },
  'a thing that is gone': { error: service(404), says: /did not find it \(404\)/, waysOut: ['retry', 'showLog'] },
  'a method that is not there': { error: service(405), says: /does not offer this \(405\)/, waysOut: ['showLog'] },
  'a conflict': { error: service(409), says: /already has this/, waysOut: ['showLog'] },
  'a media type': { error: service(415), says: /does not offer this \(415\)/, waysOut: ['showLog'] },
  'a rate limit': { error: service(429), says: /rate limiting you/, waysOut: ['retry', 'showLog'] },
  'a fault of the service': { error: service(503), says: /has a problem \(503\)/, waysOut: ['retry', 'showLog'] },
  'a status of no meaning': { error: service(418), says: /answered with status 418/, waysOut: ['retry', 'showLog'] },
  'what the service says': {
    error: service(400, `  The room\u202e\n\tis ${'very '.repeat(100)}full. `),
    says: /^The service did not accept the request \(400\)\. The service says: The room is (very )+.*…$/,
    waysOut: ['showLog'],
  },
  'a name without an address': {
    error: connection('unreachable', 'ENOTFOUND'),
    says: /^Cannot reach chat\.example\.com:8443 \(ENOTFOUND\)\. Check the service address/,
    waysOut: ['retry', 'openSettings', 'showLog'],
  },
  'a cut after the sending': {
    error: connection('cut', 'ECONNRESET', true),
    says: /to chat\.example\.com:8443 was cut \(ECONNRESET\)\. It is not known whether it arrived: look into the room/,
    waysOut: ['retry', 'showLog'],
  },
  'a cut before': { error: connection('cut', 'EPIPE'), says: /was cut \(EPIPE\)\.$/, waysOut: ['retry', 'showLog'] },
  'a long silence': {
    error: connection('timeout', 'ETIMEDOUT', true),
    says: /^chat\.example\.com:8443 did not answer in time\. It is not known whether/,
    waysOut: ['retry', 'showLog'],
  },
  'a certificate for another name': {
    error: connection('tls', 'ERR_TLS_CERT_ALTNAME_INVALID'),
    says: /^TLS problem reaching chat\.example\.com:8443: .* lacks SNI support\.$/,
    waysOut: ['retry', 'openSettings', 'showLog'],
  },
  'a certificate nobody signed': {
    error: connection('tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    says: /^TLS problem reaching chat\.example\.com:8443: DEPTH_ZERO_SELF_SIGNED_CERT\. Check the date/,
    waysOut: ['retry', 'openSettings', 'showLog'],
  },
  'a web page': {
    error: unexpected('html'),
    says: /^chat.* web page instead of data/,
    waysOut: ['retry', 'openSettings', 'showLog'],
  },
  'no JSON': { error: unexpected('not-json'), says: /^chat.* not JSON/, waysOut: ['retry', 'openSettings', 'showLog'] },
  'half an answer': {
    error: unexpected('truncated'),
    says: /of chat.* broke off/,
    waysOut: ['retry', 'openSettings', 'showLog'],
  },
  'another form': {
    error: unexpected('wrong-shape'),
    says: /of chat.* expected form/,
    waysOut: ['retry', 'openSettings', 'showLog'],
  },
  'a foreign next page': {
    error: new apiErrors.PagingError(host, 'foreign-origin'),
    says: /^chat.*another server/,
    waysOut: ['retry', 'showLog'],
  },
  'a circle of pages': {
    error: new apiErrors.PagingError(host, 'loop'),
    says: /^chat.*already read/,
    waysOut: ['retry', 'showLog'],
  },
  'an unreadable link': {
    error: new apiErrors.PagingError(host, 'malformed'),
    says: /^chat.*cannot be read/,
    waysOut: ['retry', 'showLog'],
  },
  'a foreign content': {
    error: new apiErrors.ForeignContentError(host),
    says: /another server \(chat\.example\.com:8443\)/,
    waysOut: ['showLog'],
  },
  'a file that changes': {
    error: new apiErrors.FileChangedError('plan.pdf', `/home/${secret}/plan.pdf`),
    says: /^plan\.pdf changed while it was read\. Nothing was posted\.$/,
    waysOut: ['retry'],
  },
  'a file in the way': {
    error: new apiErrors.FileExistsError(`/home/${secret}/plan.pdf`),
    says: /is there already/,
    waysOut: ['retry'],
  },
  'half a download': {
    error: new apiErrors.IncompleteDownloadError(3 * 1024 * 1024, 512),
    says: /^Only 512 bytes of 3 MB came\. Nothing was saved\.$/,
    waysOut: ['retry', 'showLog'],
  },
  'nobody signed in': {
    error: new authErrors.SignInRequiredError('signed-out'),
    says: /^Sign in to Roomside first\.$/,
    waysOut: ['signIn'],
  },
  'an expired session': {
    error: new authErrors.SignInRequiredError('expired'),
    says: /^Your session has expired\. Sign in again/,
    waysOut: ['signIn'],
  },
  'a declined consent': {
    error: refused('access_denied'),
    says: /^You declined access\. Nothing was changed\.$/,
    waysOut: ['signIn'],
  },
  'a consent an administrator withholds': {
    error: refused('access_denied', secret),
    says: /administrator may have to approve/,
    waysOut: ['signIn'],
  },
  'a refused scope': {
    error: refused('invalid_scope', secret),
    says: /refused the sign-in \(invalid_scope\)/,
    waysOut: ['signIn', 'showLog'],
  },
  'a locked keyring': {
    error: new authErrors.SecretStoreError('write', cause),
    says: /keyring of this computer is missing or locked/,
    waysOut: ['showLog'],
  },
  'no address': { error: baseUrl('empty'), says: /^Type the address/, waysOut: ['openSettings'] },
  'a wrong address': { error: baseUrl('not-a-url'), says: /^This is not an address/, waysOut: ['openSettings'] },
  'an address without TLS': { error: baseUrl('not-https'), says: /must begin with https/, waysOut: ['openSettings'] },
  'an address with a password': {
    error: baseUrl('has-credentials'),
    says: /^Leave user name and password out/,
    waysOut: ['openSettings'],
  },
  'an address with a query': {
    error: baseUrl('has-query'),
    says: /^Leave out everything from \?/,
    waysOut: ['openSettings'],
  },
  'a file above the limit': {
    error: new limits.TooLargeError({
      what: 'attachment',
      fileName: 'film.mov',
      byteLength: 101 * 1024 * 1024,
      maxBytes: limits.maxAttachmentBytes,
    }),
    says: /^film\.mov is 101 MB; the service takes files up to 100 MB\. Nothing was sent\.$/,
    waysOut: [],
  },
  'a message above the limit': {
    error: new limits.TooLargeError({ what: 'message', byteLength: 8000, maxBytes: 7439 }),
    says: /^The message is 7\.8 kB; the service takes 7\.3 kB\. Share it as a file instead\.$/,
    waysOut: [],
  },
  'nothing to share': { error: new limits.EmptyShareError(), says: /^There is nothing to share/, waysOut: [] },
  'a file that is gone': { error: system('ENOENT'), says: /no longer there/, waysOut: ['retry'] },
  'a file of somebody else': { error: system('EACCES'), says: /may not read or write/, waysOut: ['retry', 'showLog'] },
  'a full disk': { error: system('ENOSPC'), says: /disk is full/, waysOut: ['retry'] },
  'a folder': { error: system('EISDIR'), says: /folder, not a file/, waysOut: [] },
};

describe('The words for failures', () => {
  for (const [what, { error, says, waysOut }] of Object.entries(cases)) {
    it(`say ${what}, without a token, a query or a path`, () => {
      const words = failureWords(error);
      assert.match(words?.sentence ?? '', says);
      assert.deepEqual(words?.waysOut, waysOut);
      assert.doesNotMatch(
        words?.sentence ?? '',
        new RegExp(`${secret}|/v1/|/home/|Bearer|token=|\\p{Cc}|\\p{Cf}`, 'u'),
      );
    });
  }

  it('know every error that reaches a user', () => {
    const classes = [...Object.values(apiErrors), ...Object.values(authErrors), ...Object.values(limits)]
      .filter((exported) => typeof exported === 'function')
      .filter((exported) => exported.prototype instanceof RoomsideError);
    const worded = new Set(Object.values(cases).map(({ error }) => error.constructor));
    assert.ok(classes.length >= 10);
    assert.deepEqual(
      classes.filter((each) => !worded.has(each)).map(({ name }) => name),
      [],
    );
  });

  it('are missing for what is no failure of a user, so that the log tells it', () => {
    for (const error of [new Error('a defect'), new CancelledError(), 'text', undefined, null, { code: 'ENOENT' }]) {
      assert.equal(failureWords(error), undefined);
    }
    assert.equal(failureWords(new NoFreeNameError('a.txt')), undefined);
  });
});
