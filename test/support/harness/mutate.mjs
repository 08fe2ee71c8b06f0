// npm run mutate: changes sources in small ways and says which changes the unit tests do not notice.
import { runAfterSetup } from './setup.mjs';

await runAfterSetup('mutate/main.ts');
