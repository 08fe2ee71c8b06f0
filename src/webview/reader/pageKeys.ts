/** Where the last key was pressed: by the time VS Code runs its command, the focus may be elsewhere. */
let keyTarget: EventTarget | null = null;
window.addEventListener(
  'keydown',
  ({ target }) => {
    keyTarget = target;
  },
  { capture: true },
);

/** Whether the last key was pressed in this part of the page. */
export function isLastKeyIn(part: HTMLElement | undefined): boolean {
  return part !== undefined && keyTarget instanceof Node && part.contains(keyTarget);
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** How many messages a key moves the focus by; `undefined` for other keys, and in a code block, which the key scrolls. */
export function focusStep(event: KeyboardEvent): number | undefined {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  const isOnMessage = event.target instanceof Element && !event.target.closest('pre');
  return isPlain && isOnMessage ? steps[event.key] : undefined;
}
