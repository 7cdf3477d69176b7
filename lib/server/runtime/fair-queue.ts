/**
 * A queue in which accounts take turns. The next item belongs to the account with the fewest items under way. If several
 * have equally few, it belongs to the account with the longest time since its turn.
 */
export class FairQueue<Item> {
  /** By account; the account with the longest time since its turn comes first. */
  readonly #waiting = new Map<string, Item[]>();
  readonly #underWay = new Map<string, number>();

  /** @param most how many of an account's items are under way at once */
  constructor(readonly most = Number.POSITIVE_INFINITY) {}

  add(accountId: string, item: Item): void {
    const items = this.#waiting.get(accountId);
    if (items) items.push(item);
    else this.#waiting.set(accountId, [item]);
  }

  /** Takes an item out of the line, if it still waits. */
  remove(accountId: string, item: Item): void {
    this.#keep(accountId, this.#waiting.get(accountId)?.filter((other) => other !== item) ?? []);
  }

  /**
   * Takes the next item, which is under way until `end`.
   * @param fits whether an item can be taken now; an account whose first one can't, or that has as many under way as it
   *   may, is passed over
   */
  next(fits: (item: Item) => boolean = () => true): Item | undefined {
    let accountId: string | undefined;
    for (const [id, [first]] of this.#waiting)
      if (first !== undefined && (accountId === undefined || this.#countOf(id) < this.#countOf(accountId)))
        if (this.#countOf(id) < this.most && fits(first)) accountId = id;
    if (accountId === undefined) return undefined;
    const [item, ...others] = this.#waiting.get(accountId) ?? [];
    this.#waiting.delete(accountId);
    this.#keep(accountId, others);
    this.begin(accountId);
    return item;
  }

  /** Counts an item as under way that wasn't in the line. */
  begin(accountId: string): void {
    this.#underWay.set(accountId, this.#countOf(accountId) + 1);
  }

  /** One of the account's items is under way no longer. */
  end(accountId: string): void {
    const left = this.#countOf(accountId) - 1;
    if (left > 0) this.#underWay.set(accountId, left);
    else this.#underWay.delete(accountId);
  }

  #countOf(accountId: string): number {
    return this.#underWay.get(accountId) ?? 0;
  }

  #keep(accountId: string, items: Item[]): void {
    if (items.length > 0) this.#waiting.set(accountId, items);
    else this.#waiting.delete(accountId);
  }
}
