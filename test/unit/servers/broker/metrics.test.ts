import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { createBrokerMetrics } from '../../../../src/servers/broker/metrics/brokerMetrics.ts';
import { createMetricsApp } from '../../../../src/servers/broker/metrics/metricsApp.ts';
import { Metric } from '../../../../src/servers/broker/metrics/prometheus.ts';
import { projectText } from '../../project/projectFiles.ts';
import { failNextTokenRequest, inProcess, newKey, openParts } from './deployment.ts';
import { codeOf } from './testBrowser.ts';
import { postJson, signInAgain, useDeployment } from './useDeployment.ts';

/** A line of the text format: a comment, a value, or nothing. */
const line =
  /^(?:|# (?:HELP [a-z_]+ .+|TYPE [a-z_]+ (?:counter|gauge|histogram))|[a-z_]+(?:\{[a-z_]+="(?:[^"\\]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\]|\\["\\n])*")*\})? \d+(?:\.\d+)?(?:e-\d+)?)$/;

/** The values of a text, by name and labels. */
function valuesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n');
  for (const each of lines) assert.match(each, line);
  const values = lines.filter((each) => each !== '' && !each.startsWith('#')).map((each) => each.split(/ (?=\S+$)/));
  assert.equal(new Set(values.map(([name]) => name)).size, values.length, 'a value occurs twice');
  return new Map(values.map(([name = '', value]) => [name, Number(value)]));
}

describe('the metrics of the broker', () => {
  const keys = [newKey('k2'), newKey('k1')];
  let metrics = createBrokerMetrics([]);
  const { open, signIn } = useDeployment(async (options = {}) => {
    metrics = createBrokerMetrics(keys.map(({ id }) => id));
    const parts = await openParts({ ...options, config: { ...options.config, sealKeys: keys } });
    const broker = parts.createReplica({ metrics });
    return inProcess(parts, () => broker);
  });
  const counted = (name: string) => valuesOf(metrics.text()).get(`roomside_broker_${name}`);

  it('count a sign-in and a refresh by route, outcome and key, with their times', async () => {
    const { editor, tokens } = await signIn();
    await editor.refresh(tokens.handle);
    const expected = {
      'requests_total{route="/start",status="303"}': 1,
      'requests_total{route="/callback",status="200"}': 1,
      'requests_total{route="/token",status="200"}': 1,
      'requests_total{route="/refresh",status="200"}': 1,
      'request_duration_seconds_count{route="/refresh"}': 1,
      'request_duration_seconds_bucket{route="/refresh",le="+Inf"}': 1,
      'upstream_requests_total{kind="exchange",outcome="tokens"}': 1,
      'upstream_requests_total{kind="refresh",outcome="tokens"}': 1,
      'upstream_duration_seconds_count{kind="refresh"}': 1,
      'handles_opened_total{key="k2"}': 1,
      'seal_key_info{key="k2",use="seals"}': 1,
      'seal_key_info{key="k1",use="opens"}': 1,
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(counted(name), value, name);
  });

  it('begin at 0 where an alert waits for the first one', async () => {
    const { deployment } = await open();
    await deployment.fetch(new Request(`${deployment.publicUrl}/healthz`));
    for (const name of [
      ...['refused', 'busy', 'timeout', 'unreachable', 'broken', 'broker'].map(
        (outcome) => `upstream_requests_total{kind="refresh",outcome="${outcome}"}`,
      ),
      ...['rate_limited_total{limit="failures"}', 'handles_opened_total{key="k1"}', 'redis_failures_total'],
      'requests_total{route="/healthz",status="500"}',
    ]) {
      assert.equal(counted(name), 0, name);
    }
  });

  it('count failures of the service, requests that are kept from it, and what a limit refuses', async () => {
    const { deployment, editor, tokens } = await signIn({ config: { requestsPerMinute: 2 } });
    const other = await signInAgain(deployment);
    await failNextTokenRequest(deployment, { kind: 'status', status: 429, headers: { 'retry-after': '30' } });
    await assert.rejects(editor.refresh(tokens.handle), { status: 503 });
    await assert.rejects(other.editor.refresh(other.tokens.handle), { status: 503 });
    await assert.rejects(editor.refresh(tokens.handle), { status: 429 });
    for (const [name, value] of Object.entries({
      'upstream_requests_total{kind="refresh",outcome="busy"}': 1,
      'upstream_requests_total{kind="refresh",outcome="paused"}': 1,
      'upstream_duration_seconds_count{kind="refresh"}': 1,
      'rate_limited_total{limit="requests"}': 1,
      'requests_total{route="/refresh",status="429"}': 1,
    })) {
      assert.equal(counted(name), value, name);
    }
  });

  it('have nothing of a request: no path, key id, code or secret that a stranger chooses', async () => {
    const { deployment, browser, editor } = await open();
    const page = await browser.signIn(editor.startUrl());
    const head = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid: 'chosen' })).toString('base64url');
    await postJson(deployment, '/refresh', { handle: `${head}..a.b.c`, refresh_secret: 'chosen' });
    await deployment.fetch(new Request(`${deployment.publicUrl}/chosen?chosen=chosen`, { method: 'PUT' }));
    const text = metrics.text();
    assert.doesNotMatch(text, /chosen/);
    for (const secret of [...deployment.capture.kept, codeOf(page)]) assert.ok(!text.includes(secret));
    assert.equal(counted('requests_total{route="(unknown)",status="404"}'), 1);
  });

  it('are read at /metrics only, and say whether Redis answers', async () => {
    const check = { isUp: true, check: async () => (check.isUp ? undefined : Promise.reject(new Error('gone'))) };
    const app = createMetricsApp(metrics, check);
    const ask = async (path: string, method = 'GET') => app.fetch(new Request(`http://127.0.0.1${path}`, { method }));
    assert.deepEqual([(await ask('/')).status, (await ask('/metrics', 'POST')).status], [404, 405]);
    const response = await ask('/metrics?x');
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.equal(valuesOf(await response.text()).get('roomside_broker_redis_up'), 1);
    check.isUp = false;
    assert.equal(valuesOf(await (await ask('/metrics')).text()).get('roomside_broker_redis_up'), 0);
    assert.equal(valuesOf(metrics.text()).get('roomside_broker_redis_up'), undefined, 'without Redis');
  });
});

describe('the text format', () => {
  it('has cumulative buckets', () => {
    const histogram = new Metric('histogram', 'seconds', 'Time.');
    for (const seconds of [0.05, 0.5, 0.5, 5]) histogram.observe(seconds, [0.1, 1], { route: '/a' });
    assert.deepEqual(histogram.lines().slice(2), [
      'seconds_bucket{route="/a",le="0.1"} 1',
      'seconds_bucket{route="/a",le="1"} 3',
      'seconds_bucket{route="/a",le="+Inf"} 4',
      'seconds_sum{route="/a"} 6.05',
      'seconds_count{route="/a"} 4',
    ]);
  });
});

describe('the alerts and the dashboard', () => {
  const types = createBrokerMetrics(['k1'])
    .text(true)
    .matchAll(/^# TYPE (\S+) (\S+)$/gm);
  const known = [...types].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const { groups } = parse(projectText('docker/monitoring/alerts.yaml')) as {
    groups: readonly { rules: readonly { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const { panels } = JSON.parse(projectText('docker/monitoring/dashboard.json')) as {
    panels: readonly { title: string; targets: readonly { expr: string }[] }[];
  };

  it('ask for metrics that exist, and for every one of the broker', () => {
    const asked = [...rules, ...panels.flatMap(({ targets }) => targets)];
    const names = asked.flatMap(({ expr }) => expr.match(/\b(?:roomside_broker|process)_\w+/g) ?? []);
    for (const name of names) assert.ok(known.includes(name), name);
    const own = known.filter((name) => name.startsWith('roomside') && !/_(?:sum|count)$/.test(name));
    for (const name of own) assert.ok(names.includes(name), name);
  });

  it('are in the documents with what to do', () => {
    const document = projectText('docs/broker.md');
    for (const { alert } of rules) assert.match(document, new RegExp(`^\\| \`${alert}\` +\\| \\S`, 'm'), alert);
  });
});
