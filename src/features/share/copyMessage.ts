import { env, l10n } from 'vscode';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { SecretCheck } from './checkSecrets.ts';
import { markdownOf, type Proposal } from './shareable.ts';

/** Copies the exact text that would be sent, if it is one, after the question about its secrets. Needs no sign-in. */
export async function copyMessage(
  ports: ConstructorParameters<typeof SecretCheck>[0],
  proposal: Proposal | undefined,
): Promise<void> {
  if (proposal === undefined || markdownOf(proposal) === undefined) return;
  const secrets = new SecretCheck(ports);
  // A text can be copied without the files that go with it.
  const checked = await secrets.check({ ...proposal, messages: proposal.messages.slice(0, 1) });
  const allowed = await secrets.allowed(checked, 'copy');
  if (allowed === undefined) return;
  await env.clipboard.writeText(markdownOf(allowed) ?? '');
  showSuccess(l10n.t('Copied as message'));
}
