/** A field's name as the screen writes it; with how its values read where they are no texts. */
type FieldWords<Value> = string | { label: string; format: (value: Value) => string };

const inARow = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * What somebody else changed in a record while a person had it open, as a sentence:
 * `Meanwhile Role became Admin and First Name became “Ada”.` A text that is gone was cleared.
 * @param before the record as the person knew it, `after` as it is now
 * @param labels the fields to tell of, in this order: a label alone for a text, quoted as it stands; else a format too
 * @returns null where none of them changed; no text and an empty one are the same
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

/** Objects, scopes for one, are the same where they are written the same. */
const isSame = (one: unknown, other: unknown) =>
  isMissing(one) ? isMissing(other) : JSON.stringify(one) === JSON.stringify(other);
