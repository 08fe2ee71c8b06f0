import { authentication, type Disposable, window, workspace } from 'vscode';
import { type Lazy, lazy } from '../core/base/lazy.ts';
import type { StoredWork } from '../core/outbox/storedWork.ts';
import { roomEditorProvider } from '../features/reader/roomEditorProvider.ts';
import { attachmentScheme, draftScheme } from '../host/vscode/uris.ts';
import type { LoadedServices } from './createServices.ts';
import type { Features } from './features.ts';
import { lazyAuthentication, lazyFileSystem, registerLazyTools } from './lazyProviders.ts';

interface ProviderPorts {
  readonly services: Lazy<LoadedServices>;
  readonly features: Features;
  readonly stored: Lazy<StoredWork>;
}

/** Registers the providers that VS Code calls. Each loads its feature on the first call. */
export function registerProviders({ services, features, stored }: ProviderPorts): readonly Disposable[] {
  const mayBeSignedIn = async () => services.current !== undefined || (await stored()).isSignedIn;
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
    ...registerLazyTools(features.tools),
  ];
}
