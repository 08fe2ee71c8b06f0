import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { maxResponseBytes, readJsonResponse } from '../../../../src/core/api/jsonResponse.ts';
import type { SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import { answer, brokenAnswer, connectionError } from './scriptedSend.ts';

const request: SendRequest = { method: 'GET', url: 'https://api.example:8443/v1/rooms?secret=1' };
const cut = connectionError();

async function refusal(response: SendResponse): Promise<ServiceError> {
  const error: unknown = await readJsonResponse(request, response).catch((reason) => reason);
  assert.ok(error instanceof ServiceError);
  return error;
}

describe('A JSON response', () => {
  for (const contentType of ['application/json', 'text/html', undefined]) {
    it(`is read if it is labelled ${contentType}`, async () => {
      const headers = contentType === undefined ? {} : { 'content-type': contentType };
      assert.deepEqual(await readJsonResponse(request, answer(200, '{"a":"ü"}', headers)), { a: 'ü' });
    });
  }

  it('is read after a byte order mark, and with a character cut between two chunks', async () => {
    const bytes = Buffer.from('\uFEFF{"a":"ü"}');
    const response: SendResponse = {
      ...answer(201),
      body: (async function* () {
        for (const byte of bytes) yield Buffer.of(byte);
      })(),
    };
    assert.deepEqual(await readJsonResponse(request, response), { a: 'ü' });
  });

  it('may be missing: 204, or an empty 200', async () => {
    assert.equal(await readJsonResponse(request, answer(204)), undefined);
    assert.equal(await readJsonResponse(request, answer(200, ' ')), undefined);
  });

  const broken: [string, SendResponse, string][] = [
    ['a web page', answer(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }), 'html'],
    ['a web page labelled JSON', answer(200, '\n <html>', { 'content-type': 'application/json' }), 'html'],
    ['text labelled as a web page', answer(200, 'Welcome', { 'content-type': 'text/html; charset=utf-8' }), 'html'],
    ['text', answer(200, 'OK'), 'not-json'],
    ['JSON that does not end as such', answer(200, '{"a":1} trailing'), 'truncated'],
    ['an object that ends inside a field', answer(200, '{"items":[{"id":"a"},{"id"'), 'truncated'],
    ['an object that ends inside a string', answer(200, '{"title":"half \\"'), 'truncated'],
    ['an object that ends behind a bracket in a string', answer(200, '{"a":"x}"'), 'truncated'],
    ['a body that is cut', brokenAnswer(200, '{"items":[', cut), 'truncated'],
    ['a body that is cut where it looks whole', brokenAnswer(200, '{"items":[]}', cut), 'truncated'],
  ];
  for (const [name, response, problem] of broken) {
    it(`differs from ${name}`, async () => {
      const facts = {
        name: 'UnexpectedResponseError',
        problem,
        status: 200,
        host: 'api.example:8443',
        path: '/v1/rooms',
      };
      await assert.rejects(readJsonResponse(request, response), facts);
    });
  }

  it('is an error, and is not read further, if it is too large for memory', async () => {
    let given = 0;
    const response: SendResponse = {
      ...answer(200),
      body: (async function* () {
        for (const chunk = Buffer.alloc(4 * 1024 * 1024, ' '); ; given += chunk.byteLength) yield chunk;
      })(),
    };
    const failure = { name: 'UnexpectedResponseError', problem: 'wrong-shape' };
    await assert.rejects(readJsonResponse(request, response), failure);
    assert.ok(given <= maxResponseBytes);
  });

  it('keeps the message and the tracking id of the service', async () => {
    const body = { message: 'The room  is\nlocked.', errors: [{ description: 'other' }], trackingId: 'T_1' };
    const error = await refusal(answer(403, body));
    const facts = [error.status, error.method, error.path, error.serviceMessage, error.trackingId];
    assert.deepEqual(facts, [403, 'GET', '/v1/rooms', 'The room is locked.', 'T_1']);
  });
});

describe('A response with an error status', () => {
  it('finds the message in each of its known places', async () => {
    const words: [unknown, string | undefined][] = [
      [{ errors: [{}, { description: 'from the list' }] }, 'from the list'],
      [{ message: ' ', errors: [null, { description: ' ' }, { description: 'from the list' }] }, 'from the list'],
      [{ error: 'invalid_grant', error_description: 'The code was used.' }, 'The code was used.'],
      [{ error: 'invalid_grant' }, 'invalid_grant'],
      [{ message: 7, errors: 'none' }, undefined],
      [{ message: { text: 'deep' } }, undefined],
      ['Try again later', 'Try again later'],
      ['<html><h1>502</h1>', undefined],
      ['', undefined],
      ['[1]', '[1]'],
    ];
    for (const [body, expected] of words) {
      const { serviceMessage, isWebPage } = await refusal(answer(500, body));
      assert.deepEqual([serviceMessage, isWebPage], [expected, String(body).startsWith('<')]);
    }
  });

  it('keeps the wait that the service asks for', async () => {
    assert.equal((await refusal(answer(503, '', { 'retry-after': '7' }))).retryAfterMs, 7000);
    assert.equal((await refusal(answer(503, '', { 'retry-after': 'soon' }))).retryAfterMs, undefined);
    const [date, later] = [0, 9000].map((ms) => new Date(ms).toUTCString());
    const headers = { 'retry-after': `${later}`, date: `${date}` };
    assert.equal((await refusal(answer(503, '', headers))).retryAfterMs, 9000);
  });

  it('is a ServiceError when its body is empty but labelled JSON, cut, or endless', async () => {
    assert.equal((await refusal(answer(401, '', { 'content-type': 'application/json' }))).status, 401);
    assert.equal((await refusal(brokenAnswer(500, '{"mess', cut))).status, 500);
    const endless = (async function* () {
      for (;;) yield Buffer.alloc(32 * 1024, 'a');
    })();
    assert.equal((await refusal({ ...answer(500), body: endless })).status, 500);
  });

  it('logs neither query nor message, and removes control characters', async () => {
    const error = await refusal(answer(400, { message: 'token\u202e \u0007abc', trackingId: 'T_3' }));
    assert.equal(error.message, 'GET /v1/rooms was answered with 400 (T_3)');
    assert.equal(error.serviceMessage, 'token abc');
  });
});
