import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';

/** Where VS Code and the browser are kept between runs. A machine with several checkouts may share one by ROOMSIDE_VSCODE_CACHE. */
export function installCacheFolder(): string {
  return path.resolve(process.env.ROOMSIDE_VSCODE_CACHE ?? path.join(projectRoot, '.vscode-test'));
}
