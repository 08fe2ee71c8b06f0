import { join } from 'node:path';

/** The folder with the command, for the PATH of terminals. @param storage the folder of the extension */
export const commandFolder = (storage: string): string => join(storage, 'terminal', 'bin');

/** In the environment of a terminal, it names the window that answers. */
export const windowVariable = 'ROOMSIDE_WINDOW';
