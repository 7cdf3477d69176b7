import type { WorkflowErrorCode } from '@/lib/config/workflow-errors';
import type { Reads } from '@/lib/engine/expressions/scope';
import type { DecodedFile, FileEncoding } from '@/lib/engine/preprocessors/file-encoding';
import type { ProcessorEntry } from '@/lib/engine/preprocessors/prepare-texts';

export type WorkflowMode = 'DEPENDENCY' | 'SEQUENTIAL' | 'PARALLEL';
export type Strategy = 'QUALITY' | 'SPEED' | 'COST' | 'BALANCED';

/** A step as its caller sends it. */
export interface StepInput {
  id: string;
  task: string;
  instructions?: string | null | undefined;
  input?: string | null | undefined;
  dependsOn?: readonly string[] | null | undefined;
  condition?: string | null | undefined;
  tone?: string | null | undefined;
  strategy?: Strategy | null | undefined;
  model?: string | null | undefined;
  fallbacks?: readonly string[] | null | undefined;
  temperature?: number | null | undefined;
  max_tokens?: number | null | undefined;
  retries?: number | null | undefined;
  timeout_ms?: number | null | undefined;
  first_token_timeout_ms?: number | null | undefined;
  idle_timeout_ms?: number | null | undefined;
  on_error?: 'FAIL' | 'CONTINUE' | null | undefined;
  on_refusal?: 'FAIL' | 'FALLBACK' | null | undefined;
  options?: unknown;
  preprocessors?: readonly ProcessorInput[] | null | undefined;
  postprocessors?: readonly ProcessorInput[] | null | undefined;
}

export interface ProcessorInput {
  name: string;
  options?: unknown;
}

export interface CallbackInput {
  status: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'AWAITING_APPROVAL';
  url: string;
  delivery?: 'PAYLOAD' | 'FILE_URL' | 'FILE' | null | undefined;
}

/** A workflow as its caller sends it. */
export interface WorkflowInput {
  name: string;
  input: string;
  variables: Record<string, unknown>;
  mode: WorkflowMode;
  steps: readonly StepInput[];
  callbacks: readonly CallbackInput[];
}

/** How long (ms) an attempt may take at most: until the provider accepts it, until its first token, silent, in all. */
export interface Clocks {
  connect: number;
  firstToken: number | null;
  idle: number;
  whole: number | null;
}

/** The names that a step's templates and condition read, as its plan found them. */
export interface StepReads {
  instructions: Reads;
  input: Reads;
  condition: Reads;
}

/** A step that can run: checked, ordered, with its defaults. Steps are named by their position. */
export interface Step {
  id: string;
  task: string;
  options: unknown;
  /** Applied to its text in this order, before a model sees it. */
  preprocessors: readonly ProcessorEntry[];
  /** Applied to its output in this order. */
  postprocessors: readonly ProcessorEntry[];
  instructions: string;
  /** Null: it reads the outputs of its dependencies; without any, the workflow's input. */
  input: string | null;
  /** Missing in jobs that were stored by an earlier version: they may read everything. */
  expressionReads?: StepReads;
  /** The steps that it reads if it has no input of its own. */
  reads: readonly number[];
  /** The steps that must have settled before it starts. */
  waitsFor: readonly number[];
  condition: string | null;
  tone: string;
  strategy: Strategy;
  model: string | null;
  /** Null: the next two of the ranking, or none for a pinned model. */
  fallbacks: readonly string[] | null;
  temperature: number | null;
  maxTokens: number | null;
  retries: number;
  clocks: Clocks;
  onError: 'FAIL' | 'CONTINUE';
  onRefusal: 'FAIL' | 'FALLBACK';
}

/** A file that came with a workflow. */
export interface UploadedText extends DecodedFile {
  /** Without a path. */
  name: string;
}

/** A workflow that can run, as it is stored with its job. */
export interface Workflow {
  name: string;
  input: string;
  variables: Record<string, unknown>;
  /** As it was sent; missing in jobs that were stored by an earlier version. */
  mode?: WorkflowMode;
  /** The text of the uploaded file, its name and how it was read. */
  file: string | null;
  fileName: string | null;
  fileEncoding: FileEncoding | null;
  /** The first characters of a file that is text. Missing without a file, and in jobs of earlier versions. */
  fileBeginning?: string | null;
  steps: readonly Step[];
  callbacks: readonly CallbackInput[];
}

/** A fault of a workflow, with its place. */
export interface Fault {
  /** Into the workflow's input; lists count from 0: `steps[1].dependsOn[0]`. */
  path: string;
  code: WorkflowErrorCode;
  message: string;
}

/** Why a step or a job failed, or a step was skipped. */
export interface RunError {
  code: WorkflowErrorCode;
  message: string;
  stepId: string | null;
}

export type StepStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'SKIPPED' | 'CANCELED';
export type JobStatus =
  | 'QUEUED'
  | 'RUNNING'
  | 'COMPLETED'
  /** Though a step failed, with `on_error: CONTINUE`. */
  | 'COMPLETED_WITH_FAILURES'
  | 'FAILED'
  | 'CANCELED';
