import { workspace } from 'vscode';

/** A setting, read on each access. A value of the wrong type in the user's JSON counts as the default. */
interface Setting<T> {
  readonly value: T;
}

/**
 * The settings in the configuration of VS Code. Settings that choose where code is sent have application scope: a workspace
 * cannot set them.
 */
export const settings = {
  baseUrl: setting<string>('service.baseUrl', ''),
  /** Empty: the known prefix of the service. */
  scopePrefix: setting<string>('service.scopePrefix', ''),
  /** Empty: no broker. */
  brokerUrl: setting<string>('broker.url', ''),
  /** The port of 127.0.0.1 that the user's own integration is registered with; 0 for none. */
  loopbackPort: setting<number>('signIn.loopbackPort', 0),
  roomsPageSize: setting<number>('rooms.pageSize', 100),
  /** 0: rooms are refreshed only by the user. */
  roomsRefreshSeconds: setting<number>('rooms.refreshSeconds', 60),
  roomsBadge: setting<boolean>('rooms.badge', true),
  roomsSortBy: setting<string>('rooms.sortBy', 'activity'),
  maxMessageBytes: setting<number>('message.maxBytes', 7439),
  dedent: setting<boolean>('message.dedent', true),
  /** Whether shared code has a link that opens it in another person's editor. */
  editorLink: setting<boolean>('message.editorLink', true),
  /** Host names of self-hosted git servers, with the kind of their web pages. */
  gitHosts: setting<Readonly<Record<string, unknown>>>('git.hosts', {}),
  /** Whether the reader fetches images by itself. */
  readerShowImages: setting<boolean>('reader.showImages', false),
  scanForSecrets: setting<boolean>('share.scanForSecrets', true),
  /** `always`, or `whenNeeded` to send routine texts without the last step. */
  shareConfirm: setting<string>('share.confirm', 'always'),
};

function setting<T extends string | number | boolean | object>(name: string, fallback: T): Setting<T> {
  return {
    get value() {
      const value: unknown = workspace.getConfiguration('roomside').get(name);
      const isOfKind = typeof value === typeof fallback && value !== null && !Array.isArray(value);
      return isOfKind ? (value as T) : fallback;
    },
  };
}
