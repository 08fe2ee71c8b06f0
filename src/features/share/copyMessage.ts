import { env, l10n } from 'vscode';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { SecretCheck } from './checkSecrets.ts';

/** Copies the exact text that would be sent, after the question about its secrets. Needs no sign-in. */
export async function copyMessage(
  ports: ConstructorParameters<typeof SecretCheck>[0],
  name: string,
  markdown: string,
): Promise<void> {
  const secrets = new SecretCheck(ports);
  const messages = [{ name, content: { kind: 'text', markdown } as const }];
  const allowed = await secrets.allowed(await secrets.check({ name, messages }), 'copy');
  const content = allowed?.messages[0]?.content;
  if (content?.kind !== 'text') return;
  await env.clipboard.writeText(content.markdown);
  showSuccess(l10n.t('Copied as message'));
}
