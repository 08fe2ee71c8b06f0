import { l10n } from 'vscode';
import type { CheckName, Finding, FindingOf } from '../../core/diagnose/finding.ts';
import { brokerWords, clockWords, proxyWords, serviceWords, settingWords, tlsWords } from './connectionFindingWords.ts';
import type { FindingWords } from './findingWords.ts';
import { keyringWords, scopesWords, sessionWords } from './sessionFindingWords.ts';

/** What a check is called. */
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
    redirect: l10n.t('Way back from the browser'),
  };
  return titles[check];
}

const wordsOfCheck: { readonly [Name in CheckName]: (finding: FindingOf<Name>) => FindingWords } = {
  versions: (finding) => ('parts' in finding ? { result: finding.parts.join(' · ') } : {}),
  service: serviceWords,
  setting: settingWords,
  tls: tlsWords,
  clock: clockWords,
  proxy: proxyWords,
  broker: brokerWords,
  keyring: keyringWords,
  session: sessionWords,
  scopes: scopesWords,
  redirect: (finding) => ('address' in finding ? { result: finding.address } : {}),
};

/** Words a finding. */
export function wordFinding(finding: Finding): FindingWords {
  if (finding.result === 'timed-out') {
    return { result: l10n.t('No result within {0} s.', finding.limitMs / 1000), wayOut: 'showLog' };
  }
  if (finding.result === 'broken') {
    return { result: l10n.t('The check itself failed ({0}).', finding.errorName), wayOut: 'showLog' };
  }
  // A table keyed by the check hands each finding to the words of its own kind.
  return (wordsOfCheck[finding.check] as (finding: Finding) => FindingWords)(finding);
}
