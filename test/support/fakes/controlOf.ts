import assert from 'node:assert/strict';
import type { Sandbox } from '../../../src/servers/sandbox/service/sandbox.ts';

/** Calls a control endpoint of a sandbox in this process, and asserts success. With a body, it is a POST. */
export function controlOf({ controlKey, fetch }: Sandbox) {
  return async <T = Record<string, unknown>>(
    path: string,
    body?: object,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<T> => {
    const headers = { 'x-sandbox-control': controlKey, 'content-type': 'application/json' };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(new Request(`http://127.0.0.1/_sandbox/${path}`, { method, headers, ...content }));
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  };
}
