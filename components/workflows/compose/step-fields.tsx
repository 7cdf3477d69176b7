import { useEffect, useRef, useState } from 'react';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { CodeMarks } from '@/components/ui/code-marks';
import { workflowLimits } from '@/lib/config/limits';
import { modelFields } from '@/lib/config/model-fields';
import { fieldsOf } from '@/lib/rules/json';
import { idOf } from './edit-workflow';
import { FallbackFields, ModelField } from './model-fields';
import { callsModel, type PluginOption, taskNames, taskOptions } from './plugins';
import { ProcessorFields } from './processor-fields';
import {
  ChecksField,
  ChoiceField,
  FlagField,
  faultOf,
  innerScope,
  isWithin,
  JsonField,
  LinesField,
  NumberField,
  type Scope,
  TextField,
} from './value-fields';

const tones = ['neutral', 'formal', 'friendly', 'technical', 'plain', 'persuasive', 'empathetic'];

/** The fields under "More". */
const moreFields = [
  ...['input', 'fallbacks', 'tone', 'temperature', 'max_tokens', 'on_error', 'on_refusal', 'retries'],
  ...['timeout_ms', 'first_token_timeout_ms', 'idle_timeout_ms', 'preprocessors', 'postprocessors'],
];
const drawn = new Set([
  ...['id', 'task', 'instructions', 'options', 'model', 'strategy', 'dependsOn', 'condition'],
  ...moreFields,
]);

/** Whether a step of that task can have the field. */
const takes = (task: string, field: string): boolean =>
  callsModel(task) || !Object.hasOwn(modelFields, field);

interface StepFieldsProps {
  of: Scope;
  /** From 0. */
  index: number;
  /** The ids of the other steps. */
  others: readonly string[];
  actions: MenuAction[];
  /** Its button of actions takes the focus once this changes to a number. */
  focusAt: number | null;
}

/** One step: what it does, who does it, and what it waits for. */
export function StepFields({ of: scope, index, others, actions, focusAt }: StepFieldsProps) {
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusAt !== null) menu.current?.focus();
  }, [focusAt]);
  const id = idOf(scope.fields);
  const name = id || `step ${index + 1}`;
  const task = String(scope.fields.task ?? '');
  const options = taskOptions(task);
  const optionsScope = innerScope(scope, 'options', fieldsOf(scope.fields.options));
  const undrawn = scope.faults.filter(({ path }) => {
    if (!isWithin(path, scope.path)) return false;
    const [, field = '', option = ''] = /^\.?(\w+)(?:\.(\w+))?/.exec(path.slice(scope.path.length)) ?? [];
    if (field === 'options') return !options.some(({ name }) => name === option);
    return !drawn.has(field) || !takes(task, field);
  });
  return (
    <section
      aria-label={`Step ${name}`}
      className="min-w-0 rounded-panel border border-rule bg-white px-4 pt-3 pb-4 [--surface:white] sm:px-5"
    >
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 className="min-w-0 truncate font-semibold text-[15px]">
          {index + 1}. <bdi>{name}</bdi>
        </h3>
        <ActionMenu actions={actions} label={`Actions for step ${name}`} ref={menu} />
      </div>
      {undrawn.length > 0 && (
        <ul className="mb-3 text-[13.5px] text-red">
          {undrawn.map(({ path, message }) => (
            <li className="wrap-anywhere" key={`${path} ${message}`}>
              <CodeMarks text={message} />
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <TextField label="ID" mono name="id" of={scope} required />
        <ChoiceField label="Task" name="task" of={scope} usual={null} values={taskNames} />
        <TextField
          className="sm:col-span-2"
          label="Instructions"
          lines
          name="instructions"
          of={scope}
          placeholder="What to mind. {{ variables.name }} inserts a value."
        />
        {options.map((option) => (
          <OptionField key={`${task} ${option.name}`} of={optionsScope} option={option} />
        ))}
        {callsModel(task) && (
          <>
            {/* Below the task's options, however many there are. */}
            <ModelField className="sm:col-start-1" of={scope} />
            <ChoiceField
              hint="How a model is chosen."
              label="Strategy"
              name="strategy"
              of={scope}
              usual="BALANCED"
              values={['QUALITY', 'SPEED', 'COST']}
            />
          </>
        )}
        {(others.length > 0 || scope.fields.dependsOn !== undefined) && (
          <ChecksField
            className="sm:col-span-2"
            hint={
              asksAboutInput(scope.fields)
                ? aboutInput
                : 'It starts once they have settled, and works on their outputs.'
            }
            label="Depends on"
            name="dependsOn"
            of={scope}
            values={others}
          />
        )}
        <TextField
          className="sm:col-span-2"
          hint="A CEL expression. If it’s false, the step is skipped."
          label="Condition"
          mono
          name="condition"
          of={scope}
          placeholder={others[0] ? `steps.${others[0]}.output.label == "defect"` : 'variables.urgent == true'}
        />
      </div>
      <MoreFields name={name} of={scope} task={task} />
    </section>
  );
}

/** Whether an approval names no text of its own, which is easily taken for the output of the step above it. */
const asksAboutInput = ({ task, input, dependsOn }: Scope['fields']): boolean =>
  task === 'approval' && input === undefined && !(Array.isArray(dependsOn) && dependsOn.length > 0);

const aboutInput =
  'Choose the step whose output a person decides about. If none is chosen, it is the workflow’s input, or in the mode SEQUENTIAL the output before it.';

/** The fields that most steps omit. Opened by itself if there is a fault in it. */
function MoreFields({ of: scope, name, task }: { of: Scope; name: string; task: string }) {
  const [open, setOpen] = useState(false);
  const fields = moreFields.filter((field) => takes(task, field));
  const isFaulty = fields.some((field) => faultOf(scope, field) !== undefined);
  const used = fields.filter((field) => scope.fields[field] !== undefined).length;
  const withModel = callsModel(task);
  const shown = open || isFaulty;
  return (
    <div className="mt-3.5">
      <button
        aria-expanded={shown}
        className="cursor-pointer rounded-control py-1 text-[14.5px] text-muted hover:text-text"
        onClick={() => setOpen(!shown)}
        type="button"
      >
        <span aria-hidden="true" className={`mr-1.5 inline-block ${shown ? 'rotate-90' : ''}`}>
          ›
        </span>
        More<span className="sr-only"> for step {name}</span>
        {used > 0 && ` (${used} set)`}
      </button>
      {shown && (
        <div className="mt-2.5 grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
          <TextField
            className="sm:col-span-2"
            hint="By default, the outputs of what it depends on. If there are none, the workflow’s input or file."
            label="Input of this step"
            lines
            name="input"
            of={scope}
          />
          {withModel && <FallbackFields of={scope} />}
          <ChoiceField
            label="If it fails"
            name="on_error"
            of={scope}
            usual="Fail the job"
            values={['CONTINUE']}
          />
          {withModel && (
            <>
              <ChoiceField
                label="If a model declines"
                name="on_refusal"
                of={scope}
                usual="Fail the step"
                values={['FALLBACK']}
              />
              <NumberField
                label="Retries"
                name="retries"
                of={scope}
                placeholder={`2 (0 to ${workflowLimits.retries})`}
              />
              <NumberField label="Max tokens" name="max_tokens" of={scope} />
              <NumberField
                label="Temperature"
                name="temperature"
                of={scope}
                placeholder="The task’s (0 to 2)"
              />
              <ChoiceField label="Tone" name="tone" of={scope} usual="neutral" values={tones.slice(1)} />
              <NumberField label="Timeout (ms)" name="timeout_ms" of={scope} placeholder="60000" />
              <NumberField
                label="First token timeout (ms)"
                name="first_token_timeout_ms"
                of={scope}
                placeholder="10000"
              />
              <NumberField label="Idle timeout (ms)" name="idle_timeout_ms" of={scope} placeholder="10000" />
            </>
          )}
          <ProcessorFields kind="preprocessor" of={scope} />
          <ProcessorFields kind="postprocessor" of={scope} />
        </div>
      )}
    </div>
  );
}

/** An option of a task, with the control for its type. */
function OptionField({ of: scope, option }: { of: Scope; option: PluginOption }) {
  const { name, meaning, control, required } = option;
  const label = optionLabel(name);
  const field = { hint: meaning, label, name, of: scope };
  const placeholder = required ? 'Required' : (option.default ?? undefined);
  switch (control.kind) {
    case 'text':
      return <TextField {...field} placeholder={placeholder} />;
    case 'number':
      return <NumberField {...field} placeholder={placeholder} />;
    case 'flag':
      return <FlagField {...field} usual={option.default === 'true'} />;
    case 'choice':
      return (
        <ChoiceField
          {...field}
          usual={required ? null : (option.default ?? 'None')}
          values={control.values.filter((value) => value !== option.default)}
        />
      );
    case 'choices':
      return (
        <ChecksField
          {...field}
          className="sm:col-span-2"
          hint={option.default === null ? meaning : `${meaning} If none is chosen: ${option.default}.`}
          values={control.values}
        />
      );
    case 'lines':
      return <LinesField {...field} className="sm:col-span-2" label={`${label} (one per line)`} />;
    case 'json':
      return <JsonField {...field} className="sm:col-span-2" label={`${label} (JSON)`} />;
  }
}

/** `max_words` as `Max words`. */
const optionLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
