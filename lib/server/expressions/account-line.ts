/**
 * A line in which accounts take turns: the next is of an account with the fewest under way, and of those, the one that
 * hasn't had a turn for longest.
 */
export class AccountLine<Item> {
  /** By account; the one whose turn is longest ago comes first. */
  readonly #waiting = new Map<string, Item[]>();
  readonly #underWay = new Map<string, number>();

  add(accountId: string, item: Item): void {
    const items = this.#waiting.get(accountId);
    if (items) items.push(item);
    else this.#waiting.set(accountId, [item]);
  }

  /** Takes an item out of the line, if it still waits. */
  remove(accountId: string, item: Item): void {
    this.#keep(accountId, this.#waiting.get(accountId)?.filter((other) => other !== item) ?? []);
  }

  /** Takes the next item, which is under way until `end`. */
  next(): Item | undefined {
    const accounts = [...this.#waiting.keys()];
    const fewest = Math.min(...accounts.map((id) => this.#countOf(id)));
    const accountId = accounts.find((id) => this.#countOf(id) === fewest);
    if (accountId === undefined) return undefined;
    const [item, ...others] = this.#waiting.get(accountId) ?? [];
    this.#waiting.delete(accountId);
    this.#keep(accountId, others);
    this.#underWay.set(accountId, fewest + 1);
    return item;
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
