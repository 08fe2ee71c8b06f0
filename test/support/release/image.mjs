// npm run image: sets up the machine, then builds the image of the broker and tries it.
import { runAfterSetup } from '../harness/setup.mjs';

await runAfterSetup(new URL('image.ts', import.meta.url));
