import { authentication, type Disposable, window, workspace } from 'vscode';
import { lazy } from '../core/base/lazy.ts';
import { attachmentScheme } from '../features/attachments/attachmentUri.ts';
import { roomEditorProvider } from '../features/reader/roomEditorProvider.ts';
import { registerProblemActions } from '../features/share/sources/problemActions.ts';
import { ProblemContext } from '../features/share/sources/problemContext.ts';
import { draftScheme } from '../host/draftScheme.ts';
import { lazyFileSystem } from '../host/lazyFileSystem.ts';
import { lazyAuthentication } from './lazyAuthentication.ts';
import { registerLazyTools } from './lazyTools.ts';
import type { Background, StoredWorkPorts } from './storedWork.ts';

/** Registers the providers that VS Code calls. Each loads its feature on the first call. */
export function registerProviders(
  { services, features }: Pick<StoredWorkPorts, 'services' | 'features'>,
  { mayBeSignedIn }: Background,
): readonly Disposable[] {
  const drafts = lazy(async () => (await features.composer()).files);
  const attachments = lazy(async () => (await features.attachments()).files);
  const accounts = lazyAuthentication(features.accounts, mayBeSignedIn);
  return [
    window.registerUriHandler({ handleUri: async (uri) => (await services()).receiveCallback(uri) }),
    workspace.registerFileSystemProvider(draftScheme, lazyFileSystem(drafts), { isCaseSensitive: true }),
    workspace.registerFileSystemProvider(attachmentScheme, lazyFileSystem(attachments), {
      isReadonly: true,
      isCaseSensitive: true,
    }),
    window.registerWebviewPanelSerializer('roomside.reader', {
      deserializeWebviewPanel: async (panel, state) =>
        (await features.reader()).serializer.deserializeWebviewPanel(panel, state),
    }),
    window.registerCustomEditorProvider('roomside.room', roomEditorProvider),
    authentication.registerAuthenticationProvider('roomside', 'Roomside', accounts, { supportsMultipleAccounts: true }),
    registerProblemActions(),
    new ProblemContext(),
    ...registerLazyTools(features.tools),
  ];
}
