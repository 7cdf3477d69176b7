'use client';
import { type ReactNode, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { Failure } from '@/components/ui/outcome';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { alignSteps, type ComparedStep, outputText } from './compare-jobs';
import { CompareTable, measuresOfSteps } from './compare-table';
import { TextDifference } from './text-difference';
import type { ComparedJob, ComparedJobStep } from './use-compared-job';
import { readOutput } from './use-job';

interface CompareStepsProps {
  a: ComparedJob;
  b: ComparedJob;
}

/** The steps of two jobs, aligned by their ids. */
export function CompareSteps({ a, b }: CompareStepsProps) {
  return (
    <>
      {a.input !== b.input && a.input !== undefined && b.input !== undefined && (
        <div className="mb-5">
          <TextDifference a={a.input ?? ''} b={b.input ?? ''} label="Input" what="input" />
        </div>
      )}
      <ol className="grid gap-4">
        {alignSteps(a.steps, b.steps).map((step) => (
          <Step compared={step} jobs={{ a, b }} key={step.id} />
        ))}
      </ol>
    </>
  );
}

function Step({ compared, jobs }: { compared: ComparedStep<ComparedJobStep>; jobs: CompareStepsProps }) {
  const { id, a, b } = compared;
  const mark = a === null ? 'Only in B' : b === null ? 'Only in A' : null;
  return (
    <li className="min-w-0 break-inside-avoid-page rounded-panel border border-rule bg-white px-4 py-4 sm:px-5">
      <h3 className="wrap-anywhere mb-2 font-semibold text-[16px]">
        {id} <span className="font-normal text-[15px] text-muted">{(b ?? a)?.task}</span>
        {mark && (
          <span className="ml-2 rounded-control bg-paper-2 px-1.5 py-0.5 font-normal text-[13px]">
            {mark}
          </span>
        )}
      </h3>
      <CompareTable label={`Measures of ${id}`} measures={measuresOfSteps(a, b)} />
      {a && b && (
        <>
          <Definition a={a} b={b} />
          <Output a={a} b={b} jobs={jobs} />
        </>
      )}
    </li>
  );
}

function Definition({ a, b }: { a: ComparedJobStep; b: ComparedJobStep }) {
  // Jobs without their texts, or whose workflow is no longer kept.
  if (a.definition == null || b.definition == null) return null;
  const [before, after] = [a.definition, b.definition].map((one) => JSON.stringify(one, null, 2));
  if (before === after) return <Line name="Definition">The same</Line>;
  return (
    <Part>
      <TextDifference a={before ?? ''} b={after ?? ''} label="Definition" what={`definition of ${a.id}`} />
    </Part>
  );
}

function Output({ a, b, jobs }: { a: ComparedJobStep; b: ComparedJobStep; jobs: CompareStepsProps }) {
  const client = useClient();
  const [read, setRead] = useState<{ a: unknown; b: unknown } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  if (a.outputBytes === null && b.outputBytes === null) return null;
  if (a.outputBytes === null || b.outputBytes === null)
    return <Line name="Output">Only in {a.outputBytes === null ? 'B' : 'A'}</Line>;
  const load = async () => {
    setPending(true);
    setFailure(null);
    try {
      const [one, other] = await Promise.all([
        readOutput(client, jobs.a.id, a.id),
        readOutput(client, jobs.b.id, b.id),
      ]);
      setRead({ a: one, b: other });
    } catch (error) {
      console.warn("The outputs couldn't be loaded.", error);
      setFailure(messageOf(error));
    }
    setPending(false);
  };
  if (!read && (a.output === undefined || b.output === undefined))
    return (
      <Part>
        {failure && <Failure className="mb-3" message="The outputs couldn't be loaded." />}
        <Button onClick={load} pending={pending} size="small" variant="line">
          Load outputs of {a.id}
        </Button>
      </Part>
    );
  const [before, after] = [outputText(read ? read.a : a.output), outputText(read ? read.b : b.output)];
  if (before === after) return <Line name="Output">The same</Line>;
  return (
    <Part>
      <TextDifference a={before} b={after} label="Output" what={`output of ${a.id}`} />
    </Part>
  );
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className="mt-2.5 text-[14px] text-muted">
    {name}: {children}
  </p>
);

const Part = ({ children }: { children: ReactNode }) => <div className="mt-3.5">{children}</div>;
