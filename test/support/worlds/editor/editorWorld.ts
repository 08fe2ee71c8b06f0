// An editor without a window, in which the whole extension starts as it is built, and runs each command once.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import vm from 'node:vm';
import { type BuildOptions, build } from 'esbuild';
import { entriesFor } from '../../../../esbuild.mjs';
import manifest from '../../../../package.json' with { type: 'json' };
import { serializeAccount } from '../../../../src/core/auth/account.ts';
import { listen } from '../../../../src/servers/listen.ts';
import { createSandbox } from '../../../../src/servers/sandbox/service/sandbox.ts';
import { createTemporaryFolder } from '../../harness/temporaryFolder.ts';
import { type Api, editorApi, thing } from './editorApi.ts';

/** Commands but those that start the sandbox, on which the API has no influence. */
const ids = manifest.contributes.commands.flatMap(({ command }) =>
  /trySandbox|shareSample/.test(command) ? [] : command,
);

/** Errors in the log that the extension does not expect. */
const fault = /(?:Type|Range|Reference|Assertion)Error|unexpected/;

/** The extension in one file, as a script that each run evaluates again. */
async function builtScript(): Promise<vm.Script> {
  const [extension] = entriesFor(false);
  const one: BuildOptions = { format: 'cjs', splitting: false, plugins: [], sourcemap: false, write: false };
  const { outputFiles } = await build({ ...extension, ...one });
  return new vm.Script(`(function (module, exports, require) {${outputFiles?.[0]?.text}\n})`);
}

/** @returns `run` with what was wrong, and what each command said in notifications and in the status bar */
export async function createEditorWorld() {
  const script = await builtScript();
  const sandbox = createSandbox({ clock: Date.now });
  const { origin, close } = await listen(sandbox);
  const facts = { id: 'ada', kind: 'sandbox', baseUrl: origin, personId: 'p', label: 'Ada', scopes: [] } as const;
  const token = { accessToken: sandbox.createDemoToken(), obtainedAtMs: Date.now(), revision: 1 };
  const account = serializeAccount({ ...facts, ...token });
  const require = createRequire(import.meta.url);

  async function run(alter: (api: Api) => void) {
    const folder = createTemporaryFolder();
    const [problems, said, handlers] = [
      [] as string[],
      new Map<string, string>(),
      new Map<string, () => Promise<void>>(),
    ];
    let current = 'activation';
    const note = (problem: unknown): void => void problems.push(`${current}: ${problem}`);
    const say = async (text: string) => void said.set(current, `${said.get(current) ?? ''}${text}\n`);
    const logError = (text: string): void => (fault.test(text) ? note(text) : undefined);
    const attempt = (work: () => Promise<void>) => {
      const late = wait(5000, undefined, { ref: false }).then(() => assert.fail('it does not end'));
      return Promise.race([work(), late]).catch((error: Error) => note(error.stack));
    };
    const all = editorApi({ folder: folder.path, account, handlers, say, logError });
    alter(all);
    const { context, secrets, ...api } = all;
    const vscode = thing(api);
    const module = { exports: {} as { activate(context: object): Promise<void> } };
    script.runInThisContext()(module, module.exports, (id: string) => (id === 'vscode' ? vscode : require(id)));
    await attempt(() => module.exports.activate({ ...context, secrets }));
    for (current of ids) {
      await attempt(handlers.get(current) ?? (() => assert.fail('it is not registered')));
      await nextTurn();
    }
    for (const owned of (context?.subscriptions ?? []) as { dispose(): void }[]) owned.dispose();
    await folder.remove();
    return { problems, said };
  }
  return { run, close: () => Promise.all([close(), sandbox.close()]) };
}
