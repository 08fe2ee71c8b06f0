import { l10n } from 'vscode';
import type { ErrorAction } from '../../host/errors/errorMessage.ts';

/** The titles of all checks, in the order of the report. */
export const checkTitles = {
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

export type CheckName = keyof typeof checkTitles;

/** What one check found. It contains no secret, no query and no user name of a proxy. */
export interface Finding {
  /** `good`: no problem; `note`: worth knowing; `bad`: a problem. */
  readonly outcome: 'good' | 'note' | 'bad';
  readonly text: string;
  readonly advice?: string;
  readonly action?: Exclude<ErrorAction, 'retry' | 'diagnose'>;
}

type Help = Pick<Finding, 'advice' | 'action'>;

export const good = (text: string): Finding => ({ outcome: 'good', text });
export const note = (text: string, help: Help = {}): Finding => ({ outcome: 'note', text, ...help });
export const bad = (text: string, help: Help = {}): Finding => ({ outcome: 'bad', text, ...help });
