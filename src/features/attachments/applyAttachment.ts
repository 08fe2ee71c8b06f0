import { readFile } from 'node:fs/promises';
import { offerPatch } from '../../host/git/offerPatch.ts';
import { type AttachmentAddress, attachmentUri } from '../../host/vscode/uris.ts';
import type { AttachmentSource } from './attachmentSource.ts';
import { showAttachment } from './showAttachment.ts';

/** Applies an attached patch, byte for byte as received. */
export async function applyAttachment(source: AttachmentSource, address: AttachmentAddress): Promise<void> {
  const path = await source.fetchWithProgress(address);
  await offerPatch({ bytes: await readFile(path), view: () => showAttachment(attachmentUri(address)) });
}
