import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import type { Draft } from './draft';
import type { Example } from './examples';

interface PlaygroundBarProps {
  email: string;
  examples: Example[];
  draft: Draft;
  running: boolean;
  onExample: (draft: Draft) => void;
  onReset: () => void;
  onRun: () => void;
}

/** As whom the calls are made, what may be loaded, and the button that sends. */
export function PlaygroundBar(props: PlaygroundBarProps) {
  const { email, examples, draft, running, onExample, onReset, onRun } = props;
  const selectId = useId();
  const shown = examples.find(
    ({ query, variables }) => query === draft.query && variables === draft.variables,
  );
  const load = (name: string) => {
    const example = examples.find((each) => each.name === name);
    if (example) onExample({ query: example.query, variables: example.variables });
  };

  return (
    <div className="flex flex-col gap-3 text-[14px] @2xl:flex-row @2xl:items-end @2xl:justify-between">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          As <strong>{email}</strong>
        </p>
        <p className="text-muted">Mutations change the real data of your account.</p>
      </div>
      <div className="flex flex-wrap items-end gap-2 @2xl:shrink-0">
        <div className="min-w-[214px] grow basis-full @sm:basis-0">
          <label htmlFor={selectId} className="mb-1.5 block font-semibold">
            Examples
          </label>
          <Select id={selectId} value={shown?.name ?? ''} onChange={(event) => load(event.target.value)}>
            <option value="" disabled>
              Choose an example
            </option>
            {examples.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </div>
        <Button variant="line" size="small" className="min-h-[42px]" onClick={onReset}>
          Reset
        </Button>
        <Button
          size="small"
          className="min-h-[42px] min-w-[96px] grow @sm:grow-0"
          pending={running}
          onClick={onRun}
        >
          {running ? 'Running...' : 'Run'}
        </Button>
      </div>
    </div>
  );
}
