/** The most places that are marked, and the most texts that are looked for. */
const maxPlaces = 500;

type Point<Node> = readonly [node: Node, offset: number];

interface Place<Node> {
  readonly start: Point<Node>;
  readonly end: Point<Node>;
}

/** The first places of texts in the joined data of nodes. Reads the nodes once, whatever the number of texts. */
export function placesIn<Node extends { readonly data: string }>(
  nodes: readonly Node[],
  texts: readonly string[],
): readonly Place<Node>[] {
  const whole = nodes.map(({ data }) => data).join('');
  const places: { readonly first: number; readonly last: number }[] = [];
  for (const text of [...new Set(texts)].slice(0, maxPlaces)) {
    const next = (from: number): number =>
      text === '' || places.length === maxPlaces ? -1 : whole.indexOf(text, from);
    for (let at = next(0); at >= 0; at = next(at + text.length)) places.push({ first: at, last: at + text.length - 1 });
  }
  const points = pointsOf(
    nodes,
    places.flatMap(({ first, last }) => [first, last]),
  );
  return places.flatMap(({ first, last }) => {
    const start = points.get(first);
    const end = points.get(last);
    return start && end ? [{ start, end: [end[0], end[1] + 1] }] : [];
  });
}

/** The nodes of characters, by their offset in the joined data. */
function pointsOf<Node extends { readonly data: string }>(
  nodes: readonly Node[],
  offsets: readonly number[],
): ReadonlyMap<number, Point<Node>> {
  const points = new Map<number, Point<Node>>();
  const sorted = offsets.toSorted((a, b) => a - b).values();
  let offset = sorted.next();
  let before = 0;
  for (const node of nodes) {
    for (; !offset.done && offset.value < before + node.data.length; offset = sorted.next())
      points.set(offset.value, [node, offset.value - before]);
    before += node.data.length;
  }
  return points;
}
