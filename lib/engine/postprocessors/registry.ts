import { appendReadme } from './append-readme';
import type { Postprocessor } from './define-postprocessor';
import { diffOriginal } from './diff-original';
import { lintCode } from './lint-code';
import { logToFile } from './log-to-file';
import { validateStructure } from './validate-structure';
import { writeToCsv } from './write-to-csv';
import { writeToDocx } from './write-to-docx';
import { writeToHtml } from './write-to-html';
import { writeToJson } from './write-to-json';
import { writeToMarkdown } from './write-to-markdown';
import { writeToPdf } from './write-to-pdf';
import { writeToTxt } from './write-to-txt';
import { writeToXlsx } from './write-to-xlsx';

/** All postprocessors, as the reference lists them. */
export const postprocessors: readonly Postprocessor[] = [
  writeToDocx,
  writeToJson,
  writeToCsv,
  writeToTxt,
  writeToMarkdown,
  writeToHtml,
  writeToXlsx,
  writeToPdf,
  diffOriginal,
  appendReadme,
  logToFile,
  validateStructure,
  lintCode,
];

const byName = new Map(postprocessors.map((postprocessor) => [postprocessor.name, postprocessor]));

/** The postprocessor that a step names. Names are case-sensitive. */
export function postprocessorNamed(name: string): Postprocessor | undefined {
  return byName.get(name);
}
