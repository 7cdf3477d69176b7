/**
 * Items in their order, in parts of at most `most` bytes. An item that has more is a part of its own.
 * @param bytesOf an item, or characters if that is what `most` counts
 */
export function* inParts<Item>(
  items: Iterable<Item>,
  bytesOf: (item: Item) => number,
  most: number,
): Generator<Item[]> {
  let part: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const added = bytesOf(item);
    if (part.length > 0 && bytes + added > most) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += added;
  }
  if (part.length > 0) yield part;
}
