import { describeAttacks } from './attackSuite.ts';
import { openOneBroker } from './deployment.ts';
import { describeRelatedRequests, describeRequests } from './requestSuite.ts';
import { describeSignIn } from './signInSuite.ts';
import { describeTokens } from './tokenSuite.ts';

describe('one broker: ', () => {
  describeSignIn(openOneBroker);
  describeTokens(openOneBroker);
  describeRequests(openOneBroker);
  describeRelatedRequests(openOneBroker);
  describeAttacks(openOneBroker);
});
