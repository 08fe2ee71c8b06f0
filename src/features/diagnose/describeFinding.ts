import { l10n } from 'vscode';
import type { CheckName, Finding, FindingOf } from '../../core/diagnose/finding.ts';
import {
  brokerMessage,
  clockMessage,
  proxyMessage,
  serviceMessage,
  settingMessage,
  tlsMessage,
} from './connectionMessages.ts';
import type { FindingMessage } from './findingMessage.ts';
import { keyringMessage, scopesMessage, sessionMessage } from './sessionMessages.ts';

/** The title of a check. */
export function checkTitle(check: CheckName): string {
  const titles = {
    versions: l10n.t('Versions'),
    service: l10n.t('Service'),
    setting: l10n.t('Service in settings'),
    tls: 'TLS',
    clock: l10n.t('Clock'),
    proxy: l10n.t('Proxy'),
    broker: l10n.t('Token broker'),
    keyring: l10n.t('Keyring'),
    session: l10n.t('Session'),
    scopes: l10n.t('Permissions'),
    redirect: l10n.t('Sign-in redirect'),
  };
  return titles[check];
}

const messageByCheck: { readonly [Name in CheckName]: (finding: FindingOf<Name>) => FindingMessage } = {
  versions: (finding) => ('parts' in finding ? { result: finding.parts.join(' · ') } : {}),
  service: serviceMessage,
  setting: settingMessage,
  tls: tlsMessage,
  clock: clockMessage,
  proxy: proxyMessage,
  broker: brokerMessage,
  keyring: keyringMessage,
  session: sessionMessage,
  scopes: scopesMessage,
  redirect: (finding) => ('address' in finding ? { result: finding.address } : {}),
};

/** The message of a finding. */
export function describeFinding(finding: Finding): FindingMessage {
  if (finding.result === 'timed-out') {
    return { result: l10n.t('No result within {0} s.', finding.limitMs / 1000), action: 'showLog' };
  }
  if (finding.result === 'broken') {
    return { result: l10n.t('The check failed unexpectedly ({0}).', finding.errorName), action: 'showLog' };
  }
  // TypeScript cannot see that the key and the finding belong together.
  return (messageByCheck[finding.check] as (finding: Finding) => FindingMessage)(finding);
}
