import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { entryOf, startServer } from '../serverProcess.ts';

describe('the sandbox as a process', function () {
  this.timeout(30_000);

  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });

  it('prints its address, people, a working token and the control key, and ends on a signal', async () => {
    // As the extension starts it.
    const { child, ended, printed } = startServer('sandbox', { NODE_NO_WARNINGS: '1' }, '--port', '0');
    running.push(child);
    await printed(/Press Ctrl\+C/);
    const origin = (await printed(/ready at (http:\/\/127\.0\.0\.1:\d+)\n/))[1] ?? '';
    const token = (await printed(/Personal token of ada\.park@example\.com: (\S+)/))[1];
    const key = (await printed(/Control key: (\S+)/))[1] ?? '';
    const broker = (await printed(/Token broker: (\S+)/))[1] ?? '';
    assert.equal(broker, `${origin}/broker`);
    assert.equal((await fetch(`${broker}/healthz`)).status, 200);
    await printed(/jonas\.weber2@example\.com +Jonás Weber/);
    const me = await fetch(`${origin}/v1/people/me`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(((await me.json()) as { displayName: string }).displayName, 'Ada Park');
    const counts = await fetch(`${origin}/_sandbox/counts`, { headers: { 'x-sandbox-control': key } });
    assert.deepEqual(await counts.json(), { 'GET /v1/people/me': 1 });
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });

  it('reports to its parent process that it is ready, and ends with the parent', async () => {
    const child = fork(entryOf('sandbox'), { stdio: 'ignore', execArgv: [] });
    running.push(child);
    const [message] = (await once(child, 'message')) as [
      { type: string; origin: string; controlKey: string; brokerUrl?: string },
    ];
    assert.equal(message.type, 'ready');
    assert.equal(message.brokerUrl, `${message.origin}/broker`);
    assert.equal((await fetch(`${message.origin}/_sandbox/health`)).status, 200);
    assert.ok(message.controlKey.length > 20);
    child.disconnect();
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
  });
});
