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

/**
 * What the last key or click was on, with all around it. By the time VS Code runs the command of a key, the focus may be
 * elsewhere and the message may have been rendered again. Keys that move the focus have no command.
 */
let lastPath: readonly EventTarget[] = [];
window.addEventListener(
  'keydown',
  (event) => {
    if (focusStep(event) === undefined) lastPath = event.composedPath();
  },
  { capture: true },
);
window.addEventListener(
  'pointerdown',
  (event) => {
    lastPath = event.composedPath();
  },
  { capture: true },
);

/** Whether the last key or click was in this part of the page. */
export function isLastIn(part: HTMLElement): boolean {
  return lastPath.includes(part);
}

/** The innermost element that the last key or click was on; the page may have another one in its place now. */
export function lastElement(selector: string): HTMLElement | undefined {
  return lastPath.find((each): each is HTMLElement => each instanceof HTMLElement && each.matches(selector));
}
