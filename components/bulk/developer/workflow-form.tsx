'use client';
import { type ComponentProps, useId, useRef } from 'react';
import { Button, buttonLook } from '@/components/ui/button';
import { CodeMarks } from '@/components/ui/code-marks';
import { Checkbox, Field, Input, Textarea } from '@/components/ui/form';
import { limits } from '@/lib/config/limits';
import type { InputFault } from '@/lib/graphql-client/client-errors';
import { placeInJson } from '@/lib/rules/place-in-json';
import { type BulkFile, columnReference } from './bulk-file';
import type { RunDraft } from './run-draft';

/** The fields that show their own faults; all others are in the workflow. */
const fields = ['onlyIf', 'concurrency', 'stopAfterFailures', 'stopAfterCost'] as const;
type FieldName = (typeof fields)[number];

const isField = (path: string): path is FieldName => fields.some((field) => field === path);
const isCallback = ({ path }: InputFault): boolean => path.startsWith('callbacks');

interface WorkflowFormProps {
  file: BulkFile;
  draft: RunDraft;
  /** The draft's workflow, or the example. */
  workflow: string;
  faults: readonly InputFault[];
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
        file={file}
        onChange={(text) => onChange({ workflow: text })}
        onReset={draft.workflow === null ? null : () => onChange({ workflow: null })}
        text={workflow}
      />
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
        </div>
      </div>
    </div>
  );
}

const conditionExample = ({ columns }: BulkFile): string => {
  const name = columns[0]?.name ?? 'name';
  return /^[A-Za-z_]\w*$/.test(name) ? `variables.${name} != ''` : `variables[${JSON.stringify(name)}] != ''`;
};

interface WorkflowEditorProps {
  file: BulkFile;
  text: string;
  faults: readonly InputFault[];
  onChange: (text: string) => void;
  /** Brings the example back; null if it's there. */
  onReset: (() => void) | null;
}

function WorkflowEditor({ file, text, faults, onChange, onReset }: WorkflowEditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const element = area.current;
    if (!element) return;
    const { selectionStart, selectionEnd } = element;
    element.setRangeText(columnReference(name), selectionStart, selectionEnd, 'end');
    onChange(element.value);
    element.focus();
  };
  const show = (path: string) => {
    const element = area.current;
    const range = placeInJson(text, path.replace(/^workflow\.?/, ''));
    element?.focus();
    if (range) element?.setSelectionRange(...range);
  };
  return (
    <>
      <div className="mb-1.5 flex min-h-[34px] flex-wrap items-end justify-between gap-x-4">
        <label className="block font-semibold text-[14px]" htmlFor={id}>
          Workflow (JSON)
        </label>
        {onReset && (
          <Button
            onClick={() => {
              // The button is about to go.
              area.current?.focus();
              onReset();
            }}
            size="small"
            variant="line"
          >
            Use example
          </Button>
        )}
      </div>
      <Textarea
        aria-describedby={`${id}-hint${faults.length > 0 ? ` ${id}-faults` : ''}`}
        aria-invalid={faults.length > 0 || undefined}
        autoCapitalize="off"
        autoComplete="off"
        className="min-h-[330px] font-mono text-[13.5px]! [tab-size:2]"
        id={id}
        name="workflow"
        onChange={({ target }) => onChange(target.value)}
        ref={area}
        spellCheck={false}
        value={text}
      />
      {faults.length > 0 && (
        <ul className="mt-1.5 text-[13.5px] text-red" id={`${id}-faults`}>
          {faults.map(({ path, message }) => (
            <li className="wrap-anywhere py-0.5" key={`${path} ${message}`}>
              {path !== 'workflow' && (
                <>
                  <button
                    className="cursor-pointer rounded-control font-mono text-[13px] underline underline-offset-3"
                    onClick={() => show(path)}
                    type="button"
                  >
                    {path}
                  </button>
                  :{' '}
                </>
              )}
              <CodeMarks text={message} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-[14px] text-muted" id={`${id}-hint`}>
        A column&apos;s name inserts its value at the cursor.
      </p>
      <ul aria-label="Columns" className="mt-1.5 flex max-h-[124px] flex-wrap gap-1.5 overflow-y-auto p-0.5">
        {file.columns.map(({ name }) => (
          <li className="max-w-full" key={name}>
            <button
              aria-label={`Insert ${name}`}
              className={`${buttonLook('line', 'small')} max-w-full font-mono font-normal! text-[13px]!`}
              onClick={() => insert(name)}
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
