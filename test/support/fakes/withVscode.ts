import { registerHooks } from 'node:module';

const fake = new URL('vscodeFake.ts', import.meta.url).href;

/** Imports modules that import VS Code, which is replaced by a fake: plain Node has none. */
export async function withVscode<T>(load: () => Promise<T>): Promise<T> {
  const hooks = registerHooks({
    resolve: (name, context, next) => (name === 'vscode' ? { url: fake, shortCircuit: true } : next(name, context)),
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}
