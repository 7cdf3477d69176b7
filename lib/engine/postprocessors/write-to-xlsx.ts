import { z } from 'zod';
import { definePostprocessor, PostprocessorProblem } from './define-postprocessor';
import { readTable } from './read-table';
import { columnsOption, fileNameOption, pathOption } from './shared-options';
import { workbookLimits } from './xlsx/workbook-limits';

export const writeToXlsx = definePostprocessor({
  name: 'writeToXlsx',
  summary: 'Writes rows as an Excel workbook with one sheet.',
  options: z.strictObject({
    file_name: fileNameOption,
    path: pathOption,
    columns: columnsOption,
    sheet_name: z
      .string()
      .min(1)
      .max(31)
      .refine((name) => !/[[\]:*?/\\]/.test(name), "can't contain any of [ ] : * ? / \\")
      .refine((name) => !/^'|'$|^\s*$|^history$/i.test(name), "isn't a name that Excel allows")
      .refine(
        (name) => name.isWellFormed() && !/[\p{Cc}\uFFFE\uFFFF]/u.test(name),
        "can't contain control characters",
      )
      .default('Sheet1')
      .describe('The name of the sheet.'),
    header: z.boolean().default(true).describe('Whether the names of the columns are the first row.'),
  }),
  async process({ output }, { file_name, sheet_name, header, ...where }, { stepId }) {
    const table = readTable(output, where);
    const { mostRows, mostColumns } = workbookLimits;
    if (table.columns.length > mostColumns)
      throw new PostprocessorProblem(`a sheet has at most ${mostColumns.toLocaleString('en-US')} columns.`);
    if (table.rowCount + Number(header) > mostRows)
      throw new PostprocessorProblem(`a sheet has at most ${mostRows.toLocaleString('en-US')} rows.`);
    const { writeWorkbook } = await import('./xlsx/write-workbook');
    return {
      file: {
        name: file_name ?? `${stepId}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        bytes: writeWorkbook(sheet_name, table, header),
      },
    };
  },
});
