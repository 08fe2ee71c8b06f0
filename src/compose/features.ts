import { commands, type TreeView } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { type Lazy, lazy } from '../core/base/lazy.ts';
import type { RoomTreeNode } from '../features/rooms/roomTree.ts';
import type { TerminalHistory } from '../features/share/sources/terminalHistory.ts';
import { type CommandHandlers, type CommandId, commandIds, featureOfCommand } from '../host/commands/commandIds.ts';
import type { OutputLog } from '../host/vscode/outputLog.ts';
import type { LoadedServices } from './createServices.ts';

/** What exists at the start and the features use. */
export interface Startup {
  readonly log: OutputLog;
  readonly terminals: TerminalHistory;
  readonly roomsView: TreeView<RoomTreeNode>;
}

export type Features = ReturnType<typeof createFeatures>;

/** Loads the module of a feature together with the services. */
const featuresOver =
  (services: Lazy<LoadedServices>) =>
  <Module, Feature>(
    load: () => Promise<Module>,
    create: (module: Module, services: LoadedServices) => Feature,
  ): Lazy<Feature> =>
    lazy(async () => {
      const [module, ports] = await Promise.all([load(), services()]);
      return create(module, ports);
    });

/** The features for accounts and their connection. */
function createAccountFeatures(feature: ReturnType<typeof featuresOver>) {
  return {
    signIn: feature(
      () => import('../features/signIn/index.ts'),
      ({ createSignInCommands }, ports) => ({ commands: createSignInCommands(ports) }),
    ),
    sandbox: feature(
      () => import('../features/sandbox/index.ts'),
      ({ createSandboxCommands }, ports) => ({ commands: createSandboxCommands(ports) }),
    ),
    accounts: feature(
      () => import('../features/accounts/index.ts'),
      ({ registerAccounts }, ports) => ports.own(registerAccounts(ports)),
    ),
    storedData: feature(
      () => import('../features/storedData/index.ts'),
      ({ createStoredDataCommands }, ports) => ({ commands: createStoredDataCommands(ports) }),
    ),
    diagnose: feature(
      () => import('../features/diagnose/index.ts'),
      ({ createDiagnoseCommands }, ports) => ({ commands: createDiagnoseCommands(ports) }),
    ),
  };
}

/** All features. Each is a chunk that is loaded with the services on first use. */
export function createFeatures(services: Lazy<LoadedServices>, { log, terminals, roomsView }: Startup) {
  const feature = featuresOver(services);
  const share = feature(
    () => import('../features/share/index.ts'),
    ({ createShare }, ports) => createShare({ ...ports, terminals }),
  );
  const composer = lazy(async () => {
    const [{ registerComposer }, ports, actions] = await Promise.all([
      import('../features/composer/index.ts'),
      services(),
      share(),
    ]);
    return ports.own(registerComposer({ ...ports, ...actions }));
  });
  return {
    ...createAccountFeatures(feature),
    share,
    composer,
    log: lazy(async () => ({ commands: { 'roomside.showLog': () => log.show() } })),
    outbox: feature(
      () => import('../features/outbox/shareCommands.ts'),
      ({ shareCommands }, ports) => ({ commands: shareCommands(ports) }),
    ),
    attachments: feature(
      () => import('../features/attachments/index.ts'),
      ({ registerAttachments }, ports) => ports.own(registerAttachments(ports)),
    ),
    reader: feature(
      () => import('../features/reader/index.ts'),
      ({ registerReader }, ports) => ports.own(registerReader(ports)),
    ),
    openInEditor: feature(
      () => import('../features/openInEditor/index.ts'),
      ({ createOpenInEditor }, ports) => createOpenInEditor(ports),
    ),
    rooms: feature(
      () => import('../features/rooms/index.ts'),
      ({ registerRooms }, ports) => ports.own(registerRooms({ ...ports, roomsView })),
    ),
    watchRooms: feature(
      () => import('../features/watchRooms/index.ts'),
      ({ registerWatchRooms }, ports) => ports.own(registerWatchRooms(ports)),
    ),
    tools: feature(
      () => import('../features/languageModelTools/index.ts'),
      ({ createLanguageModelTools }, ports) => createLanguageModelTools(ports),
    ),
  };
}

/** Registers all commands. Each loads its feature when it runs. */
export function registerCommands(services: Lazy<LoadedServices>, features: Features): Disposable {
  const store = new DisposableStore();
  for (const id of commandIds) {
    store.add(commands.registerCommand(id, (...args: unknown[]) => runCommand(services, features, id, args)));
  }
  return store;
}

/** The features that handle commands. */
type FeatureWith<Id extends CommandId> = {
  [Name in keyof Features]: Awaited<ReturnType<Features[Name]>> extends { readonly commands: CommandHandlers<Id> }
    ? Name
    : never;
}[keyof Features];

/** The type makes sure that the feature of each command handles it. */
const featureOf: { readonly [Id in CommandId]: FeatureWith<Id> } = featureOfCommand;

/** Loads the feature of a command, runs the command and reports its error. Rejects only when loading fails. */
async function runCommand(
  services: Lazy<LoadedServices>,
  features: Features,
  id: CommandId,
  args: readonly unknown[],
): Promise<void> {
  const feature: Lazy<{ readonly commands: Partial<CommandHandlers> }> = features[featureOf[id]];
  const { commands: handlers } = await feature();
  try {
    await handlers[id]?.(...args);
  } catch (error) {
    const { errors } = await services();
    // Not awaited: the command is finished, and the notification may stay open.
    void errors.report(error);
  }
}
