'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { Button, buttonLook } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { WholeWords } from '@/components/ui/whole-words';
import { formatBytes } from '@/lib/format/number';
import { type FileProps, fetchFile, onThisSite } from './fetch-file';
import { essenceOf, FilePreview, hasPreview } from './file-preview';
import type { Job } from './job';

/** The files that a job's steps have written. */
export function JobFiles({ job }: { job: Job }) {
  const [shown, setShown] = useState<string | null>(null);
  const several = job.steps.length > 1;
  return (
    <DataTable
      below={(file) => file.id === shown && <FilePreview file={file} jobId={job.id} />}
      columns={[
        {
          head: 'Name',
          minWidth: 220,
          priority: 9,
          cell: ({ name, stepId }) => (
            <>
              <WholeWords className="font-medium" text={name} />
              {several && <WholeWords className="text-[13px] text-muted" text={`of step ${stepId}`} />}
            </>
          ),
        },
        { head: 'Type', minWidth: 150, priority: 1, cell: ({ type }) => kindOf(type) },
        { head: 'Size', minWidth: 90, priority: 3, kind: 'number', cell: ({ bytes }) => formatBytes(bytes) },
        {
          head: 'Actions',
          bare: true,
          minWidth: 210,
          priority: 5,
          kind: 'actions',
          cell: (file) => (
            <FileActions
              file={file}
              isShown={file.id === shown}
              jobId={job.id}
              onShow={(isShown) => setShown(isShown ? file.id : null)}
            />
          ),
        },
      ]}
      keyOf={({ id }) => id}
      label="Files"
      rows={job.files}
    />
  );
}

function FileActions({
  file,
  jobId,
  isShown,
  onShow,
}: FileProps & { isShown: boolean; onShow: (isShown: boolean) => void }) {
  const client = useClient();
  const [failed, setFailed] = useState(false);
  if (file.url === null) return <span className="text-muted">No longer kept</span>;
  // Asked for first, because a browser is silent about a download that the server refuses. A link works for an hour, and
  // the page may be open for longer than that, or than the file is there.
  const download = async () => {
    const found = await fetchFile(client, { jobId, fileId: file.id, method: 'HEAD' }).catch(() => null);
    setFailed(found === null);
    if (found) saveFrom(found.url, file.name);
  };
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {failed && (
        <span className="text-[13.5px] text-red" role="alert">
          The download failed. Reload the page.
        </span>
      )}
      {hasPreview(file.type) && (
        <Button
          aria-expanded={isShown}
          aria-label={`${isShown ? 'Hide' : 'Preview'} ${file.name}`}
          onClick={() => onShow(!isShown)}
          size="small"
          variant="line"
        >
          {isShown ? 'Hide' : 'Preview'}
        </Button>
      )}
      <a
        aria-label={`Download ${file.name}`}
        className={buttonLook('line', 'small')}
        download={file.name}
        href={onThisSite(file.url)}
        onClick={(event) => {
          event.preventDefault();
          void download();
        }}
      >
        Download
      </a>
    </span>
  );
}

/** The words for media types; others are shown as they are. */
const kinds: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/x-ndjson': 'JSON lines',
  'text/csv': 'CSV',
  'text/html': 'HTML',
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
};

const kindOf = (type: string): string => kinds[essenceOf(type)] ?? type;

/** Starts a download by the browser itself, which shows its progress. */
function saveFrom(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
