import { CodeActionKind, languages } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { Services } from '../../host/services.ts';
import { registerPart } from '../../host/vscode/registerPart.ts';
import { draftScheme } from '../../host/vscode/uris.ts';
import {
  type ComposerPorts,
  changeDraftRoom,
  composeMessage,
  discardDraft,
  openDraft,
  sendDraft,
  sendDraftAsFile,
} from './draftCommands.ts';
import { registerDraftDiagnostics } from './draftDiagnostics.ts';
import { ShownDrafts } from './draftFacts.ts';
import { closeStaleDrafts, draftFiles } from './draftFiles.ts';
import { DraftPreview } from './draftPreview.ts';
import { draftQuickFixes } from './draftQuickFixes.ts';
import { showDraftStatus, showEmptyHint } from './draftStatus.ts';
import { imagePaste, imagePasteMetadata } from './imagePaste.ts';
import { sayDraftsAreKept } from './keptDrafts.ts';
import { mentionCompletion } from './mentionCompletion.ts';

const draftSelector = { scheme: draftScheme };

/** The composer: messages are documents of the editor until they are sent. */
export function registerComposer(
  given: Omit<ComposerPorts, 'sending' | 'refresh'> & Pick<Services, 'active' | 'scanner' | 'log' | 'extensionUri'>,
) {
  const owned = new DisposableStore();
  const drafts = owned.add(new ShownDrafts(given));
  const ports = { ...given, sending: new Set<string>(), refresh: () => drafts.refresh() };
  const files = draftFiles(ports.drafts);
  const part = (name: string, register: () => Disposable) => owned.add(registerPart(ports.log, name, register));
  part('diagnostics', () => registerDraftDiagnostics(ports));
  owned.add(showEmptyHint());
  owned.add(sayDraftsAreKept(ports.drafts));
  part('quick fixes', () => {
    const kinds = { providedCodeActionKinds: [CodeActionKind.QuickFix] };
    return languages.registerCodeActionsProvider(draftSelector, draftQuickFixes(ports.scanner), kinds);
  });
  part('completion', () => languages.registerCompletionItemProvider(draftSelector, mentionCompletion(ports), '@'));
  part('paste edits', () =>
    languages.registerDocumentPasteEditProvider(draftSelector, imagePaste(ports), imagePasteMetadata()),
  );
  owned.add(showDraftStatus(drafts));
  closeStaleDrafts(ports.drafts).catch((error: unknown) => ports.log.warn(`drafts could not be read: ${error}`));
  const preview = owned.add(new DraftPreview(drafts, ports));
  const commands = {
    'roomside.sendMessage': (argument) => composeMessage(ports, argument),
    'roomside.sendDraft': (clicked) => sendDraft(ports, clicked),
    'roomside.sendDraftAsFile': (clicked) => sendDraftAsFile(ports, clicked),
    'roomside.previewDraft': (clicked) => preview.show(clicked),
    'roomside.changeDraftRoom': (clicked) => changeDraftRoom(ports, clicked),
    'roomside.discardDraft': (clicked) => discardDraft(ports, clicked),
    'roomside.openDraft': () => openDraft(ports),
    'roomside.editMessage': async (argument) => (await import('./openEdit.ts')).openEdit(ports, argument),
  } satisfies Partial<CommandHandlers>;
  return { commands, files, dispose: () => owned.dispose() };
}
