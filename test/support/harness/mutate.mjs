// npm run mutate: makes small changes to sources and lists those that the unit tests do not detect.
import { runAfterSetup } from './setup.mjs';

await runAfterSetup('mutate/main.ts');
