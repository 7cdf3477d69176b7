'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { Failure } from '@/components/ui/outcome';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { fieldsOf } from '@/lib/rules/json';
import { alignSteps, type ComparedStep, outputText } from './compare-jobs';
import { CompareTable, measuresOfSteps } from './compare-table';
import { ComparedTexts } from './text-difference';
import type { ComparedJob, ComparedJobStep } from './use-compared-job';
import { readOutput } from './use-job';

interface CompareStepsProps {
  a: ComparedJob;
  b: ComparedJob;
}

/** The steps of two jobs, aligned by their ids. */
export function CompareSteps({ a, b }: CompareStepsProps) {
  return (
    <ol className="grid gap-4">
      {alignSteps(a.steps, b.steps).map((step) => (
        <Step compared={step} jobs={{ a, b }} key={step.id} />
      ))}
    </ol>
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
        <div className="mt-3 grid grid-cols-1 gap-2.5 empty:hidden">
          <Definition a={a} b={b} />
          <Output a={a} b={b} jobs={jobs} />
        </div>
      )}
    </li>
  );
}

function Definition({ a, b }: { a: ComparedJobStep; b: ComparedJobStep }) {
  // Jobs without their texts, or whose workflow is no longer kept.
  if (a.definition == null || b.definition == null) return null;
  const [one, other] = [definitionOf(a), definitionOf(b)];
  return (
    <>
      <ComparedTexts a={one.instructions} b={other.instructions} label="Instructions" of={a.id} />
      <ComparedTexts a={one.others} b={other.others} label="Definition" of={a.id} />
    </>
  );
}

/** The instructions of a step, and its other fields as JSON. */
function definitionOf({ definition }: ComparedJobStep): { instructions: string; others: string } {
  const { instructions, ...others } = fieldsOf(definition);
  return {
    instructions: typeof instructions === 'string' ? instructions : '',
    others: JSON.stringify(others, null, 2),
  };
}

function Output({ a, b, jobs }: { a: ComparedJobStep; b: ComparedJobStep; jobs: CompareStepsProps }) {
  const client = useClient();
  const [read, setRead] = useState<{ a: unknown; b: unknown } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  if (a.outputBytes === null && b.outputBytes === null) return null;
  if (a.outputBytes === null || b.outputBytes === null)
    return <p className="text-[14px] text-muted">Output: Only in {a.outputBytes === null ? 'B' : 'A'}</p>;
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
      <div>
        {failure && <Failure className="mb-3" message="The outputs couldn't be loaded." />}
        <Button onClick={load} pending={pending} size="small" variant="line">
          Load outputs of {a.id}
        </Button>
      </div>
    );
  const [before, after] = [outputText(read ? read.a : a.output), outputText(read ? read.b : b.output)];
  return <ComparedTexts a={before} b={after} label="Output" of={a.id} />;
}
