import { formatBytes } from '@/lib/format/number';
import { ComparedTexts } from './text-difference';
import type { ComparedJob } from './use-compared-job';

/** The inputs, variables, and files that two jobs were started with, and their differences. */
export function CompareRequest({ a, b }: { a: ComparedJob; b: ComparedJob }) {
  if (a.input === undefined || b.input === undefined)
    return (
      <p className="text-[14.5px] text-muted">The texts are too large to be compared here. Open both jobs.</p>
    );
  const files = [a.inputFile, b.inputFile].map((file) => file?.beginning ?? '');
  return (
    <div className="grid gap-4">
      {a.input || b.input ? (
        <ComparedTexts a={a.input ?? ''} b={b.input ?? ''} label="Input" />
      ) : (
        <p className="text-[14.5px] text-muted">Input: none in both</p>
      )}
      <ComparedTexts a={jsonOf(a.variables)} b={jsonOf(b.variables)} label="Variables" />
      {(a.inputFile || b.inputFile) && (
        <p className="wrap-anywhere text-[14.5px]">
          File of A: {fileOf(a)}. File of B: {fileOf(b)}.
        </p>
      )}
      <ComparedTexts a={files[0] ?? ''} b={files[1] ?? ''} label="File’s beginning" />
    </div>
  );
}

const jsonOf = (value: unknown): string => (value == null ? '' : JSON.stringify(value, null, 2));

const fileOf = ({ inputFile }: ComparedJob): string =>
  inputFile ? `${inputFile.name}, ${formatBytes(inputFile.bytes)}` : 'none';
