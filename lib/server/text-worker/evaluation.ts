import type { RowsToCheck } from '@/lib/engine/bulk/check-rows';
import type { StoredOutput } from '@/lib/engine/bulk/output-columns';
import type { SheetOptions, UploadedSheet } from '@/lib/engine/bulk/read-sheet';
import type { SheetCode } from '@/lib/engine/bulk/sheet';
import type { RowsToWrite } from '@/lib/engine/bulk/write-rows';
import type { StepsToPlan } from '@/lib/engine/planning/plan-steps';
import type { PostprocessorCode } from '@/lib/engine/postprocessors/define-postprocessor';
import type { PostprocessedOutput, Postprocessing } from '@/lib/engine/postprocessors/run-postprocessor';
import type { PreprocessorCode } from '@/lib/engine/preprocessors/define-preprocessor';
import type { DecodedFile, Encoding } from '@/lib/engine/preprocessors/file-encoding';
import type { Restoration } from '@/lib/engine/preprocessors/placeholders';
import type { Preparation, StepTexts } from '@/lib/engine/preprocessors/prepare-texts';
import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import type { DivisionRules } from '@/lib/engine/replies/divide-text';
import type { Reading } from '@/lib/engine/tasks/read-task';
import type { Scope } from '@/lib/engine/text-worker';
import type { SandboxWork } from '@/lib/providers/sandbox/sandbox-work';

/** Limits of one piece of work: processor time (ms) and memory (MiB) of its process. */
export interface WorkLimits {
  milliseconds: number;
  mebibytes: number;
}

/** Of a template or a condition. */
export const evaluationLimits = { milliseconds: 1_000, mebibytes: 64 } as const satisfies WorkLimits;
/** Of planning, whose budget of work (work-budget.ts) takes a small part of this. */
export const planningLimits = { milliseconds: 2_000, mebibytes: 128 } as const satisfies WorkLimits;
/**
 * Of work on a whole text, and of each preprocessor: 10 MiB of JSON is checked against a usual schema in this time and
 * memory.
 */
export const textLimits = { milliseconds: 10_000, mebibytes: 512 } as const satisfies WorkLimits;

/** Work of plan-program. */
export type Planning =
  | { kind: 'steps'; steps: StepsToPlan }
  | { kind: 'options'; task: string; options: unknown };

/** Work of evaluate-program. */
export type Evaluation =
  | { kind: 'templates'; sources: readonly string[]; scope: Scope }
  | { kind: 'condition'; source: string; scope: Scope }
  | { kind: 'rows'; work: RowsToCheck };

/** Work of read-program. */
export type TextWork =
  | { kind: 'reading'; reading: Reading }
  | { kind: 'preparation'; preparation: Preparation }
  | { kind: 'postprocessing'; postprocessing: Postprocessing }
  | { kind: 'joining'; outputs: Record<string, unknown> }
  | { kind: 'restoration'; restoration: Restoration }
  | { kind: 'upload'; bytes: Uint8Array }
  | { kind: 'sheet'; bytes: Uint8Array; options: SheetOptions }
  | { kind: 'fields'; results: readonly (readonly StoredOutput[])[] }
  | { kind: 'rows'; rows: RowsToWrite }
  | { kind: 'chat batch'; bytes: Uint8Array }
  | { kind: 'decoding'; file: DecodedFile; encoding: Encoding }
  | { kind: 'division'; text: string; rules: DivisionRules }
  | { kind: 'sandbox'; task: string; work: SandboxWork; schema: JsonSchema | null };

/** The outcome of a preparation. */
export type PreparedTexts =
  | { texts: StepTexts; problem?: undefined }
  | { problem: { code: PreprocessorCode; message: string } };

/** The outcome of a postprocessing: the file, and of the output what has changed. */
export type Postprocessed =
  | { processed: Partial<PostprocessedOutput>; problem?: undefined }
  | { problem: { code: PostprocessorCode; message: string } };

/** The outcome of reading a bulk file, or a batch's. */
export type SheetReading<Read = UploadedSheet> =
  | { sheet: Read; problem?: undefined }
  | { sheet?: undefined; problem: { code: SheetCode; message: string } };

/** The outcome of writing rows of a bulk run. */
export type RowsWriting = { bytes: Uint8Array; problem?: undefined } | { problem: string };

/** A value, or why there is none: a problem of the work itself, or a limit that it passed. */
export type WorkResult = { value: unknown } | { problem: string } | { passed: 'time' | 'memory' | 'depth' };

/** A message of a process: a result, with whether it can take more work at once, or that it now can. */
export type Report = { result: WorkResult; isReady: boolean } | 'ready';
