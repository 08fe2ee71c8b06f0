/** Keys in the secret store. Each flow and each integration has a key of its own. */
export const secretKeys = {
  accounts: 'account.v1',
  sandbox: 'sandbox.v1',
  /** The entry that a diagnosis writes, reads and removes. Its value is random. */
  keyringProbe: 'diagnose.v1',
} as const;

/** The names in the extension's storage that are read before the services are loaded. */
export const storageNames = { signedInFlag: 'signed-in', outbox: 'outbox', shareRecord: '.share.json' } as const;
