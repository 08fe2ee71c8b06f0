import * as os from 'node:os';
import { type Extension, env, UIKind, version, workspace } from 'vscode';
import type { ProxySettings } from '../../core/diagnose/checkProxy.ts';

/** The proxy settings of VS Code and of the environment. */
export function proxySettings(): ProxySettings {
  const configuration = workspace.getConfiguration('http');
  const noProxy: unknown = configuration.get('noProxy');
  return {
    support: textOf(configuration.get('proxySupport')),
    proxy: textOf(configuration.get('proxy')),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [],
    environment: process.env,
  };
}

/** Settings that disable certificate checks in other programs. Roomside ignores them. */
export function ignoredTlsSwitches(): readonly string[] {
  return [
    ...(process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? ['NODE_TLS_REJECT_UNAUTHORIZED=0'] : []),
    ...(workspace.getConfiguration('http').get('proxyStrictSSL') === false ? ['http.proxyStrictSSL: false'] : []),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Versions and platform, for the report. */
export function versionsOf({ packageJSON }: Extension<unknown>): readonly string[] {
  const where = env.uiKind === UIKind.Web ? 'web' : 'desktop';
  return [
    `Roomside ${textOf((packageJSON as { readonly version?: unknown }).version)}`,
    `${env.appName} ${version} (${where}, ${env.remoteName ?? 'local'}, ${env.language})`,
    `${process.platform} ${process.arch} ${os.release()}`,
    `Node ${process.versions.node}`,
  ];
}
