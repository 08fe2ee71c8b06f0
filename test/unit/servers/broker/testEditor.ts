import { createHash, randomBytes } from 'node:crypto';
import type { TokenSet } from '../../../../src/core/api/tokens.ts';
import { redeemCode, refreshHandle } from '../../../../src/core/auth/brokerClient.ts';
import { brokerStartAddress } from '../../../../src/core/auth/signIn/brokerStart.ts';
import { defined } from '../../../../src/core/base/json.ts';
import { createSandboxSend } from '../../../support/fakes/sandboxSend.ts';
import type { WalkedDeployment } from './deployment.ts';

export const editorCallback = 'vscode://roomside.roomside/callback?windowId=7';

export function s256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const newSecret = (byteLength: number): string => randomBytes(byteLength).toString('base64url');

/** The tokens of a sign-in, with the handle as the broker names it. */
export interface BrokerTokens {
  readonly accessToken: string;
  readonly expiresInS: number | undefined;
  readonly handle?: string;
  readonly handleExpiresInS?: number;
}

/** An editor during a sign-in: its secrets, and its requests to the broker. */
export class TestEditor {
  readonly fid: string = newSecret(16);
  readonly verifier: string = newSecret(32);
  readonly refreshSecret: string = newSecret(32);
  readonly #deployment: WalkedDeployment;

  constructor(deployment: WalkedDeployment) {
    this.#deployment = deployment;
    deployment.capture.pass(this.verifier, this.refreshSecret, s256(this.verifier), this.fid);
  }

  startUrl(cb: string | undefined = editorCallback): string {
    const query = { challenge: s256(this.verifier), fid: this.fid, ...(cb === '' ? {} : { cb }) };
    return brokerStartAddress(this.#deployment.publicUrl, query);
  }

  get #broker() {
    return { send: createSandboxSend(this.#deployment), brokerUrl: this.#deployment.publicUrl };
  }

  async redeem(code: string, verifier: string = this.verifier): Promise<BrokerTokens> {
    return this.#seen(await redeemCode(this.#broker, { code, verifier, refresh_challenge: s256(this.refreshSecret) }));
  }

  async refresh(handle: string | undefined, refreshSecret: string = this.refreshSecret): Promise<BrokerTokens> {
    return this.#seen(await refreshHandle(this.#broker, { handle: handle ?? '', refresh_secret: refreshSecret }));
  }

  #seen({ refreshToken, refreshExpiresInS, ...tokens }: TokenSet): BrokerTokens {
    this.#deployment.capture.pass(refreshToken);
    return { ...tokens, ...defined({ handle: refreshToken, handleExpiresInS: refreshExpiresInS }) };
  }
}
