// Messages between the paste box and the extension. Types only, so that neither side imports code of the other.

/** From the extension to the page: the result of a paste, as text. */
export interface ToPasteBox {
  readonly kind: 'image' | 'problem';
  readonly text: string;
}

/** From the page to the extension. */
export type FromPasteBox =
  /** A paste; no bytes if it was not an image. */
  | { readonly kind: 'pasted'; readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly kind: 'share' | 'cancel' };
