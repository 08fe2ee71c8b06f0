import type { SharePreview } from '../step.ts';

/** The page of a confirmation, drawn one time after the other. */
export class Drawing {
  readonly #load: () => Promise<SharePreview>;
  readonly #show: (preview: SharePreview, isExact: boolean) => Promise<void>;
  #drawn: Promise<void> = Promise.resolve();
  /** It will draw what there is when it begins. */
  #isWaiting = false;
  #isExact = false;

  constructor(load: () => Promise<SharePreview>, show: (preview: SharePreview, isExact: boolean) => Promise<void>) {
    this.#load = load;
    this.#show = show;
  }

  get isExact(): boolean {
    return this.#isExact;
  }

  /** @param visible the list is on the screen: a page that opens before would delay it */
  draw(visible: Promise<void>, isExact: boolean): Promise<void> {
    this.#isExact = isExact;
    if (this.#isWaiting) return this.#drawn;
    this.#isWaiting = true;
    this.#drawn = visible.then(async () => {
      const preview = await this.#load();
      this.#isWaiting = false;
      await this.#show(preview, this.#isExact);
    });
    return this.#drawn;
  }

  /** Resolves when all is on the screen: the people of the room, which arrive late, replace a drawing that is not there yet. */
  async end(): Promise<void> {
    for (let drawn: Promise<void> | undefined; drawn !== this.#drawn; ) {
      drawn = this.#drawn;
      await drawn;
    }
  }
}
