'use client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Field, Input } from '@/components/ui/form';
import { BackLink, TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { PageTitle } from '@/components/ui/titles';
import { useAddress } from '@/components/ui/use-address';
import { formatMoment } from '@/lib/format/date';
import { CompareRequest } from './compare-request';
import { CompareSteps } from './compare-steps';
import { CompareTable, measuresOfJobs } from './compare-table';
import { isUnderWay, jobStateWords } from './job';
import { RecordSection } from './record-page';
import { type ComparedJob, useComparedJob, useJobsOfTemplate } from './use-compared-job';

/**
 * Two jobs side by side, which the page's address names.
 * @param own offers the viewer's own jobs only
 */
export function CompareScreen({ base, own = false }: { base: string; own?: boolean }) {
  const address = useAddress();
  const [a, b] = [address.get('a'), address.get('b')];
  const [first, second] = [useComparedJob(a), useComparedJob(b)];
  const isReady = first.status === 'ready' && second.status === 'ready';
  const [jobA, jobB] = isReady ? [first.data, second.data] : [null, null];
  const known = jobA ?? jobB;
  return (
    <>
      <BackLink href={base}>Workflows</BackLink>
      <PageTitle note="Two jobs, step by step.">Compare Jobs</PageTitle>
      <ChooseJobs key={`${a} ${b}`} onChoose={(ids) => address.set(ids)} start={{ a: a ?? '', b: b ?? '' }} />
      {[first, second].map(
        (loaded, index) =>
          loaded.status === 'failed' && (
            <Failure
              className="mt-6"
              key={index === 0 ? 'a' : 'b'}
              message={`Job ${index === 0 ? 'A' : 'B'} couldn't be loaded.`}
              onRetry={loaded.retry}
              wait={loaded.wait}
            />
          ),
      )}
      {(first.status === 'loading' || second.status === 'loading') && <Skeleton className="mt-8 h-[420px]" />}
      {isReady && !(jobA && jobB) && (
        <div className="mt-6">
          <Missing a={{ id: a, job: jobA }} b={{ id: b, job: jobB }} />
        </div>
      )}
      {isReady && known && !(a && b) && (
        <OtherJobs known={known} own={own} onChoose={(id) => address.set(a ? { b: id } : { a: id })} />
      )}
      {jobA && jobB && <Compared a={jobA} b={jobB} base={base} />}
    </>
  );
}

type Ids = { a: string; b: string };

function ChooseJobs({ start, onChoose }: { start: Ids; onChoose: (ids: Ids) => void }) {
  const [ids, setIds] = useState(start);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    onChoose({ a: ids.a.trim(), b: ids.b.trim() });
  };
  const fields = [
    ['a', 'Job A'],
    ['b', 'Job B'],
  ] as const;
  return (
    <form
      className="grid items-end gap-x-4 gap-y-3.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] print:hidden"
      onSubmit={choose}
    >
      {fields.map(([name, label]) => (
        <Field key={name} label={label}>
          {(control) => (
            <Input
              {...control}
              autoCapitalize="none"
              className="font-mono text-[13.5px]!"
              onChange={({ target }) => setIds({ ...ids, [name]: target.value })}
              placeholder="job_…"
              spellCheck={false}
              value={ids[name]}
            />
          )}
        </Field>
      ))}
      <Button className="h-[42px]!" type="submit" variant="line">
        Compare
      </Button>
    </form>
  );
}

interface Asked {
  id: string | null;
  job: ComparedJob | null;
}

/** Why nothing is compared yet. */
function Missing({ a, b }: { a: Asked; b: Asked }) {
  const unknown = [a, b].flatMap(({ id, job }, index) => (id && !job ? [index === 0 ? 'A' : 'B'] : []));
  if (unknown.length > 0)
    return (
      <EmptyState>
        <EmptyStateTitle>
          {unknown.length === 2 ? 'The jobs weren’t found.' : `Job ${unknown[0]} wasn’t found.`}
        </EmptyStateTitle>
        <EmptyStateText>There is no such job, or it has been deleted. Check its ID.</EmptyStateText>
      </EmptyState>
    );
  if (a.id || b.id) return null;
  return (
    <EmptyState>
      <EmptyStateTitle>Choose two jobs</EmptyStateTitle>
      <EmptyStateText>
        Enter the IDs of two jobs. Or press Compare jobs above a list of jobs, and choose two there.
      </EmptyStateText>
    </EmptyState>
  );
}

/** Jobs of the same template, to choose the second from. */
function OtherJobs({
  known,
  own,
  onChoose,
}: {
  known: ComparedJob;
  own: boolean;
  onChoose: (id: string) => void;
}) {
  const { user } = useSession();
  const loaded = useJobsOfTemplate(known.name, own ? (user?.id ?? null) : null);
  if (loaded.status === 'loading') return <Skeleton className="mt-6 h-[220px]" />;
  if (loaded.status === 'failed')
    return (
      <Failure
        className="mt-6"
        message="Other jobs couldn't be loaded."
        onRetry={loaded.retry}
        wait={loaded.wait}
      />
    );
  const others = loaded.data.filter(({ id }) => id !== known.id);
  return (
    <RecordSection title={`Compare with another job of ${known.name}`}>
      {others.length === 0 ? (
        <p className="text-[14.5px] text-muted">There is no other. Enter the ID of any job above.</p>
      ) : (
        <ul className="divide-y divide-rule border-rule border-y">
          {others.map((job) => (
            <li key={job.id}>
              <button
                className="flex w-full cursor-pointer flex-wrap justify-between gap-x-6 gap-y-0.5 px-1 py-2.5 text-left text-[14.5px] hover:bg-paper-2"
                onClick={() => onChoose(job.id)}
                type="button"
              >
                <span className="font-mono text-[13px]">{job.id}</span>
                <span className="flex gap-x-6 text-muted">
                  <span>{jobStateWords(job)}</span>
                  <Moment at={job.createdAt} format={formatMoment} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}

function Compared({ a, b, base }: { a: ComparedJob; b: ComparedJob; base: string }) {
  const head = (side: 'A' | 'B', { id, name }: ComparedJob): ReactNode => (
    <>
      {side}{' '}
      <TextLink href={`${base}/${id}`}>
        <bdi className="font-semibold text-[14px]">{name}</bdi>
      </TextLink>
      <span className="block font-mono text-[12px]">{id}</span>
    </>
  );
  return (
    <>
      {a.id === b.id && <Note>Both are the same job, so nothing differs.</Note>}
      {(isUnderWay(a) || isUnderWay(b)) && (
        <Note>
          {isUnderWay(a) && isUnderWay(b) ? 'Both jobs are' : `Job ${isUnderWay(a) ? 'A' : 'B'} is`} still
          under way. This page updates by itself.
        </Note>
      )}
      {(a.contentRemoved || b.contentRemoved) && (
        <Note>
          The content of{' '}
          {a.contentRemoved && b.contentRemoved ? 'both jobs' : `job ${a.contentRemoved ? 'A' : 'B'}`} is no
          longer kept. Counts and costs stay.
        </Note>
      )}
      <RecordSection title="Totals">
        <CompareTable heads={[head('A', a), head('B', b)]} label="Totals" measures={measuresOfJobs(a, b)} />
      </RecordSection>
      {!a.contentRemoved && !b.contentRemoved && (
        <RecordSection title="Request">
          <CompareRequest a={a} b={b} />
        </RecordSection>
      )}
      <RecordSection title="Steps">
        <CompareSteps a={a} b={b} />
      </RecordSection>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="mt-6 text-[15px] text-muted" role="status">
    {children}
  </p>
);
