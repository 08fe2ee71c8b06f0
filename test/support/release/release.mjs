// npm run release: sets up the machine, then makes the files of a release.
import { runAfterSetup } from '../harness/setup.mjs';

await runAfterSetup(new URL('release.ts', import.meta.url));
