'use client';
import { useEffect, useRef, useState } from 'react';
import { fileFormatWords } from '@/components/bulk/bulk-run';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { DataTable } from '@/components/ui/data-table';
import { FileDrop } from '@/components/ui/file-drop';
import { Field, Input } from '@/components/ui/form';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { WholeWords } from '@/components/ui/whole-words';
import { limits } from '@/lib/config/limits';
import { formatBytes, formatCount } from '@/lib/format/number';
import { sendFile } from '@/lib/graphql-client/calls';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { firstPlace, useCursorList } from '@/lib/graphql-client/use-cursor-list';

const uploadMutation = graphql(`
  mutation UploadBulkFile($file: Upload!, $sheet: String, $keyColumn: String) {
    uploadBulkFile(file: $file, sheet: $sheet, keyColumn: $keyColumn) {
      fileId
    }
  }
`);

const filesQuery = graphql(`
  query BulkFiles($limit: Int, $after: ID, $before: ID) {
    listBulkFiles(limit: $limit, after: $after, before: $before) {
      id: fileId
      name
      format
      rowCount
      badCount
      size
      createdAt
      expires_at
    }
  }
`);

const endings = '.csv,.tsv,.txt,.jsonl,.ndjson,.json,.xlsx';

/** Chooses the file of a run: a new file, or a recent one. */
export function ChooseFile({ onChosen }: { onChosen: (fileId: string) => void }) {
  return (
    <>
      <UploadField onUploaded={onChosen} />
      <RecentFiles onChosen={onChosen} />
    </>
  );
}

type Upload =
  | { status: 'resting' }
  | { status: 'uploading'; name: string }
  | { status: 'failed'; message: string; file: File };

/** Takes a file that is dropped on it or chosen in the browser's dialog, and uploads it. */
function UploadField({ onUploaded }: { onUploaded: (fileId: string) => void }) {
  const [upload, setUpload] = useState<Upload>({ status: 'resting' });
  const [options, setOptions] = useState({ sheet: '', keyColumn: '' });
  const current = useRef<AbortController>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => current.current?.abort(), []);

  const send = async (file: File) => {
    current.current?.abort();
    if (file.size > limits.bulkFile.bytes) {
      const message = `${file.name} has ${formatBytes(file.size)}. A bulk file has at most ${formatBytes(limits.bulkFile.bytes)}: split it.`;
      return setUpload({ status: 'failed', message, file });
    }
    const sending = new AbortController();
    current.current = sending;
    setUpload({ status: 'uploading', name: file.name });
    try {
      const failure = "The file couldn't be uploaded. Check your connection.";
      const variables = {
        file,
        sheet: options.sheet.trim() || null,
        keyColumn: options.keyColumn.trim() || null,
      };
      const { uploadBulkFile } = await sendFile(uploadMutation, variables, failure, sending.signal);
      if (!sending.signal.aborted) onUploaded(uploadBulkFile.fileId);
    } catch (error) {
      if (!sending.signal.aborted) setUpload({ status: 'failed', message: messageOf(error), file });
    }
  };
  const stop = () => {
    current.current?.abort();
    setUpload({ status: 'resting' });
    input.current?.focus();
  };
  const isUploading = upload.status === 'uploading';
  return (
    <>
      <div className="mb-4 grid max-w-[640px] gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <Field label="Key column (optional)">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={200}
              name="keyColumn"
              onChange={({ target }) => setOptions({ ...options, keyColumn: target.value })}
              placeholder="id"
              value={options.keyColumn}
            />
          )}
        </Field>
        <Field label="Sheet of a workbook (optional)">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={200}
              name="sheet"
              onChange={({ target }) => setOptions({ ...options, sheet: target.value })}
              placeholder="The first one"
              value={options.sheet}
            />
          )}
        </Field>
      </div>
      <FileDrop
        accept={endings}
        disabled={isUploading}
        hint={`CSV, JSONL, or Excel (.xlsx), up to ${formatBytes(limits.bulkFile.bytes)} and 10,000 rows. If you name a key column, rows with an empty or repeated key are left out.`}
        label="File of rows"
        onFile={send}
        ref={input}
      >
        {isUploading ? `Uploading ${upload.name}...` : 'Drop a file here, or choose one'}
      </FileDrop>
      <p className="sr-only" role="status">
        {isUploading ? `Uploading ${upload.name}...` : ''}
      </p>
      <div className="mt-3 min-h-[34px]">
        {isUploading && (
          <Button onClick={stop} size="small" variant="line">
            Stop upload
          </Button>
        )}
        {upload.status === 'failed' && <Failure message={upload.message} onRetry={() => send(upload.file)} />}
      </div>
    </>
  );
}

const words = { loading: 'Loading files...', one: 'file', other: 'files', order: 'newest first' };
const labels = { back: 'Newer', next: 'Older' };

/** The files that runs can still be started over. */
function RecentFiles({ onChosen }: { onChosen: (fileId: string) => void }) {
  const [place, setPlace] = useState(firstPlace);
  const title = useRef<HTMLHeadingElement>(null);
  const list = useCursorList({
    query: filesQuery,
    variables: {},
    place,
    onTurn: setPlace,
    rowsOf: ({ listBulkFiles }) => listBulkFiles,
    typename: 'BulkFile',
    pageSize: 5,
  });
  return (
    <section aria-label="Recent files" className="mt-7">
      <h3 className="mb-2 w-fit font-semibold text-[16px]" ref={title} tabIndex={-1}>
        Recent files
      </h3>
      <CursorListView
        empty={
          <p className="text-[15px] text-muted">
            Files appear here once they are uploaded, and can be used again for 7 days.
          </p>
        }
        failure="Recent files couldn't be loaded."
        labels={labels}
        list={list}
        onFocusLost={() => title.current?.focus()}
        what="files"
        words={words}
      >
        {(files, busy) => (
          <DataTable
            busy={busy}
            columns={[
              {
                head: 'Name',
                minWidth: 220,
                priority: 9,
                cell: ({ name }) => <WholeWords className="font-medium" text={name} />,
              },
              { head: 'Format', minWidth: 84, priority: 1, cell: ({ format }) => fileFormatWords[format] },
              {
                head: 'Rows',
                minWidth: 110,
                priority: 5,
                kind: 'number',
                cell: ({ rowCount, badCount }) =>
                  `${formatCount(rowCount)}${badCount > 0 ? ` + ${formatCount(badCount)} bad` : ''}`,
              },
              {
                head: 'Uploaded',
                minWidth: 118,
                priority: 3,
                cell: ({ createdAt }) => <Moment at={createdAt} />,
              },
              {
                head: 'Expires',
                minWidth: 118,
                priority: 2,
                cell: ({ expires_at }) => <Moment at={expires_at} />,
              },
              {
                head: 'Actions',
                bare: true,
                minWidth: 96,
                priority: 6,
                kind: 'actions',
                cell: ({ id, name }) => (
                  <Button
                    aria-label={`Use file ${name}`}
                    onClick={() => onChosen(id)}
                    size="small"
                    variant="line"
                  >
                    Use file
                  </Button>
                ),
              },
            ]}
            keyOf={({ id }) => id}
            label="Recent files"
            rows={files}
          />
        )}
      </CursorListView>
    </section>
  );
}
