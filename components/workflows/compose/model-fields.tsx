import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/form';
import { workflowLimits } from '@/lib/config/limits';
import { models } from '@/lib/config/models';
import type { ModelConfig } from '@/lib/config/models/model-config';
import { formatPrice } from '@/lib/format/money';
import { faultOf, type Scope } from './value-fields';

const listId = 'models-of-the-catalog';

/** The models of the catalog, which every model field of the page offers. */
export function ModelList() {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <datalist id={listId}>
      {models
        .filter(({ retired }) => retired === null || retired > today)
        .map((model) => (
          <option key={model.id} label={priceOf(model, today) ?? undefined} value={model.id} />
        ))}
    </datalist>
  );
}

/** `$0.15 in, $0.60 out`, in US dollars per million tokens; null if it isn't known. @param day UTC */
function priceOf({ prices }: ModelConfig, day: string): string | null {
  const current = prices.findLast(({ from }) => from <= day)?.prices;
  // A nano-dollar per token is a thousandth of a dollar per million.
  return current
    ? `${formatPrice(current.input / 1_000)} in, ${formatPrice(current.output / 1_000)} out`
    : null;
}

function priceLine(id: string): string {
  const model = models.find((one) => one.id === id);
  const price = model && priceOf(model, new Date().toISOString().slice(0, 10));
  return price ? `${price} per million tokens.` : 'Its price isn’t in the catalog.';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface ModelFieldProps {
  of: Scope;
  /** Whether it's needed: no strategy chooses one. */
  required?: boolean;
  className?: string;
}

/** The model that is called first. */
export function ModelField({ of: scope, required = false, className = '' }: ModelFieldProps) {
  const value = textOf(scope.fields.model);
  const unnamed = required ? undefined : 'Chosen by the strategy.';
  return (
    <Field
      className={`wrap-anywhere min-w-0 ${className}`}
      error={faultOf(scope, 'model')}
      hint={value === '' ? unnamed : priceLine(value)}
      label="Model"
    >
      {(wiring) => (
        <Input
          {...wiring}
          autoComplete="off"
          className="font-mono text-[14px]!"
          data-path={`${scope.path}.model`}
          list={listId}
          onChange={({ target }) => scope.set('model', target.value || undefined)}
          placeholder={required ? 'provider/model' : 'Any'}
          spellCheck={false}
          value={value}
        />
      )}
    </Field>
  );
}

/** The models that are called after it, in order. */
export function FallbackFields({ of: scope }: { of: Scope }) {
  const { fallbacks } = scope.fields;
  const ids: readonly unknown[] = Array.isArray(fallbacks) ? fallbacks : [];
  const set = (next: readonly unknown[]) => scope.set('fallbacks', next.length > 0 ? next : undefined);
  const fault = faultOf(scope, 'fallbacks');
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 font-semibold text-[14px]">Fallbacks</legend>
      <ul className="grid gap-2">
        {ids.map((id, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other names, and two may be equal.
          <li className="flex gap-2" key={index}>
            <Input
              aria-label={`Fallback ${index + 1}`}
              autoComplete="off"
              className="font-mono text-[14px]!"
              data-path={`${scope.path}.fallbacks[${index}]`}
              list={listId}
              onChange={({ target }) => set(ids.toSpliced(index, 1, target.value))}
              spellCheck={false}
              value={textOf(id)}
            />
            <Button
              aria-label={`Remove fallback ${index + 1}`}
              className="h-[42px]!"
              onClick={() => set(ids.toSpliced(index, 1))}
              size="small"
              variant="line"
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {fault && <p className="wrap-anywhere mt-1 text-[13.5px] text-red">{fault}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          aria-disabled={ids.length >= workflowLimits.fallbacks || undefined}
          onClick={() => ids.length < workflowLimits.fallbacks && set([...ids, ''])}
          size="small"
          variant="line"
        >
          Add fallback
        </Button>
        <p className="text-[13.5px] text-muted">
          Called in this order if the model fails. Without any, the two next best follow an unnamed model.
        </p>
      </div>
    </fieldset>
  );
}
