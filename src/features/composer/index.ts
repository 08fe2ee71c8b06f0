import { CodeActionKind, type FileSystemProvider, languages } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { AudiencePorts } from '../../host/audienceFact.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import { draftScheme } from '../../host/draftScheme.ts';
import { closeGoneDrafts } from './closeGoneDrafts.ts';
import { beginMessage, changeDraftRoom, discardDraft, openDraft, sendDraft, sendDraftAsFile } from './draftActs.ts';
import { DraftAudience } from './draftAudience.ts';
import { DraftFiles } from './draftFiles.ts';
import { markFindings } from './draftFindings.ts';
import { DraftPreview } from './draftPreview.ts';
import { DraftStatus } from './draftStatus.ts';
import { showEmptyHint } from './emptyHint.ts';
import { FindingFixes } from './findingFixes.ts';
import { ImagePaste, imagePasteMetadata } from './imagePaste.ts';
import { MentionCompletion } from './mentionCompletion.ts';
import type { ComposerPorts } from './ports.ts';

type ComposerCommands = CommandHandlers<
  | 'roomside.sendMessage'
  | 'roomside.sendDraft'
  | 'roomside.sendDraftAsFile'
  | 'roomside.previewDraft'
  | 'roomside.changeDraftRoom'
  | 'roomside.discardDraft'
  | 'roomside.openDraft'
>;

const draftSelector = { scheme: draftScheme };
const fixKinds = { providedCodeActionKinds: [CodeActionKind.QuickFix] };

interface Composer extends Disposable {
  readonly commands: ComposerCommands;
  /** Drafts as files. */
  readonly files: FileSystemProvider;
}

/** Messages are written in documents of the editor, with what goes where in view until they are sent. */
export function registerComposer(given: Omit<ComposerPorts, 'sending'> & AudiencePorts): Composer {
  const ports = { ...given, sending: new Set<string>() };
  const owned = new DisposableStore();
  const files = new DraftFiles(ports.drafts);
  owned.add(markFindings(ports));
  owned.add(showEmptyHint());
  owned.add(languages.registerCodeActionsProvider(draftSelector, new FindingFixes(ports.scanner), fixKinds));
  owned.add(languages.registerCompletionItemProvider(draftSelector, new MentionCompletion(ports), '@'));
  const imagePaste = new ImagePaste(ports.drafts, ports.clock);
  owned.add(languages.registerDocumentPasteEditProvider(draftSelector, imagePaste, imagePasteMetadata));
  const audience = owned.add(new DraftAudience(ports));
  owned.add(new DraftStatus(ports.drafts, audience));
  closeGoneDrafts(ports.drafts).catch((error: unknown) => ports.log.warn(`drafts could not be looked at: ${error}`));
  const preview = owned.add(new DraftPreview(ports.drafts, audience, ports.clock));
  const commands: ComposerCommands = {
    'roomside.sendMessage': (argument) => beginMessage(ports, argument),
    'roomside.sendDraft': () => sendDraft(ports),
    'roomside.sendDraftAsFile': () => sendDraftAsFile(ports),
    'roomside.previewDraft': () => preview.show(),
    'roomside.changeDraftRoom': () => changeDraftRoom(ports),
    'roomside.discardDraft': () => discardDraft(ports),
    'roomside.openDraft': () => openDraft(ports),
  };
  return { commands, files, dispose: () => owned.dispose() };
}
