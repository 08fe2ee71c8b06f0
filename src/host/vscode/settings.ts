import { workspace } from 'vscode';

/** A setting, read on each access. A value of the wrong type in the user's JSON counts as the default. */
export interface Setting<T> {
  readonly value: T;
}

/** The settings of Roomside. Settings that choose where code is sent have application scope: a workspace cannot set them. */
export interface Settings {
  readonly baseUrl: Setting<string>;
  /** Empty: the known prefix of the service. */
  readonly scopePrefix: Setting<string>;
  /** Empty: no broker. */
  readonly brokerUrl: Setting<string>;
  /** The port of 127.0.0.1 that the user's own integration is registered with; 0 for none. */
  readonly loopbackPort: Setting<number>;
  readonly roomsPageSize: Setting<number>;
  /** 0: rooms are refreshed only by the user. */
  readonly roomsRefreshSeconds: Setting<number>;
  readonly roomsBadge: Setting<boolean>;
  readonly roomsSortBy: Setting<string>;
  readonly maxMessageBytes: Setting<number>;
  readonly dedent: Setting<boolean>;
  /** Whether shared code has a link that opens it in another person's editor. */
  readonly editorLink: Setting<boolean>;
  /** Host names of self-hosted git servers, with the kind of their web pages. */
  readonly gitHosts: Setting<Readonly<Record<string, unknown>>>;
  /** Whether the reader fetches images by itself. */
  readonly readerShowImages: Setting<boolean>;
  readonly scanForSecrets: Setting<boolean>;
  /** `always`, or `whenNeeded` to send routine texts without the last step. */
  readonly shareConfirm: Setting<string>;
}

/** The settings in the configuration of VS Code. */
export const settings: Settings = {
  baseUrl: setting('service.baseUrl', ''),
  scopePrefix: setting('service.scopePrefix', ''),
  brokerUrl: setting('broker.url', ''),
  loopbackPort: setting('signIn.loopbackPort', 0),
  roomsPageSize: setting('rooms.pageSize', 100),
  roomsRefreshSeconds: setting('rooms.refreshSeconds', 60),
  roomsBadge: setting('rooms.badge', true),
  roomsSortBy: setting('rooms.sortBy', 'activity'),
  maxMessageBytes: setting('message.maxBytes', 7439),
  dedent: setting('message.dedent', true),
  editorLink: setting('message.editorLink', true),
  gitHosts: setting('git.hosts', {}),
  readerShowImages: setting('reader.showImages', false),
  scanForSecrets: setting('share.scanForSecrets', true),
  shareConfirm: setting('share.confirm', 'always'),
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
