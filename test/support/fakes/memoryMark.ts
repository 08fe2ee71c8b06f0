import type { SignedInFlag } from '../../../src/core/auth/secretStore.ts';

/** A session mark in memory, which can be set to fail. */
export class MemoryMark implements SignedInFlag {
  isMarked: boolean;
  error: Error | undefined;

  constructor(isMarked: boolean) {
    this.isMarked = isMarked;
  }

  async isSet(): Promise<boolean> {
    if (this.error !== undefined) throw this.error;
    return this.isMarked;
  }

  async set(isSet: boolean): Promise<void> {
    if (this.error !== undefined) throw this.error;
    this.isMarked = isSet;
  }
}
