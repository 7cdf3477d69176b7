'use client';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import {
  StackedBody,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedRowHeader,
  StackedTable,
} from '@/components/ui/stacked-table';
import { StatusMark } from '@/components/ui/status-mark';
import { ColumnHeader } from '@/components/ui/table';
import { type JobRow, jobStatusWords, jobTones } from './job';
import { formatCost, runTime } from './measures';

interface JobsTableProps {
  jobs: JobRow[];
  /** Other jobs are loading. */
  busy: boolean;
  /** The address of the list, below which each job has its page. */
  base: string;
  /** Names the person who started a job; left out if it's always the same. */
  starterOf?: ((userId: string) => ReactNode) | undefined;
}

/** Jobs in rows, newest first; each name leads to its job. */
export function JobsTable({ jobs, busy, base, starterOf }: JobsTableProps) {
  return (
    <StackedTable busy={busy} label="Jobs">
      <StackedHead>
        <ColumnHeader>Name</ColumnHeader>
        <ColumnHeader>Status</ColumnHeader>
        {starterOf && <ColumnHeader>Started by</ColumnHeader>}
        <ColumnHeader>Created</ColumnHeader>
        <ColumnHeader numeric>Duration</ColumnHeader>
        <ColumnHeader numeric>Cost</ColumnHeader>
      </StackedHead>
      <StackedBody>
        {jobs.map((job) => (
          <StackedRow key={job.id}>
            <StackedRowHeader>
              <Link
                className="wrap-anywhere font-medium underline decoration-rule underline-offset-4 hover:decoration-current"
                href={`${base}/${job.id}`}
              >
                <bdi>{job.name}</bdi>
              </Link>
              <span className="wrap-anywhere block font-mono text-[12px] text-muted">{job.id}</span>
            </StackedRowHeader>
            <StackedCell column="Status">
              <StatusMark tone={jobTones[job.status]}>{jobStatusWords[job.status]}</StatusMark>
            </StackedCell>
            {starterOf && (
              <StackedCell column="Started by">
                {/* As wide before the name is there, so that no column moves. */}
                <span className="block md:w-40">{starterOf(job.user_id)}</span>
              </StackedCell>
            )}
            <StackedCell column="Created">
              <Moment at={job.createdAt} />
            </StackedCell>
            <StackedCell column="Duration" numeric>
              {runTime(job, Date.now())}
            </StackedCell>
            <StackedCell column="Cost" numeric>
              {formatCost(job.cost)}
            </StackedCell>
          </StackedRow>
        ))}
      </StackedBody>
    </StackedTable>
  );
}
