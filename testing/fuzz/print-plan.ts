import type { ArgumentPlan, FieldPlan } from './field-plan';

/** A document with its variables, as a request carries them. */
export interface FuzzCall {
  query: string;
  variables: Record<string, unknown>;
}

/** Writes a document: names its variables and fragments, and puts each value where its plan says. */
export function printPlan(operation: 'query' | 'mutation', fields: readonly FieldPlan[]): FuzzCall {
  const variables: Record<string, unknown> = {};
  const declarations: string[] = [];
  const fragments: string[] = [];

  const argument = ({ name, type, value, enumeration, as }: ArgumentPlan) => {
    if (as === 'literal') return `${name}: ${literal(value, enumeration)}`;
    const variable = `v${declarations.length}`;
    if (as === 'undeclared variable') return `${name}: $undeclared`;
    declarations.push(`$${variable}: ${as === 'variable' ? type : '[Boolean!]'}`);
    variables[variable] = value;
    return `${name}: $${variable}`;
  };

  const field = ({ name, alias, args, directive, within, parent, selection }: FieldPlan): string => {
    const written = args.map(argument);
    const text = [
      alias ? `${alias}: ${name}` : name,
      written.length > 0 ? `(${written.join(', ')})` : '',
      directive ?? '',
      selection.length > 0 ? `{ ${selection.map(field).join(' ')} }` : '',
    ].join(' ');
    if (within === 'inline fragment') return `... on ${parent} { ${text} }`;
    if (within === 'fragment of a wrong type') return `... on Invoice { ${text} }`;
    if (within === 'nothing') return text;
    fragments.push(`fragment F${fragments.length} on ${parent} { ${text} }`);
    return `...F${fragments.length - 1}`;
  };

  const body = `{ ${fields.map(field).join(' ')} }`;
  const head = declarations.length > 0 ? `${operation} (${declarations.join(', ')})` : operation;
  return { query: [`${head} ${body}`, ...fragments].join('\n'), variables };
}

function literal(value: unknown, enumeration: boolean): string {
  if (enumeration && typeof value === 'string' && /^\w+$/.test(value)) return value;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, false)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, each]) => `${key}: ${literal(each, false)}`);
  return `{${fields.join(', ')}}`;
}
