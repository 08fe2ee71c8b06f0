import { env, Uri } from 'vscode';
import { callbackAddress } from '../core/auth/callbackAddress.ts';

/** The redirect URI of this editor product, as one registers it. */
export function callbackUri(): Uri {
  return Uri.parse(callbackAddress(env.uriScheme));
}

/** The address by which exactly this window can be reached, also in a browser or a remote window; it differs from time to time. */
export async function callbackUriOfWindow(): Promise<string> {
  return (await env.asExternalUri(callbackUri())).toString(true);
}
