'use client';
import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { Failure } from '@/components/ui/outcome';
import { formatBytes } from '@/lib/format/bytes';
import type { JobStep } from './job';
import { JobOutput } from './job-output';
import { readOutput } from './use-job';

interface StepOutputProps {
  jobId: string;
  step: JobStep;
}

/** The output of a step; one that the job was loaded without is loaded when the reader asks for it. */
export function StepOutput({ jobId, step: { id, output, outputBytes } }: StepOutputProps) {
  const client = useClient();
  const [loaded, setLoaded] = useState<unknown>();
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  const place = useRef<HTMLDivElement>(null);
  const value = output ?? loaded;
  const load = async () => {
    // The button is about to go.
    place.current?.focus();
    setState('loading');
    try {
      setLoaded(await readOutput(client, jobId, id));
    } catch {
      setState('failed');
    }
  };
  return (
    <div ref={place} tabIndex={-1}>
      {value !== undefined && <JobOutput label="Output" value={value} what={`output of ${id}`} />}
      {value === undefined && state === 'failed' && (
        <Failure message={`The output of ${id} couldn't be loaded.`} onRetry={load} />
      )}
      {value === undefined && state !== 'failed' && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-[14.5px] text-muted">
          <p>The output has {formatBytes(outputBytes ?? 0)}.</p>
          <Button
            aria-label={`Load output of ${id}`}
            onClick={load}
            pending={state === 'loading'}
            size="small"
            variant="line"
          >
            Load output
          </Button>
        </div>
      )}
    </div>
  );
}
