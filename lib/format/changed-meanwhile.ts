/** A field's name as the screen writes it; with a format if its values aren't text. */
type FieldWords<Value> = string | { label: string; format: (value: Value) => string };

const inARow = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * A sentence on another user's changes to a record while it was open:
 * `Meanwhile Role became Admin and First Name became “Ada”.` A removed text was cleared.
 * @param before the record as it was opened, `after` as it is now
 * @param labels the fields to include, in this order: a label for a text, which is quoted, or a label and a format
 * @returns null if none of them changed; a missing text and an empty one are the same
 */
export function changedMeanwhile<Fields extends object>(
  before: Fields,
  after: Fields,
  labels: { readonly [Name in keyof Fields]?: FieldWords<Fields[Name]> },
): string | null {
  const names = Object.keys(labels) as (keyof Fields)[];
  const changes = names.flatMap((name) => {
    const words = labels[name];
    return words === undefined || isSame(before[name], after[name]) ? [] : [change(words, after[name])];
  });
  return changes.length > 0 ? `Meanwhile ${inARow.format(changes)}.` : null;
}

function change<Value>(words: FieldWords<Value>, value: Value): string {
  if (typeof words !== 'string') return `${words.label} became ${words.format(value)}`;
  return isMissing(value) ? `${words} was cleared` : `${words} became “${String(value)}”`;
}

const isMissing = (value: unknown) => value == null || value === '';

/** Objects, for example scopes, are the same if their JSON is. */
const isSame = (one: unknown, other: unknown) =>
  isMissing(one) ? isMissing(other) : JSON.stringify(one) === JSON.stringify(other);
