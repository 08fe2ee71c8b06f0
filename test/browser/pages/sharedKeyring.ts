import type { BrowserContext } from '@playwright/test';

/** Code of VS Code and its replacement. `$1` and so on are the names that its minifier chose. */
const changes: readonly (readonly [RegExp, string])[] = [
  // Read the current values instead of those at page load.
  [
    /async get\((\w+)\)\{return\(await this\.secretsPromise\)\[\1\]\}/,
    'async get($1){return(await(this.secretsPromise=this.load()))[$1]}',
  ],
  [/(async set\(\w+,\w+\)\{let \w+=await )this\.secretsPromise;/, '$1this.load();'],
  [/(async delete\(\w+\)\{let \w+=await )this\.secretsPromise;(delete )/, '$1this.load();$2'],
  // Resolve only when the value is written, so that other pages read it.
  [/(this\.secretsPromise=Promise\.resolve\(\w+\),)this\.save\(\)\}async delete/, '$1await this.save()}async delete'],
  [/(this\.secretsPromise=Promise\.resolve\(\w+\),)this\.save\(\)\}async keys/, '$1await this.save()}async keys'],
  // Fire change events when another page has written: for all secrets, because the storage event does not name one.
  [
    /(\w+\.options\?\.secretStorageProvider&&\(this\._secretStorageProvider=\w+\.options\.secretStorageProvider,)/,
    `$1globalThis.addEventListener("storage",async event=>{
      if(event.key!=="secrets.provider")return;
      const before=await this._secretStorageProvider.keys();
      const now=Object.keys(await this._secretStorageProvider.load());
      for(const key of new Set([...before,...now]))this.onDidChangeSecretEmitter.fire(key);
    }),`,
  ],
];

/**
 * Lets all pages that this browser loads from now on share one keyring, as desktop windows do. By default, VS Code in a
 * browser keeps a copy per page, so that no window sees the changes of another.
 */
export async function shareKeyring(context: BrowserContext): Promise<void> {
  await context.route('**/code/browser/workbench/workbench.js', async (route) => {
    // The server may be closing the connection of an earlier request.
    const response = await route.fetch({ maxRetries: 2 });
    let body = await response.text();
    for (const [before, after] of changes) {
      const changed = body.replace(before, after);
      if (changed === body) throw new Error(`VS Code stores its secrets in another way: ${before.source}`);
      body = changed;
    }
    await route.fulfill({ response, body });
  });
}
