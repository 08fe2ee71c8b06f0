import { type Relay, startRelay } from '../harness/relay.ts';

/**
 * Puts a relay between Roomside and the sandbox for the whole run, so that a test sees what secrets came by. Roomside reads
 * the sandbox's address when it is woken, so this is done before the first test of all, whatever file that stands in.
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
