import { type Extension, env, UIKind, version, workspace } from 'vscode';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { Services } from '../../host/services.ts';
import { callbackUriOfWindow } from '../../host/vscode/callbackUri.ts';
import { setting } from '../../host/vscode/settings.ts';
import { probeAddress } from '../../platform/http/nodeProbe.ts';
import { systemName } from '../../platform/system.ts';
import { type DiagnosisPorts, diagnose } from './diagnose.ts';
import type { ProxySettings } from './model/configuredProxy.ts';
import { showDiagnosis } from './showDiagnosis.ts';

type DiagnoseFeaturePorts = Pick<
  Services,
  'extension' | 'secrets' | 'accounts' | 'active' | 'tokens' | 'connection' | 'clock' | 'log'
>;

/** "Diagnose Connection". */
export function createDiagnoseCommands(ports: DiagnoseFeaturePorts): CommandHandlers<'roomside.diagnoseConnection'> {
  return {
    async 'roomside.diagnoseConnection'() {
      const parts = diagnosisPorts(ports);
      await showDiagnosis((onFinding, signal) => diagnose(parts, onFinding, signal), ports.accounts.list());
    },
  };
}

function diagnosisPorts({
  accounts,
  active,
  tokens,
  connection,
  extension,
  ...ports
}: DiagnoseFeaturePorts): DiagnosisPorts {
  return {
    ...ports,
    probe: probeAddress,
    async accounts() {
      const inUse = await active.get();
      const others = (await accounts.list()).filter(({ id }) => id !== inUse?.id);
      return inUse === undefined ? [] : [inUse, ...others];
    },
    isMemoryOnly: () => accounts.isMemoryOnly,
    lastRefreshError: (account) => tokens.forAccount(account.id).lastRefreshError(account),
    client: () => connection.client(),
    baseUrl: setting('service.baseUrl'),
    brokerUrl: setting('broker.url'),
    proxy: proxySettings(),
    ignoredSwitches: ignoredTlsSwitches(),
    redirectAddress: callbackUriOfWindow,
    versions: versionsOf(extension),
  };
}

function proxySettings(): ProxySettings {
  const configuration = workspace.getConfiguration('http');
  const noProxy: unknown = configuration.get('noProxy');
  return {
    support: stringOf(configuration.get('proxySupport')),
    proxy: stringOf(configuration.get('proxy')),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [],
    environment: process.env,
  };
}

/** Settings that disable certificate checks in other programs. Roomside ignores them. */
function ignoredTlsSwitches(): readonly string[] {
  return [
    ...(process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? ['NODE_TLS_REJECT_UNAUTHORIZED=0'] : []),
    ...(workspace.getConfiguration('http').get('proxyStrictSSL') === false ? ['http.proxyStrictSSL: false'] : []),
  ];
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function versionsOf({ packageJSON }: Extension<unknown>): readonly string[] {
  const where = env.uiKind === UIKind.Web ? 'web' : 'desktop';
  return [
    `Roomside ${stringOf((packageJSON as { readonly version?: unknown }).version)}`,
    `${env.appName} ${version} (${where}, ${env.remoteName ?? 'local'}, ${env.language})`,
    systemName(),
    `Node ${process.versions.node}`,
  ];
}
