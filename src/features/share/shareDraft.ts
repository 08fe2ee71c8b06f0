import { shareFiles } from './shareFiles.ts';
import type { SharePorts } from './sharePorts.ts';
import { shareRemoteFile } from './shareRemoteFile.ts';
import { shareText } from './shareText.ts';
import type { ShareDraft } from './sources/shareSource.ts';

/** Shares a draft to the room of the row the command was called on, else to the room that the user picks. */
export function shareDraft(ports: SharePorts, draft: ShareDraft, argument: unknown): Promise<void> {
  switch (draft.kind) {
    case 'text':
      return shareText(ports, draft, argument);
    case 'files':
      return shareFiles(ports, draft, argument);
    case 'remoteFile':
      return shareRemoteFile(ports, draft, argument);
  }
}
