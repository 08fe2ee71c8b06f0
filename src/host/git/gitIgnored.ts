import { Uri } from 'vscode';
import { gitApi } from './gitApi.ts';

/** Whether Git keeps a file out of its repository. Where there is no Git, or it does not say, nothing is ignored. */
export async function isGitIgnored(path: string): Promise<boolean> {
  const repository = (await gitApi())?.getRepository(Uri.file(path));
  const ignored = await repository?.checkIgnore?.([path]);
  return (ignored?.size ?? 0) > 0;
}
