// npm start: sets up the machine, then opens VS Code with Roomside and a sandbox service beside it.
import { runAfterSetup } from './setup.mjs';

await runAfterSetup(new URL('startRoomside.ts', import.meta.url));
