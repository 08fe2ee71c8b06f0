import type { BrowserContext } from '@playwright/test';

/** Each is what VS Code's own code says, and what it is to say instead; `$1` and so on are names its minifier chose. */
const changes: readonly (readonly [RegExp, string])[] = [
  // Read what is kept now, and not what was kept when the page was loaded.
  [
    /async get\((\w+)\)\{return\(await this\.secretsPromise\)\[\1\]\}/,
    'async get($1){return(await(this.secretsPromise=this.load()))[$1]}',
  ],
  [/(async set\(\w+,\w+\)\{let \w+=await )this\.secretsPromise;/, '$1this.load();'],
  [/(async delete\(\w+\)\{let \w+=await )this\.secretsPromise;(delete )/, '$1this.load();$2'],
  // Written once it is written, so that the next to read finds it.
  [/(this\.secretsPromise=Promise\.resolve\(\w+\),)this\.save\(\)\}async delete/, '$1await this.save()}async delete'],
  [/(this\.secretsPromise=Promise\.resolve\(\w+\),)this\.save\(\)\}async keys/, '$1await this.save()}async keys'],
  // And say so when another page has written: of every secret, for it is not said of which.
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
 * Lets all pages of this browser that are loaded from now on share one keyring, as the windows of a desktop do. By itself
 * VS Code in a browser keeps a copy for each page, so that no window learns what another one stored.
 */
export async function shareKeyring(context: BrowserContext): Promise<void> {
  await context.route('**/code/browser/workbench/workbench.js', async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const [before, after] of changes) {
      const changed = body.replace(before, after);
      if (changed === body) throw new Error(`VS Code keeps its secrets in another way: ${before.source}`);
      body = changed;
    }
    await route.fulfill({ response, body });
  });
}
