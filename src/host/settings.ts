import { workspace } from 'vscode';

/** A setting as a value: read when asked, with the default where the user's JSON holds something else. */
export interface Setting<T> {
  readonly value: T;
}

/** The settings of Roomside. Those that choose where code goes have application scope: a workspace cannot set them. */
export interface Settings {
  readonly baseUrl: Setting<string>;
  readonly scopePrefix: Setting<string>;
  /** Empty: there is no broker. */
  readonly brokerUrl: Setting<string>;
  readonly roomsPageSize: Setting<number>;
  readonly maxMessageBytes: Setting<number>;
  readonly dedent: Setting<boolean>;
}

/** The settings as VS Code keeps them. */
export const settings: Settings = {
  baseUrl: setting('service.baseUrl', ''),
  scopePrefix: setting('service.scopePrefix', 'svc'),
  brokerUrl: setting('broker.url', ''),
  roomsPageSize: setting('rooms.pageSize', 100),
  maxMessageBytes: setting('message.maxBytes', 7439),
  dedent: setting('message.dedent', true),
};

function setting<T extends string | number | boolean>(name: string, fallback: T): Setting<T> {
  return {
    get value() {
      const value: unknown = workspace.getConfiguration('roomside').get(name);
      return typeof value === typeof fallback ? (value as T) : fallback;
    },
  };
}
