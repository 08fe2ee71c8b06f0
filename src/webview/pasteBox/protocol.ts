// What the paste box and the extension say to each other. Types only: both sides see no more of each other.

/** From the extension to the page: what it makes of what was pasted, in words. */
export interface ToPasteBox {
  readonly kind: 'image' | 'problem';
  readonly text: string;
}

/** From the page to the extension. */
export type FromPasteBox =
  /** What was pasted; no bytes where it was no image. */
  | { readonly kind: 'pasted'; readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly kind: 'share' | 'cancel' };
