// npm test: sets up the machine, then runs every phase of the tests.
import { runAfterSetup } from './setup.mjs';

await runAfterSetup(new URL('testRunner.ts', import.meta.url));
