import { realpath as followLinks } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The path of a file without links. Windows does not know it on drives without a volume manager, such as RAM disks: there
 * Node follows the links itself, which it cannot do with short names of folders.
 * @throws the system's error when the file does not exist
 */
export function realPath(file: string, ask: (file: string) => Promise<string> = realpath): Promise<string> {
  return ask(file).catch(() => promisify(followLinks)(file));
}
