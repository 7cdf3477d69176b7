import { useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/form';
import { fieldsOf } from '@/lib/rules/json';
import { type ProcessorKind, processorsOf } from './plugins';
import { faultOf, innerScope, JsonField, type Scope } from './value-fields';

const words = { preprocessor: 'Preprocessors', postprocessor: 'Postprocessors' } as const;

/** The processors of a step in their order, each with its options. */
export function ProcessorFields({ of: scope, kind }: { of: Scope; kind: ProcessorKind }) {
  const id = useId();
  const name = `${kind}s`;
  const known = processorsOf(kind);
  const [next, setNext] = useState(known[0]?.name ?? '');
  const choice = useRef<HTMLSelectElement>(null);
  const value = scope.fields[name];
  const listed = Array.isArray(value) ? value.map(fieldsOf) : [];
  const set = (processors: readonly object[]) =>
    scope.set(name, processors.length > 0 ? processors : undefined);
  const fault = listed.length === 0 ? faultOf(scope, name) : undefined;
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 font-semibold text-[14px]">{words[kind]}</legend>
      <ol className="grid gap-2.5">
        {listed.map((processor, index) => {
          const called = String(processor.name ?? '');
          const place = `${name}[${index}]`;
          const inner: Scope = {
            ...innerScope(scope, place, processor),
            set: (field, next) => {
              const { [field]: _before, ...others } = processor;
              set(listed.toSpliced(index, 1, next === undefined ? others : { ...others, [field]: next }));
            },
          };
          const otherFault = faultOf(inner, 'name');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a processor may be there twice.
            <li className="min-w-0 rounded-panel border border-rule px-3 py-2.5" key={index}>
              <div className="flex items-center justify-between gap-3">
                <code className="wrap-anywhere min-w-0 font-mono text-[13.5px]">{called}</code>
                <Button
                  aria-label={`Remove ${called}`}
                  onClick={() => {
                    // The button is about to go.
                    choice.current?.focus();
                    set(listed.toSpliced(index, 1));
                  }}
                  size="small"
                  variant="line"
                >
                  Remove
                </Button>
              </div>
              {otherFault && <p className="wrap-anywhere text-[13.5px] text-red">{otherFault}</p>}
              <JsonField
                className="mt-1.5"
                hint={known.find((one) => one.name === called)?.summary}
                label="Options (JSON)"
                name="options"
                of={inner}
                placeholder="{}"
              />
            </li>
          );
        })}
      </ol>
      {fault && <p className="wrap-anywhere mt-1 text-[13.5px] text-red">{fault}</p>}
      <div className="mt-2 flex gap-2">
        <label className="sr-only" htmlFor={id}>
          {`Next ${kind}`}
        </label>
        <span className="min-w-0 grow sm:max-w-[280px]">
          <Select
            className="h-[34px]! text-[14px]!"
            id={id}
            onChange={({ target }) => setNext(target.value)}
            ref={choice}
            value={next}
          >
            {known.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </Select>
        </span>
        <Button onClick={() => set([...listed, { name: next }])} size="small" variant="line">
          Add<span className="sr-only"> {kind}</span>
        </Button>
      </div>
    </fieldset>
  );
}
