'use client';
import type { ComponentProps } from 'react';
import { Button, buttonLook } from '@/components/ui/button';
import { Checkbox, Field, Input } from '@/components/ui/form';
import type { WorkflowFault } from '@/components/workflows/parse-workflow';
import { WorkflowEditor } from '@/components/workflows/workflow-editor';
import { limits } from '@/lib/config/limits';
import { type BulkFile, columnReference } from './bulk-file';
import type { RunDraft } from './run-draft';

/** The fields that show their own faults; all others are in the workflow. */
const fields = ['onlyIf', 'concurrency', 'stopAfterFailures', 'stopAfterCost'] as const;
type FieldName = (typeof fields)[number];

const isField = (path: string): path is FieldName => fields.some((field) => field === path);
const isCallback = ({ path }: WorkflowFault): boolean => path.startsWith('callbacks');

interface WorkflowFormProps {
  file: BulkFile;
  draft: RunDraft;
  /** The draft's workflow, or the example. */
  workflow: string;
  faults: readonly WorkflowFault[];
  onChange: (part: Partial<RunDraft>) => void;
}

/** The workflow of each row as JSON, and how the rows are run. */
export function WorkflowForm({ file, draft, workflow, faults, onChange }: WorkflowFormProps) {
  const faultOf = (name: FieldName) => faults.find(({ path }) => path === name)?.message;
  const field = (name: FieldName, label: string, control: ComponentProps<'input'>) => (
    <Field error={faultOf(name)} label={label}>
      {(wiring) => (
        <Input
          {...wiring}
          {...control}
          autoComplete="off"
          name={name}
          onChange={({ target }) => onChange({ [name]: target.value })}
          value={draft[name]}
        />
      )}
    </Field>
  );
  return (
    <div className="min-w-0">
      <WorkflowEditor
        faults={faults.filter((fault) => !isField(fault.path) && !isCallback(fault))}
        onChange={(text) => onChange({ workflow: text })}
        onReset={draft.workflow === null ? null : () => onChange({ workflow: null })}
        root="workflow"
        text={workflow}
      >
        {(insert) => <Columns file={file} onInsert={insert} />}
      </WorkflowEditor>
      <div className="mt-5 grid gap-x-4 gap-y-3.5 sm:grid-cols-3">
        <div className="sm:col-span-3">
          {field('onlyIf', 'Only if (CEL condition)', {
            className: 'font-mono text-[14px]!',
            maxLength: limits.bulkRun.condition,
            placeholder: conditionExample(file),
          })}
        </div>
        {field('concurrency', 'Rows at once', {
          inputMode: 'numeric',
          placeholder: String(limits.bulkConcurrency.default),
        })}
        {field('stopAfterFailures', 'Stop after failures', { inputMode: 'numeric', placeholder: 'Never' })}
        {field('stopAfterCost', 'Stop after cost (USD)', { inputMode: 'decimal', placeholder: 'Never' })}
        <div className="sm:col-span-3">
          <Field error={faults.find(isCallback)?.message} label="Callback URL (optional)">
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                inputMode="url"
                name="callbackUrl"
                onChange={({ target }) => onChange({ callbackUrl: target.value })}
                placeholder="Called once the run has ended"
                value={draft.callbackUrl}
              />
            )}
          </Field>
          <Checkbox
            checked={draft.callbackProgress}
            className="mt-1.5"
            label="Also at 25, 50, and 75%"
            name="callbackProgress"
            onChange={({ target }) => onChange({ callbackProgress: target.checked })}
          />
          {draft.otherCallbacks.length > 0 && (
            <ul aria-label="Further callback URLs" className="mt-2.5 grid gap-1.5 text-[14.5px]">
              {draft.otherCallbacks.map((other) => (
                <li className="flex flex-wrap items-center gap-x-3 gap-y-1" key={other.url}>
                  <span className="wrap-anywhere min-w-0">
                    Also calls <code className="font-mono text-[13px]">{other.url}</code>{' '}
                    {other.progress ? 'at 25, 50, and 75%, and at the end' : 'at the end'}
                  </span>
                  <Button
                    aria-label={`Remove ${other.url}`}
                    onClick={() =>
                      onChange({ otherCallbacks: draft.otherCallbacks.filter((kept) => kept !== other) })
                    }
                    size="small"
                    variant="line"
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  );
}

const conditionExample = ({ columns }: BulkFile): string => {
  const name = columns[0]?.name ?? 'name';
  return /^[A-Za-z_]\w*$/.test(name) ? `variables.${name} != ''` : `variables[${JSON.stringify(name)}] != ''`;
};

/** The columns of the file; each inserts its value into the workflow. */
function Columns({ file, onInsert }: { file: BulkFile; onInsert: (text: string) => void }) {
  return (
    <>
      <p className="mt-3 text-[14px] text-muted">A column&apos;s name inserts its value at the cursor.</p>
      <ul aria-label="Columns" className="mt-1.5 flex max-h-[124px] flex-wrap gap-1.5 overflow-y-auto p-0.5">
        {file.columns.map(({ name }) => (
          <li className="max-w-full" key={name}>
            <button
              aria-label={`Insert ${name}`}
              className={`${buttonLook('line', 'small')} max-w-full font-mono font-normal! text-[13px]!`}
              onClick={() => onInsert(columnReference(name))}
              type="button"
            >
              <span className="overflow-hidden text-ellipsis">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
