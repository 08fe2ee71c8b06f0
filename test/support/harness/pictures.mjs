// npm run pictures: sets up the machine, then takes the pictures of the documents.
import { runAfterSetup } from './setup.mjs';

await runAfterSetup(new URL('takePictures.ts', import.meta.url));
