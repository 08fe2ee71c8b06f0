import { registerHooks } from 'node:module';

const fake = new URL('vscodeFake.ts', import.meta.url).href;

// For the whole process: a feature loads some of its modules at their first use.
registerHooks({
  resolve: (name, context, next) => (name === 'vscode' ? { url: fake, shortCircuit: true } : next(name, context)),
});

/** Imports modules that import VS Code, which is replaced by a fake: plain Node has none. */
export function withVscode<T>(load: () => Promise<T>): Promise<T> {
  return load();
}
