import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { fieldsOf } from '@/lib/rules/json';

/** A file whose rows a run can take, with its first rows and its bad ones. */
export const bulkFileFragment = graphql(`
  fragment WholeBulkFile on BulkFile @_unmask {
    id: fileId
    name
    format
    size
    encoding
    rowCount
    badCount
    columns {
      name
      type
    }
    badRows {
      line
      column
      message
      value
    }
    preview {
      line
      values
    }
    expires_at
  }
`);

export type BulkFile = ResultOf<typeof bulkFileFragment>;

type Column = BulkFile['columns'][number];

export const columnTypeWords: Readonly<Record<NonNullable<Column['type']>, string>> = {
  TEXT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  DATE: 'date',
  JSON: 'JSON',
};

/** A value of a row as a cell shows it. */
export const cellText = (value: unknown): string => {
  if (value == null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A column in a template, within a JSON text: `{{ variables.body }}`. */
export function columnReference(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `{{ variables.${name} }}`;
  const quoted = name.includes("'") ? `"${name}"` : `'${name}'`;
  return `{{ variables[${JSON.stringify(quoted).slice(1, -1)}] }}`;
}

/** A workflow for a file, as JSON: it sums up the longest column, and knows the others. */
export function exampleWorkflow({ name, columns, preview }: BulkFile): string {
  const lengthOf = (column: string) =>
    preview.reduce((sum, { values }) => sum + cellText(fieldsOf(values)[column]).length, 0);
  const byLength = columns
    .map((column) => column.name)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const [longest = 'text', context] = byLength;
  // The references are escaped for JSON already.
  const input = JSON.parse(`"${columnReference(longest)}"`);
  const about =
    context === undefined ? '' : ` It belongs to: ${JSON.parse(`"${columnReference(context)}"`)}.`;
  const workflow = {
    name: name.replace(/\.[^.]+$/, '').slice(0, 120) || 'Bulk run',
    steps: [
      {
        id: 'summary',
        task: 'summarization',
        input,
        instructions: `Write one sentence.${about}`,
        max_tokens: 100,
      },
    ],
  };
  return JSON.stringify(workflow, null, 2);
}
