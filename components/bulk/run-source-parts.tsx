'use client';
import { LinkButton } from '@/components/ui/button';
import { TextBox } from '@/components/workflows/job-output';
import { OpenedDetails } from '@/components/workflows/opened-details';
import { RecordFact, RecordFacts } from '@/components/workflows/record-page';
import { formatBytes } from '@/lib/format/number';
import { fieldsOf } from '@/lib/rules/json';
import { type BulkRun, fileFormatWords, rowCount } from './bulk-run';
import type { RunSource } from './use-run-source';

const newRun = '/dashboard/workflows/bulk/new';

interface RunSourcePartsProps {
  source: RunSource;
  kind: BulkRun['kind'];
  /** Whether the viewer started it, and so may start another one with what it was started with. */
  isOwn: boolean;
}

/** The input of a run: its file, its steps, and where it reports; and ways to start another one with them. */
export function RunSourceParts({ source, kind, isOwn }: RunSourcePartsProps) {
  const { id, file, receivers, workflow } = source;
  const json = JSON.stringify(workflow, null, 2);
  const hasFile = file !== null && Number(file.expires_at) > Date.now();
  return (
    <>
      <RecordFacts>
        {file && (
          <RecordFact name="File">
            <span className="wrap-anywhere">
              {file.name} ({fileFormatWords[file.format]}, {formatBytes(file.size)},{' '}
              {rowCount(file.rowCount + file.badCount)})
            </span>
          </RecordFact>
        )}
        {receivers && receivers.length > 0 && (
          <RecordFact name="Calls back">
            {receivers.map(({ url, progress }) => (
              <span className="wrap-anywhere block" key={url}>
                <code className="font-mono text-[13px]">{url}</code>{' '}
                {progress ? 'at 25, 50, and 75%, and at the end' : 'at the end'}
              </span>
            ))}
          </RecordFact>
        )}
      </RecordFacts>
      {workflow === null ? (
        kind === 'WORKFLOW' && <p className="mt-4 text-[15px] text-muted">The workflow is no longer kept.</p>
      ) : (
        <div className="mt-4 grid gap-3">
          <Steps workflow={workflow} />
          <OpenedDetails summary="Workflow as JSON">
            <TextBox copied={json} label="Workflow" what="workflow">
              {json}
            </TextBox>
          </OpenedDetails>
        </div>
      )}
      {isOwn && workflow !== null && (
        <div className="mt-4 flex flex-wrap gap-2.5 print:hidden">
          {hasFile && (
            <LinkButton href={`${newRun}?file=${file.id}&from=${id}`} variant="line">
              New run with file and workflow
            </LinkButton>
          )}
          <LinkButton href={`${newRun}?from=${id}`} variant="line">
            New run with this workflow
          </LinkButton>
        </div>
      )}
    </>
  );
}

/** The steps of a workflow, each with its task, its model or strategy, and its condition. */
function Steps({ workflow }: { workflow: unknown }) {
  const { steps } = fieldsOf(workflow);
  return (
    <ol aria-label="Steps" className="grid gap-1 text-[14.5px]">
      {(Array.isArray(steps) ? steps : []).map((step) => {
        const { id, task, model, strategy, condition } = fieldsOf(step);
        return (
          <li className="wrap-anywhere" key={String(id)}>
            <span className="font-medium">{String(id)}</span>{' '}
            <span className="text-muted">{String(task)}</span>
            {': '}
            {typeof model === 'string' ? (
              <code className="font-mono text-[13px]">{model}</code>
            ) : (
              `model chosen by strategy${typeof strategy === 'string' ? ` ${strategy}` : ''}`
            )}
            {typeof condition === 'string' && (
              <>
                , if <code className="font-mono text-[13px]">{condition}</code>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
