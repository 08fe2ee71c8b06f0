import { createMemoryState } from '../../../../src/servers/broker/state/memoryState.ts';
import { describeAttacks } from './attackSuite.ts';
import { openOneBroker } from './deployment.ts';
import { describeRelatedRequests, describeRequests } from './requestSuite.ts';
import { describeSignIn } from './signInSuite.ts';
import { describeState } from './stateSuite.ts';
import { describeTokens } from './tokenSuite.ts';

describe('one broker: ', () => {
  describeSignIn(openOneBroker);
  describeTokens(openOneBroker);
  describeRequests(openOneBroker);
  describeRelatedRequests(openOneBroker);
  describeAttacks(openOneBroker);
  describeState(async () => {
    const state = createMemoryState({ now: Date.now, monotonicNow: () => performance.now() });
    return [state, state];
  });
});
