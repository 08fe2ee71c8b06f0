import { extensions, Uri } from 'vscode';

/** What of VS Code's Git extension is used, as its api/git.d.ts has it. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    getRepository(uri: Uri): { checkIgnore?(paths: readonly string[]): Promise<ReadonlySet<string>> } | null;
  };
}

/** Whether Git keeps a file out of its repository. Where there is no Git, or it does not say, nothing is ignored. */
export async function isGitIgnored(path: string): Promise<boolean> {
  const extension = extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return false;
  const git = extension.isActive ? extension.exports : await extension.activate();
  if (!git.enabled) return false;
  const ignored = await git.getAPI(1).getRepository(Uri.file(path))?.checkIgnore?.([path]);
  return (ignored?.size ?? 0) > 0;
}
