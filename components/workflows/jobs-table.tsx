'use client';
import type { DataColumn } from '@/components/ui/column-layout';
import { CopyButton } from '@/components/ui/copy-button';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/link';
import { jobColumns, useJobColumns } from './job-columns';
import type { StarterOf } from './record-columns';
import type { FoundJob } from './use-jobs';

interface JobsTableProps {
  jobs: FoundJob[];
  /** Other jobs are loading. */
  busy: boolean;
  /** The address of the list, below which each job has its page. */
  base: string;
  starterOf?: StarterOf;
  /** The words that were searched. */
  words: string | null;
  /** Checkboxes, while jobs are being chosen. */
  choiceColumn: DataColumn<FoundJob> | null;
}

/** Jobs in rows, newest first; each leads to its job. */
export function JobsTable({ jobs, busy, base, starterOf, words, choiceColumn }: JobsTableProps) {
  const shown = useJobColumns();
  return (
    <DataTable
      busy={busy}
      columns={[...jobColumns(jobs, base, starterOf, shown, words), ...(choiceColumn ? [choiceColumn] : [])]}
      keyOf={({ id }) => id}
      label="Jobs"
      rows={jobs}
    />
  );
}

const sample = `mutation {
  orchestrate(
    input: {
      name: "Release notes summary"
      input: "4.2.0: the arm no longer stalls at -10 °C. Logs rotate daily."
      steps: [{ id: "summary", task: "summarization", max_tokens: 100 }]
    }
  ) {
    jobId
    status
    result
  }
}`;

/** The text of an empty list of jobs: how to start it. */
export function NoJobs() {
  return (
    <EmptyState>
      <EmptyStateTitle>No jobs yet</EmptyStateTitle>
      <EmptyStateText>
        Start a workflow through the API, and its job appears here. Send this mutation from the{' '}
        <TextLink href="/dashboard/devdocs/api-playground">API playground</TextLink>, or from your app as the{' '}
        <TextLink href="/dashboard/devdocs/quickstart">quickstart</TextLink> shows.{' '}
        <TextLink href="/dashboard/devdocs/workflows/overview">Workflows</TextLink> explains what a workflow
        can do.
      </EmptyStateText>
      <EmptyStateAction>
        <figure className="overflow-hidden rounded-panel bg-ink text-on-ink">
          <figcaption className="flex items-center justify-between border-rule-dark border-b py-2 pr-2 pl-4 font-mono text-on-ink-muted text-xs">
            first-workflow.graphql
            <CopyButton value={sample} variant="quiet" what="the first workflow" />
          </figcaption>
          <pre className="whitespace-pre-wrap break-words px-4 py-3 font-mono text-[13px] leading-relaxed">
            {sample}
          </pre>
        </figure>
      </EmptyStateAction>
    </EmptyState>
  );
}
