/** A run of text inside a block. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly children: readonly Inline[] }
  | { readonly kind: 'mention'; readonly by: 'personEmail' | 'personId'; readonly key: string; readonly label: string }
  | { readonly kind: 'mentionAll' };

/** A block of a message [A32]. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'fence'; readonly language: string; readonly code: string }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly start: number; readonly items: readonly Inline[][] };
