/** The texts below an element, in their order. @param excluded a selector of elements whose texts are left out */
export function textNodes(root: HTMLElement, excluded?: string): readonly Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return excluded === undefined ? texts : texts.filter((text) => text.parentElement?.closest(excluded) === null);
}
