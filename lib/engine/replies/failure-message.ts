const kinds: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const sentences: Record<string, (demand: string) => string> = {
  minimum: (limit) => `It must be at least ${limit}.`,
  maximum: (limit) => `It must be at most ${limit}.`,
  exclusiveMinimum: (limit) => `It must be more than ${limit}.`,
  exclusiveMaximum: (limit) => `It must be less than ${limit}.`,
  multipleOf: (factor) => `It must be a multiple of ${factor}.`,
  minLength: (limit) => `It must have at least ${counted(limit, 'character')}.`,
  maxLength: (limit) => `It must have at most ${counted(limit, 'character')}.`,
  minItems: (limit) => `It must have at least ${counted(limit, 'entry')}.`,
  maxItems: (limit) => `It must have at most ${counted(limit, 'entry')}.`,
  minProperties: (limit) => `It must have at least ${counted(limit, 'field')}.`,
  maxProperties: (limit) => `It must have at most ${counted(limit, 'field')}.`,
  required: () => 'It is missing.',
  false: () => "It isn't allowed.",
  uniqueItems: () => 'Its entries must differ from each other.',
  anyOf: () => 'It must fit one of the alternatives.',
  oneOf: () => 'It must fit exactly one of the alternatives.',
  not: () => "It can't be what the schema excludes.",
  contains: () => 'It must have an entry of the kind that the schema demands.',
  minContains: () => 'It has too few entries of the kind that the schema demands.',
  maxContains: () => 'It has too many entries of the kind that the schema demands.',
  propertyNames: () => "A field's name isn't allowed.",
};

const LONGEST_LIST = 200;

/** The requirement on a value, as a sentence. @param demand the keyword's value in the schema */
export function failureMessage(keyword: string, demand: unknown): string {
  if (keyword === 'type') {
    const types = [demand].flat().map((type) => kinds[String(type)] ?? String(type));
    return `It must be ${types.join(' or ')}.`;
  }
  if (keyword === 'enum' || keyword === 'const') return choiceMessage([demand].flat());
  if (keyword === 'format') {
    const [, pattern] = /^pattern (.*)$/s.exec(String(demand)) ?? [];
    return pattern === undefined ? `It must be a valid ${demand}.` : `It must match the pattern ${pattern}.`;
  }
  return sentences[keyword]?.(String(demand)) ?? "It doesn't fit the schema.";
}

function choiceMessage(choices: unknown[]): string {
  const list = choices.map((choice) => JSON.stringify(choice)).join(', ');
  if (list.length > LONGEST_LIST) return 'It must be one of the values that the schema lists.';
  return `It must be ${choices.length > 1 ? 'one of ' : ''}${list}.`;
}

function counted(count: string, noun: string): string {
  if (count === '1') return `1 ${noun}`;
  return `${count} ${noun === 'entry' ? 'entries' : `${noun}s`}`;
}
