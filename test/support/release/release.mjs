// npm run release: sets up the machine, then makes a release and publishes it.
import { runAfterSetup } from '../harness/setup.mjs';

await runAfterSetup('../release/release.ts');
