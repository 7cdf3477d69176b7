import { type ReactNode, useRef, useState } from 'react';
import type { MenuAction } from '@/components/ui/action-menu';
import { Button } from '@/components/ui/button';
import { FileDrop } from '@/components/ui/file-drop';
import type { WorkflowFault } from '@/components/workflows/parse-workflow';
import { limits, workflowLimits } from '@/lib/config/limits';
import { formatBytes } from '@/lib/format/number';
import { binaryKind, noTextIn } from '@/lib/rules/binary-file';
import { fieldsOf } from '@/lib/rules/json';
import {
  addStep,
  duplicateStep,
  type Fields,
  idOf,
  moveStep,
  removeStep,
  stepsOf,
  withField,
  withStepField,
} from './edit-workflow';
import { StepFields } from './step-fields';
import { ChoiceField, JsonField, type Scope, TextField } from './value-fields';

interface WorkflowFieldsProps {
  workflow: Fields;
  faults: readonly WorkflowFault[];
  onChange: (workflow: Fields) => void;
  file: File | null;
  /** Why the earlier file isn't there. */
  fileNote: ReactNode;
  onFile: (file: File | null) => void;
  /** The text can't be read: the form shows it as it was, and can't be used. */
  disabled: boolean;
}

/** A workflow as a form of steps. It changes the workflow's JSON, and keeps what it doesn't show. */
export function WorkflowFields(props: WorkflowFieldsProps) {
  const { workflow, faults, onChange, file, fileNote, onFile, disabled } = props;
  const scope: Scope = {
    fields: workflow,
    path: '',
    faults,
    set: (name, value) => onChange(withField(workflow, name, value)),
  };
  return (
    <fieldset className="min-w-0 disabled:opacity-60" disabled={disabled}>
      <legend className="sr-only">Workflow</legend>
      <div className="grid gap-y-3.5">
        <TextField label="Name" name="name" of={scope} placeholder="Unnamed workflow" />
        <TextField
          hint={file ? 'The file is the text that it works on, too.' : undefined}
          label="Input"
          lines
          name="input"
          of={scope}
          placeholder="The text that it works on"
        />
        <InputFile
          decodes={stepsOf(workflow).some(standardizes)}
          file={file}
          note={fileNote}
          onFile={onFile}
        />
        <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
          <JsonField
            hint="For templates and conditions."
            label="Variables (JSON)"
            name="variables"
            of={scope}
            placeholder={'{ "language": "English" }'}
          />
          <ChoiceField
            hint="What a step waits for."
            label="Mode"
            name="mode"
            of={scope}
            usual="DEPENDENCY"
            values={['SEQUENTIAL', 'PARALLEL']}
          />
        </div>
      </div>
      <Steps faults={faults} onChange={onChange} workflow={workflow} />
      {(workflow.callbacks !== undefined || workflow.metadata !== undefined) && (
        <p className="mt-3 text-[14px] text-muted">Change its callbacks and metadata in the JSON.</p>
      )}
    </fieldset>
  );
}

const standardizes = ({ preprocessors }: Fields): boolean =>
  Array.isArray(preprocessors) &&
  preprocessors.some((entry) => fieldsOf(entry).name === 'standardizeEncoding');

/** @param change gets the changed workflow, and the step to focus; null: the step is removed, with its button */
function stepActions(
  workflow: Fields,
  index: number,
  change: (workflow: Fields, focused: number | null) => void,
): MenuAction[] {
  const count = stepsOf(workflow).length;
  const up: MenuAction = {
    label: 'Move up',
    onSelect: () => change(moveStep(workflow, index, -1), index - 1),
  };
  const down: MenuAction = {
    label: 'Move down',
    onSelect: () => change(moveStep(workflow, index, 1), index + 1),
  };
  const duplicate: MenuAction = {
    label: 'Duplicate',
    onSelect: () => change(duplicateStep(workflow, index), index + 1),
  };
  return [
    ...(index > 0 ? [up] : []),
    ...(index < count - 1 ? [down] : []),
    ...(count < workflowLimits.steps ? [duplicate] : []),
    {
      label: 'Remove',
      tone: 'danger',
      onSelect: () => change(removeStep(workflow, index), null),
    },
  ];
}

function Steps({
  workflow,
  faults,
  onChange,
}: Pick<WorkflowFieldsProps, 'workflow' | 'faults' | 'onChange'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The step whose actions take the focus, and how often that was asked for.
  const [focus, setFocus] = useState({ index: -1, times: 0 });
  const focusStep = (index: number) => setFocus(({ times }) => ({ index, times: times + 1 }));
  const steps = stepsOf(workflow);
  const ids = steps.map(idOf);
  const isFull = steps.length >= workflowLimits.steps;
  const actionsOf = (index: number) =>
    stepActions(workflow, index, (changed, focused) => {
      // The button is about to go.
      if (focused === null) heading.current?.focus();
      onChange(changed);
      if (focused !== null) focusStep(focused);
    });
  return (
    <>
      <h3 className="mt-6 mb-2.5 w-fit font-semibold text-[16px]" ref={heading} tabIndex={-1}>
        Steps
      </h3>
      {faults
        .filter(({ path }) => path === 'steps')
        .map(({ message }) => (
          <p className="mb-2 text-[13.5px] text-red" key={message}>
            {message}
          </p>
        ))}
      {steps.length === 0 && (
        <p className="mb-3 text-[15px] text-muted">No steps yet. A workflow has at least one.</p>
      )}
      <div className="grid gap-3">
        {steps.map((step, index) => (
          <StepFields
            actions={actionsOf(index)}
            focusAt={focus.index === index ? focus.times : null}
            index={index}
            // biome-ignore lint/suspicious/noArrayIndexKey: an id changes while it's typed.
            key={index}
            of={{
              fields: step,
              path: `steps[${index}]`,
              faults,
              set: (name, value) => onChange(withStepField(workflow, index, name, value)),
            }}
            others={ids.filter((id, other) => other !== index && id !== '' && id !== ids[index])}
          />
        ))}
      </div>
      <Button
        aria-disabled={isFull || undefined}
        className="mt-3 aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        onClick={() => {
          if (isFull) return;
          onChange(addStep(workflow));
          focusStep(steps.length);
        }}
        size="small"
        variant="line"
      >
        Add step
      </Button>
    </>
  );
}

const most = limits.workflowFile.bytes;
/** Bytes at a file's beginning that are looked at. */
const LOOKED_AT = 64 * 1024;

/** Why a file can't be sent; null if it may be text. @param decodes whether a step reads other encodings */
async function refusalOf(file: File, decodes: boolean): Promise<string | null> {
  if (file.size > most)
    return `${file.name} has ${formatBytes(file.size)}. A file has at most ${formatBytes(most)}.`;
  try {
    const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
    const kind = binaryKind(bytes);
    if (kind) return noTextIn(file.name, kind);
    // A byte order mark of UTF-16 begins with one of these.
    const isMarked = bytes[0] === 0xff || bytes[0] === 0xfe;
    return bytes.includes(0) && !isMarked && !decodes
      ? `${file.name} isn't text. Steps read text only: save it as text, and choose that.`
      : null;
  } catch (error) {
    console.warn("The file couldn't be read.", error);
    return `${file.name} couldn't be read. Choose a file, not a folder.`;
  }
}

interface InputFileProps {
  file: File | null;
  note: ReactNode;
  onFile: WorkflowFieldsProps['onFile'];
  /** Whether a step reads other encodings than UTF-8. */
  decodes: boolean;
}

/** The file that comes with the workflow. */
function InputFile({ file, note, onFile, decodes }: InputFileProps) {
  const control = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Reading one may take a while: what is found counts only if nothing else was chosen since then.
  const newest = useRef<File | null>(null);
  const take = async (chosen: File) => {
    newest.current = chosen;
    const refused = await refusalOf(chosen, decodes);
    if (newest.current !== chosen) return;
    setRefusal(refused);
    if (refused === null) onFile(chosen);
  };
  return (
    <div>
      <FileDrop
        className="min-h-[96px] py-4!"
        hint={`Text, at most ${formatBytes(most)}. Steps read it in place of the input, or as {{ file }}.`}
        label="File"
        onFile={take}
        ref={control}
      >
        {file ? `${file.name}, ${formatBytes(file.size)}` : 'Drop a file here, or choose one'}
      </FileDrop>
      {refusal && (
        <p className="wrap-anywhere mt-1.5 text-[13.5px] text-red" role="alert">
          {refusal}
        </p>
      )}
      {!file && note}
      {file && (
        <Button
          className="mt-2"
          onClick={() => {
            // The button is about to go.
            control.current?.focus();
            newest.current = null;
            onFile(null);
          }}
          size="small"
          variant="line"
        >
          Remove file
        </Button>
      )}
    </div>
  );
}
