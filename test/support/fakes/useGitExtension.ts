import { extensions } from './fakeWindow.ts';

/** Sets VS Code's Git extension, by its API or as it is, for the rest of a test. */
export function useGitExtension() {
  const { getExtension } = extensions;
  afterEach(() => void Object.assign(extensions, { getExtension }));
  const set = (git: unknown): void =>
    void Object.assign(extensions, { getExtension: (id: string) => (id === 'vscode.git' ? git : getExtension(id)) });
  return {
    set,
    /** With Git of this machine, and more of the API. */
    open: (more: object = {}): void =>
      set({
        isActive: true,
        exports: { enabled: true, getAPI: () => ({ state: 'initialized', git: { path: 'git' }, ...more }) },
      }),
  };
}
