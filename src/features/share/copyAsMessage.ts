import type { SharePorts } from './sharePorts.ts';
import { copyMessage } from './shareText.ts';
import type { ShareSource } from './sources/shareSource.ts';

/** "Copy as Message": copies the exact text that would be shared. Needs no sign-in. */
export async function copyAsMessage(ports: SharePorts, source: ShareSource): Promise<void> {
  const draft = await source();
  if (draft?.kind === 'text') await copyMessage(ports, draft.name, (await draft.render(undefined)).markdown);
}
