import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../../../src/servers/broker/config/readConfig.ts';
import { newSealKey } from '../../../../src/servers/broker/config/sealKeys.ts';
import { redisCommandTimeoutMs, shutdownGraceMs } from '../../../../src/servers/broker/timeouts.ts';
import { projectRoot, projectText } from '../../project/projectFiles.ts';

type Fields = Readonly<Record<string, unknown>>;

const manifests = parseAllDocuments(projectText('docker/kubernetes/broker.yaml')).map(
  (document) => document.toJS() as Fields & { readonly kind: string },
);
const read = <T>(kind: string, Model: new (data: never) => T): T =>
  new Model(manifests.find((each) => each.kind === kind) as never);
const deployment = read('Deployment', Deployment);
const service = read('Service', Service);
const budget = read('PodDisruptionBudget', PodDisruptionBudget);
const policy = read('NetworkPolicy', NetworkPolicy);
const configMap = read('ConfigMap', ConfigMap);
const pod = deployment.spec?.template.spec ?? assert.fail();
const container = pod.containers[0] ?? assert.fail();

/** Fields whose names are chosen by the manifest. */
const freeMaps = ['labels', 'matchLabels', 'annotations', 'data', 'requests', 'limits', 'selector'];

function fieldNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNames);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    // The selector of a Service is a map, those of others have fields.
    ...(freeMaps.includes(name) && !fieldNames(inner).includes('matchLabels') ? [] : fieldNames(inner)),
  ]);
}

/** The fields of the kinds that are used here, by the types of the models. */
function documentedFields(): ReadonlySet<string> {
  const patterns = [
    'kubernetes-models/{v1,{apps,policy,networking.k8s.io}/v1}/*.d.ts',
    '@kubernetes-models/apimachinery/apis/meta/v1/*.d.ts',
  ];
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: path.join(projectRoot, 'node_modules') }));
  const texts = files.map((file) => readFileSync(path.join(projectRoot, 'node_modules', file), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/^ +"?(\w+)"?\??: /gm)].map(([, name = '']) => name)));
}

describe('the manifests for Kubernetes', () => {
  it('are valid by the schemas of its API', () => {
    const models = [configMap, deployment, service, budget, policy];
    const kindsOf = (all: readonly { readonly kind: string }[]) => all.map(({ kind }) => kind);
    assert.deepEqual(kindsOf(models), kindsOf(manifests));
    for (const model of models) model.validate();
  });

  it('use only fields that the API has, because it ignores others', () => {
    const known = documentedFields();
    assert.ok(known.has('livenessProbe') && !known.has('livenesProbe'));
    const unknown = [...new Set(manifests.flatMap(fieldNames))].filter((name) => !known.has(name));
    assert.deepEqual(unknown, []);
  });

  it('give the broker a configuration that it accepts', () => {
    const mount = container.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath ?? '';
    const items = pod.volumes?.find(({ name }) => name === 'secrets')?.secret?.items ?? [];
    const secrets: Readonly<Record<string, string>> = {
      'client-secret': 'the-client-secret',
      'seal-keys': newSealKey(new Date()),
      'redis-url': 'redis://:password@redis:6379',
    };
    const files = new Map(items.map(({ key, path: file }) => [path.posix.join(mount, file), secrets[key] ?? '']));
    const variables = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
    const config = readConfig({ ...configMap.data, ...variables }, (file) => files.get(file) ?? assert.fail(file));
    assert.equal(config.upstream.clientSecret, secrets['client-secret']);
    assert.equal(config.redisUrl, secrets['redis-url'], 'replicas share their state');
    assert.equal(config.listenHost, '::');
    const ports = Object.fromEntries((container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]));
    assert.deepEqual(ports, { http: config.listenPort, metrics: config.metricsPort });
    assert.equal(deployment.spec?.template.metadata?.annotations?.['prometheus.io/port'], String(config.metricsPort));
    assert.doesNotMatch(JSON.stringify(configMap.data), /SECRET|SEAL|REDIS/, 'no secret is in the ConfigMap');
  });

  it('restart a replica that does not answer, and only keep requests from one without Redis', () => {
    assert.deepEqual(container.livenessProbe?.httpGet, { path: '/healthz', port: 'http' });
    assert.deepEqual(container.readinessProbe?.httpGet, { path: '/readyz', port: 'http' });
    assert.ok((container.readinessProbe?.timeoutSeconds ?? 0) * 1000 > redisCommandTimeoutMs);
  });

  it('let a replica finish its answers, and keep one of them during maintenance', () => {
    const preStopMs = Number(
      /setTimeout\(\(\) => \{\}, (\d+)\)/.exec(container.lifecycle?.preStop?.exec?.command?.[2] ?? '')?.[1],
    );
    assert.ok((pod.terminationGracePeriodSeconds ?? 0) * 1000 > preStopMs + shutdownGraceMs);
    assert.ok((deployment.spec?.replicas ?? 0) > Number(budget.spec?.minAvailable));
    assert.equal(deployment.spec?.strategy?.rollingUpdate?.maxUnavailable, 0);
    const labels = deployment.spec?.template.metadata?.labels;
    const selectors = [
      deployment.spec?.selector.matchLabels,
      budget.spec?.selector?.matchLabels,
      policy.spec?.podSelector?.matchLabels,
    ];
    for (const selector of [...selectors, service.spec?.selector]) assert.deepEqual(selector, labels);
  });

  it('run it without rights', () => {
    assert.deepEqual([pod.securityContext?.runAsNonRoot, pod.securityContext?.runAsUser], [true, 1000]);
    const expected = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
    assert.deepEqual(container.securityContext, expected);
    assert.equal(pod.automountServiceAccountToken, false);
  });

  it('have the version of the manifest', () => {
    const { version } = JSON.parse(projectText('package.json')) as { version: string };
    assert.match(container.image ?? '', new RegExp(`/broker:${version.replaceAll('.', '\\.')}$`));
  });
});
