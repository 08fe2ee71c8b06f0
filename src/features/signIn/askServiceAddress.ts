import { l10n, type Memento, window } from 'vscode';
import { BaseUrlError } from '../../core/auth/errors.ts';
import { parseBaseUrl } from '../../core/auth/signIn/baseUrl.ts';
import { baseUrlProblem } from '../../host/errors/describeSignInError.ts';
import { settings } from '../../host/vscode/settings.ts';

const lastAddressKey = 'lastServiceAddress';

/** The base URL of the service: the setting, else what the user types. The input is remembered for the next time. */
export async function askServiceAddress(memory: Memento): Promise<string | undefined> {
  const configured = settings.baseUrl.value;
  if (configured !== '') return parseBaseUrl(configured);
  const text = await window.showInputBox({
    title: l10n.t('Sign In'),
    prompt: l10n.t('Address of the messaging service'),
    placeHolder: 'https://webexapis.com',
    value: memory.get<string>(lastAddressKey) ?? '',
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
  if (text === undefined) return undefined;
  const baseUrl = parseBaseUrl(text);
  await memory.update(lastAddressKey, baseUrl);
  return baseUrl;
}

/** Validates an address while it is typed. */
function addressProblem(text: string): string | undefined {
  try {
    parseBaseUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof BaseUrlError) return baseUrlProblem(error);
    throw error;
  }
}
