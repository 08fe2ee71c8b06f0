import type { SecretFinding } from '../../core/secrets/secretFinding.ts';
import { settings } from '../../host/vscode/settings.ts';
import type { ToolPorts } from './toolPorts.ts';

/** Finds possible secrets in a text; none if the setting is off. */
export async function findSecrets({ scanner }: ToolPorts, text: string): Promise<readonly SecretFinding[]> {
  if (!settings.scanForSecrets.value) return [];
  const { texts } = await scanner.check({ texts: [text] });
  return texts.flat();
}
