import { builder } from '@/graphql/builder';
import { limits } from '@/lib/config/limits';
import type { BulkFileView } from '@/lib/server/bulk/views/bulk-file-view';

export const BulkFormatType = builder.enumType('BulkFormat', { values: ['CSV', 'JSONL', 'XLSX'] as const });

const ColumnTypeType = builder.enumType('ColumnType', {
  description: "What a column's values are. In CSV, booleans and dates are text.",
  values: ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE', 'JSON'] as const,
});

const BulkColumnType = builder
  .objectRef<Awaited<ReturnType<BulkFileView['columns']>>[number]>('BulkColumn')
  .implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      type: t.expose('type', {
        type: ColumnTypeType,
        nullable: true,
        description: 'Null if all values are empty.',
      }),
    }),
  });

const BadRowType = builder
  .objectRef<Awaited<ReturnType<BulkFileView['badRows']>>[number]>('BadRow')
  .implement({
    description: "A row that is left out, because it can't run.",
    fields: (t) => ({
      line: t.exposeInt('line', {
        description: 'In the file, from 1; of a row with several lines, the first.',
      }),
      column: t.exposeString('column', {
        nullable: true,
        description: 'Null if the row as a whole is at fault.',
      }),
      message: t.exposeString('message'),
      value: t.string({
        nullable: true,
        description:
          'The first 100 characters of the value at fault, or of the row; null if it is empty, and for files from before values were kept.',
        resolve: ({ value }) => value ?? null,
      }),
    }),
  });

interface PreviewRow {
  line: number;
  values: unknown;
}

const BulkPreviewRowType = builder.objectRef<PreviewRow>('BulkPreviewRow').implement({
  fields: (t) => ({
    line: t.exposeInt('line'),
    values: t.expose('values', { type: 'JSON', description: 'By column.' }),
  }),
});

export const BulkFileType = builder.objectRef<BulkFileView>('BulkFile').implement({
  description: 'A file whose rows a bulk run takes.',
  fields: (t) => ({
    fileId: t.exposeID('id'),
    name: t.exposeString('name'),
    format: t.expose('format', { type: BulkFormatType }),
    columns: t.field({
      type: [BulkColumnType],
      extensions: { rows: limits.list.max },
      resolve: async (file) => [...(await file.columns())],
    }),
    rowCount: t.exposeInt('rowCount', { description: 'Rows that can run.' }),
    badCount: t.exposeInt('badCount', { description: 'Rows that are left out.' }),
    badRows: t.field({
      type: [BadRowType],
      description: 'The first 1,000 rows that are left out, in the order of the file.',
      args: { limit: t.arg.int({ description: 'The first ones, 1 to 1,000; default: 1,000.' }) },
      resolve: async (file, { limit }) => [...(await file.badRows(limit))],
    }),
    preview: t.field({
      type: [BulkPreviewRowType],
      extensions: { rows: 5 },
      description: 'The first five rows that can run.',
      resolve: (file) => file.preview(),
    }),
    size: t.exposeInt('size', { description: 'Bytes.' }),
    encoding: t.exposeString('encoding', {
      nullable: true,
      description:
        'How its text was read: `utf-8`, `utf-16le`, `utf-16be`, or `windows-1252`, which is a guess: the file is neither UTF-8 nor marked. Null for a workbook, a file of a batch, and a file from before encodings were kept.',
    }),
    user_id: t.exposeID('userId', { description: 'The user who uploaded it.' }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    expires_at: t.expose('expiresAt', {
      type: 'EpochMillis',
      description: 'From then on, no run can be started over it.',
    }),
  }),
});
