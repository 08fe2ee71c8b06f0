import { env, Uri } from 'vscode';

const extensionId = 'roomside.roomside';

/** The redirect URI of this editor product, as one registers it: `vscode://roomside.roomside/callback` and its forks' kin. */
export function callbackUri(): Uri {
  return Uri.parse(`${env.uriScheme}://${extensionId}/callback`);
}

/**
 * The redirect URI by which exactly this window can be reached, also in a browser or a remote window.
 * It differs from time to time, so only a service that lets it be registered on the spot can use it.
 */
export async function callbackUriOfWindow(): Promise<string> {
  return (await env.asExternalUri(callbackUri())).toString(true);
}
