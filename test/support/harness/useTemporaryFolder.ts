import { createTemporaryFolder, type TemporaryFolder } from './temporaryFolder.ts';

/** A folder of its own for each test of the surrounding block, removed after the test. */
export function useTemporaryFolder(): { readonly path: string } {
  let folder: TemporaryFolder | undefined;
  beforeEach(() => {
    folder = createTemporaryFolder();
  });
  afterEach(() => folder?.remove());
  return {
    get path(): string {
      if (folder === undefined) throw new Error('no test runs');
      return folder.path;
    },
  };
}
