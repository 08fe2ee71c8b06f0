import { type Relay, startRelay } from '../harness/relay.ts';

/**
 * Puts a relay between Roomside and the sandbox for the whole run, so that a test sees the secrets in requests. Roomside
 * reads the sandbox's address on activation, so this runs before the first test of any file.
 */
export function relayBeforeAll(): () => Relay {
  let relay: Relay | undefined;
  before(async () => {
    relay = await startRelay(process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '');
    process.env.ROOMSIDE_SANDBOX_ORIGIN = relay.origin;
  });
  after(() => relay?.close());
  return () => {
    if (relay === undefined) throw new Error('the relay did not start');
    return relay;
  };
}
