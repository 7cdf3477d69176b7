import { formatBytes } from '@/lib/format/number';
import { TextBox } from './job-output';
import { OpenedDetails } from './opened-details';
import { TextDifference } from './text-difference';
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
      <Texts a={a.input ?? ''} b={b.input ?? ''} label="Input" />
      <Texts a={jsonOf(a.variables)} b={jsonOf(b.variables)} label="Variables" />
      {(a.inputFile || b.inputFile) && (
        <p className="wrap-anywhere text-[14.5px]">
          File of A: {fileOf(a)}. File of B: {fileOf(b)}.
        </p>
      )}
      <Texts a={files[0] ?? ''} b={files[1] ?? ''} label="File’s beginning" />
    </div>
  );
}

const jsonOf = (value: unknown): string => (value == null ? '' : JSON.stringify(value, null, 2));

const fileOf = ({ inputFile }: ComparedJob): string =>
  inputFile ? `${inputFile.name}, ${formatBytes(inputFile.bytes)}` : 'none';

/** Texts that are equal are folded away. */
function Texts({ label, a, b }: { label: string; a: string; b: string }) {
  if (a !== b) return <TextDifference a={a} b={b} label={label} what={label.toLowerCase()} />;
  if (a === '')
    return label === 'Input' ? <p className="text-[14.5px] text-muted">Input: none in both</p> : null;
  return (
    <OpenedDetails summary={`${label}: the same`}>
      <TextBox copied={a} label={label} what={label.toLowerCase()}>
        {a}
      </TextBox>
    </OpenedDetails>
  );
}
