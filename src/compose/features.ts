import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { type Lazy, lazy } from '../core/base/lazy.ts';
import type { CallTool, FindLink, RequestShare } from '../core/terminal/shareRequest.ts';
import type { ReaderPorts } from '../features/reader/roomReader.ts';
import { type CommandHandlers, type CommandId, commandIds, featureOfCommand } from '../host/commands/commandIds.ts';
import type { LoadedServices } from './createServices.ts';
import type { Own, Startup } from './startup.ts';

// decisions/0001
export type Features = ReturnType<typeof createFeatures>;

/** Loads the module of a feature together with the services. */
const featuresOver =
  (services: Lazy<LoadedServices>) =>
  <Module, Feature>(
    load: () => Promise<Module>,
    create: (module: Module, services: LoadedServices) => Feature,
  ): Lazy<Feature> =>
    lazy(async () => {
      const [module, loaded] = await Promise.all([load(), services()]);
      return create(module, loaded);
    });

type DefineFeature = ReturnType<typeof featuresOver>;

function createAccountFeatures(feature: DefineFeature, own: Own) {
  return {
    signIn: feature(
      () => import('../features/signIn/index.ts'),
      ({ createSignInCommands }, { system, session }) => ({
        commands: createSignInCommands({ ...system, ...session }),
      }),
    ),
    sandbox: feature(
      () => import('../features/sandbox/index.ts'),
      ({ createSandboxCommands }, { system, session, sharing }) => ({
        commands: createSandboxCommands({ ...system, ...session, ...sharing }),
      }),
    ),
    accounts: feature(
      () => import('../features/accounts/index.ts'),
      ({ registerAccounts }, { system, session }) => own(registerAccounts({ ...system, ...session })),
    ),
    diagnose: feature(
      () => import('../features/diagnose/index.ts'),
      ({ createDiagnoseCommands }, { system, session }) => ({
        commands: createDiagnoseCommands({ ...system, ...session }),
      }),
    ),
  };
}

function createRoomFeatures(
  feature: DefineFeature,
  { own, roomsView }: Startup,
  { share, openInEditor }: Pick<ReturnType<typeof createSharingFeatures>, 'share' | 'openInEditor'>,
) {
  return {
    rooms: feature(
      () => import('../features/rooms/index.ts'),
      ({ registerRooms }, { system, session, rooms }) =>
        own(registerRooms({ ...system, ...session, ...rooms, roomsView })),
    ),
    reader: feature(
      () => import('../features/reader/index.ts'),
      ({ registerReader }, { system, session, rooms, sharing }) => {
        // Most rooms are only read, so sharing is loaded for the first text.
        const sendText: ReaderPorts['sendText'] = async (...args) => (await share()).sendText(...args);
        const openLink: ReaderPorts['openLink'] = async (...args) => (await openInEditor()).openShared(...args);
        const shareText: ReaderPorts['shareText'] = async (...args) => (await share()).shareText(...args);
        return own(registerReader({ ...system, ...session, ...rooms, ...sharing, sendText, openLink, shareText }));
      },
    ),
    attachments: feature(
      () => import('../features/attachments/index.ts'),
      ({ registerAttachments }, { system, session, rooms }) =>
        own(registerAttachments({ ...system, ...session, ...rooms })),
    ),
    watchRooms: feature(
      () => import('../features/watchRooms/index.ts'),
      ({ registerWatchRooms }, { system, session, rooms }) =>
        own(registerWatchRooms({ ...system, ...session, ...rooms })),
    ),
  };
}

/** The features that send to rooms, and the one that opens what was sent. */
function createSharingFeatures(feature: DefineFeature, { own, terminals, windowId }: Startup) {
  const share = feature(
    () => import('../features/share/index.ts'),
    ({ createShare }, { system, session, rooms, sharing }) =>
      own(createShare({ ...system, ...session, ...rooms, ...sharing, terminals })),
  );
  const requestShare: RequestShare = async (...args) => (await share()).requestShare(...args);
  const tools = feature(
    () => import('../features/languageModelTools/index.ts'),
    ({ createTools }, { system, session, rooms, sharing }) =>
      createTools({ ...system, ...session, ...rooms, ...sharing, requestShare }),
  );
  return {
    share,
    tools,
    openInEditor: feature(
      () => import('../features/openInEditor/index.ts'),
      ({ createOpenInEditor }, { system }) => own(createOpenInEditor(system)),
    ),
    composer: feature(
      () => Promise.all([import('../features/composer/index.ts'), share()]),
      ([{ registerComposer }, { sendText }], { system, session, rooms, sharing }) =>
        own(registerComposer({ ...system, ...session, ...rooms, ...sharing, sendText })),
    ),
    outbox: feature(
      () => import('../features/outbox/shareCommands.ts'),
      ({ shareCommands }, { system, session, rooms, sharing }) => ({
        commands: shareCommands({ ...system, ...session, ...rooms, ...sharing }),
      }),
    ),
    sharedLines: feature(
      () => import('../features/sharedLines/index.ts'),
      ({ registerSharedLines }, { system, session, rooms, sharing }) =>
        own(registerSharedLines({ ...system, ...session, ...rooms, ...sharing })),
    ),
    terminal: feature(
      () => import('../features/terminal/index.ts'),
      ({ createTerminal }, { system, session, rooms }) => {
        const callTool: CallTool = async (...args) => (await tools()).call(...args);
        const findLink: FindLink = async (file) => (await share()).findLink(file);
        return own(createTerminal({ ...system, ...session, ...rooms, windowId, requestShare, callTool, findLink }));
      },
    ),
  };
}

/** All features, each with the groups of services that it may use. Each is a chunk that is loaded on first use. */
export function createFeatures(services: Lazy<LoadedServices>, startup: Startup) {
  const feature = featuresOver(services);
  const sharing = createSharingFeatures(feature, startup);
  return {
    ...createAccountFeatures(feature, startup.own),
    ...createRoomFeatures(feature, startup, sharing),
    ...sharing,
    storedData: feature(
      () => import('../features/storedData/index.ts'),
      ({ createStoredDataCommands }, { system, session, sharing }) => ({
        commands: createStoredDataCommands({ ...system, ...session, ...sharing }),
      }),
    ),
    // Without the services, so that it also helps when they fail.
    documentation: lazy(async () => {
      const { createDocumentationCommands } = await import('../features/documentation/index.ts');
      return { commands: createDocumentationCommands(startup.context.extensionUri) };
    }),
    log: lazy(async () => ({ commands: { 'roomside.showLog': () => startup.log.show() } })),
  };
}

/** Registers all commands. Each loads its feature when it runs. */
export function registerCommands(services: Lazy<LoadedServices>, features: Features): Disposable {
  const store = new DisposableStore();
  for (const id of commandIds) {
    store.add(commands.registerCommand(id, handlerOf(id, services, features)));
  }
  return store;
}

type FeatureWith<Id extends CommandId> = {
  [Name in keyof Features]: Awaited<ReturnType<Features[Name]>> extends { readonly commands: CommandHandlers<Id> }
    ? Name
    : never;
}[keyof Features];

/** The type makes sure that the feature of each command handles it. */
const featureOf: { readonly [Id in CommandId]: FeatureWith<Id> } = featureOfCommand;

/** Loads the feature of a command, runs the command and reports its error. Rejects only when loading fails. */
function handlerOf(id: CommandId, services: Lazy<LoadedServices>, features: Features) {
  const feature: Lazy<{ readonly commands: Partial<CommandHandlers> }> = features[featureOf[id]];
  return async (...args: readonly unknown[]): Promise<void> => {
    const { commands: handlers } = await feature();
    try {
      await handlers[id]?.(...args);
    } catch (error) {
      const { errors } = (await services()).system;
      // Not awaited: the command is finished, and the notification may stay open.
      void errors.report(error);
    }
  };
}
