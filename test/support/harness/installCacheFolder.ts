import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';

/** Where VS Code and the browser are kept between runs. A machine with several checkouts may share one by ROOMSIDE_VSCODE_CACHE. */
export function installCacheFolder(): string {
  return path.resolve(process.env.ROOMSIDE_VSCODE_CACHE ?? path.join(projectRoot, '.vscode-test'));
}

/** Lets Node keep compiled code between processes. Not for measurements: a user's VS Code does not. */
export const keptCode = { NODE_COMPILE_CACHE: path.join(installCacheFolder(), 'compiled') } as const;
