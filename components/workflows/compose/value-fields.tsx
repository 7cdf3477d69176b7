import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { CodeMarks } from '@/components/ui/code-marks';
import { Checkbox, Field, Input, Select, Textarea } from '@/components/ui/form';
import type { WorkflowFault } from '@/components/workflows/parse-workflow';
import { type Fields, typedJson, typedLines, typedNumber } from './edit-workflow';

/** A JSON object that a form edits, and where it is in the workflow. */
export interface Scope {
  fields: Fields;
  /** `steps[0]`; '' for the workflow itself. */
  path: string;
  faults: readonly WorkflowFault[];
  /** @param value undefined takes the field out */
  set: (name: string, value: unknown) => void;
}

/** The scope of an object within another; it goes once it has no field. */
export function innerScope(scope: Scope, name: string, fields: Fields): Scope {
  return {
    fields,
    path: pathIn(scope, name),
    faults: scope.faults,
    set: (field, value) => {
      const { [field]: _before, ...others } = fields;
      const next = value === undefined ? others : { ...fields, [field]: value };
      scope.set(name, Object.keys(next).length > 0 ? next : undefined);
    },
  };
}

const pathIn = ({ path }: Scope, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The faults of a field and of everything in it, in sentences; undefined if there are none. */
export function faultOf(scope: Scope, name: string): string | undefined {
  const path = pathIn(scope, name);
  const found = scope.faults.filter((fault) => isWithin(fault.path, path));
  return found.length > 0 ? found.map(({ message }) => message).join(' ') : undefined;
}

/** Whether a fault's path is that of a value, or of a part of it. */
export const isWithin = (path: string, whole: string): boolean =>
  path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);

interface ValueProps {
  of: Scope;
  name: string;
  label: string;
  hint?: ReactNode;
  className?: string;
}

/** A field with its label, faults, and hint. */
function ScopeField({
  of: scope,
  name,
  label,
  hint,
  className,
  children,
}: ValueProps & Pick<ComponentProps<typeof Field>, 'children'>) {
  const fault = faultOf(scope, name);
  return (
    <Field
      className={`wrap-anywhere min-w-0 ${className ?? ''}`}
      error={fault}
      hint={typeof hint === 'string' ? <CodeMarks text={hint} /> : hint}
      label={label}
    >
      {children}
    </Field>
  );
}

/** A value as a text that can be typed over. */
const shownText = (value: unknown): string => {
  if (value == null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

interface TextFieldProps extends ValueProps {
  /** A text area of several lines. */
  lines?: boolean;
  /** A name, a condition, or a template. */
  mono?: boolean;
  /** Kept in the workflow while it's empty. */
  required?: boolean;
  placeholder?: string | undefined;
}

export function TextField({ lines, mono, required, placeholder, ...field }: TextFieldProps) {
  const { of: scope, name } = field;
  const look = mono ? 'font-mono text-[14px]!' : '';
  const control = {
    autoComplete: 'off',
    'data-path': pathIn(scope, name),
    onChange: ({ target }: { target: { value: string } }) =>
      scope.set(name, target.value === '' && !required ? undefined : target.value),
    placeholder,
    spellCheck: !mono,
    value: shownText(scope.fields[name]),
  };
  return (
    <ScopeField {...field}>
      {(wiring) =>
        lines ? (
          <Textarea {...wiring} {...control} className={`min-h-[92px] ${look}`} />
        ) : (
          <Input {...wiring} {...control} className={look} />
        )
      }
    </ScopeField>
  );
}

export function NumberField({ placeholder, ...field }: ValueProps & { placeholder?: string | undefined }) {
  const { of: scope, name } = field;
  return (
    <ScopeField {...field}>
      {(wiring) => (
        <Input
          {...wiring}
          autoComplete="off"
          data-path={pathIn(scope, name)}
          inputMode="decimal"
          onChange={({ target }) => scope.set(name, typedNumber(target.value))}
          placeholder={placeholder}
          value={shownText(scope.fields[name])}
        />
      )}
    </ScopeField>
  );
}

interface ChoiceFieldProps extends ValueProps {
  values: readonly string[];
  /** The value without the field, as words: it takes the field out. Null: the field stays. */
  usual: string | null;
}

export function ChoiceField({ values, usual, ...field }: ChoiceFieldProps) {
  const { of: scope, name } = field;
  const value = shownText(scope.fields[name]);
  const isKnown = values.includes(value);
  return (
    <ScopeField {...field}>
      {(wiring) => (
        <Select
          {...wiring}
          data-path={pathIn(scope, name)}
          onChange={({ target }) => scope.set(name, target.value || undefined)}
          value={value}
        >
          {(usual !== null || value === '') && (
            <option value="">{usual === null ? 'Choose one' : `${usual} (default)`}</option>
          )}
          {value !== '' && !isKnown && <option value={value}>{value}</option>}
          {values.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      )}
    </ScopeField>
  );
}

/** A field that is on or off. @param usual whether it's on without the field */
export function FlagField({
  of: scope,
  name,
  label,
  hint,
  usual,
  className = '',
}: ValueProps & { usual: boolean }) {
  const id = useId();
  const fault = faultOf(scope, name);
  const value = scope.fields[name] ?? usual;
  return (
    <div className={className}>
      <Checkbox
        aria-describedby={`${id}-hint`}
        aria-invalid={fault ? true : undefined}
        checked={value === true}
        data-path={pathIn(scope, name)}
        label={label}
        onChange={({ target }) => scope.set(name, target.checked === usual ? undefined : target.checked)}
      />
      <p className="text-[13.5px] text-muted" id={`${id}-hint`}>
        {fault ? <span className="text-red">{fault}</span> : hint}
      </p>
    </div>
  );
}

interface TypedFieldProps extends ValueProps {
  /** A text that isn't a value yet is the value itself, so that nothing typed is lost. */
  read: (text: string) => unknown;
  write: (value: unknown) => string;
  mono?: boolean;
  placeholder?: string | undefined;
}

/** A value that is typed as a text. The text stays as it's typed as long as it reads as the value. */
function TypedField({ read, write, mono, placeholder, ...field }: TypedFieldProps) {
  const { of: scope, name } = field;
  const value = scope.fields[name] ?? undefined;
  const [typed, setTyped] = useState('');
  const shown = JSON.stringify(read(typed)) === JSON.stringify(value) ? typed : write(value);
  return (
    <ScopeField {...field}>
      {(wiring) => (
        <Textarea
          {...wiring}
          autoComplete="off"
          className={`min-h-[76px] ${mono ? 'font-mono text-[13.5px]!' : ''}`}
          data-path={pathIn(scope, name)}
          onChange={({ target }) => {
            setTyped(target.value);
            scope.set(name, read(target.value));
          }}
          placeholder={placeholder}
          spellCheck={!mono}
          value={shown}
        />
      )}
    </ScopeField>
  );
}

const linesText = (value: unknown): string =>
  Array.isArray(value) ? value.map(shownText).join('\n') : shownText(value);

/** A list of texts, one per line. */
export const LinesField = (field: ValueProps & { placeholder?: string | undefined }) => (
  <TypedField {...field} read={typedLines} write={linesText} />
);

const jsonText = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
};

/** A list or an object, as JSON. */
export const JsonField = (field: ValueProps & { placeholder?: string | undefined }) => (
  <TypedField {...field} mono read={typedJson} write={jsonText} />
);

interface ChecksFieldProps extends ValueProps {
  values: readonly string[];
}

/** A list of names, each chosen or not. Without the field, none is chosen. */
export function ChecksField({ of: scope, name, label, hint, values, className = '' }: ChecksFieldProps) {
  const id = useId();
  const fault = faultOf(scope, name);
  const value = scope.fields[name];
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const others = chosen.filter((one): one is string => typeof one === 'string' && !values.includes(one));
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    scope.set(name, next.length > 0 ? next : undefined);
  };
  return (
    <fieldset aria-describedby={`${id}-hint`} className={`min-w-0 ${className}`}>
      <legend className="mb-0.5 font-semibold text-[14px]">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {[...values, ...new Set(others)].map((one) => (
          <Checkbox
            aria-invalid={fault ? true : undefined}
            checked={chosen.includes(one)}
            data-path={pathIn(scope, name)}
            key={one}
            label={<span className="wrap-anywhere">{one}</span>}
            onChange={() => toggle(one)}
          />
        ))}
      </div>
      <p className="text-[13.5px] text-muted" id={`${id}-hint`}>
        {fault ? <span className="wrap-anywhere text-red">{fault}</span> : hint}
      </p>
    </fieldset>
  );
}
