'use client';
import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';
import { graphql } from 'cm6-graphql';
import { buildSchema } from 'graphql';
import { useId, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Select } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { useStoredDraft } from '@/components/ui/use-stored-draft';
import { brand } from '@/lib/config/brand';
import { docsTrees } from '@/lib/config/docs';
import { formatCount, formatQuantity } from '@/lib/format/number';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { CodeEditor } from './code-editor';
import { type Example, examplesFor } from './examples';
import { type Draft, type Reply, useRequest } from './use-request';

const jsonLanguage = json();

/** The playground itself: the request and its response. */
export function PlaygroundPanel({ sdl, user }: { sdl: string; user: CurrentUser }) {
  const hintId = useId();
  const queryLanguage = useMemo(() => graphql(buildSchema(sdl)), [sdl]);
  const examples = useMemo(() => examplesFor(user), [user]);
  const { query, variables } = examples[0];
  const [draft, changeDraft] = useStoredDraft<Draft>(brand.draftKey, user.id, { query, variables });
  const { reply, run, clear } = useRequest();
  const [fault, setFault] = useState('');

  const send = () => setFault(run(draft));
  const change = (part: Partial<Draft>) => {
    changeDraft(part);
    if ('variables' in part) setFault('');
  };
  const reset = () => {
    clear();
    change({ query, variables });
  };

  return (
    <>
      <PlaygroundBar
        email={user.email}
        examples={examples}
        draft={draft}
        running={reply.state === 'running'}
        onExample={change}
        onReset={reset}
        onRun={send}
      />
      {fault && (
        <p role="alert" className="mt-3 text-[14.5px] font-medium text-red">
          {fault}
        </p>
      )}
      <div className="mt-3 grid gap-3 @2xl:grid-cols-2">
        <div className="flex min-w-0 flex-col overflow-hidden rounded-panel bg-ink text-on-ink">
          <PaneTitle>Query</PaneTitle>
          <div className="h-[304px]">
            <CodeEditor
              label="Query"
              describedBy={hintId}
              language={queryLanguage}
              value={draft.query}
              onChange={(query) => change({ query })}
              onRun={send}
            />
          </div>
          <PaneTitle>Variables</PaneTitle>
          <div className="h-[114px]">
            <CodeEditor
              label="Variables, a JSON object"
              describedBy={hintId}
              language={jsonLanguage}
              value={draft.variables}
              onChange={(variables) => change({ variables })}
              onRun={send}
            />
          </div>
        </div>
        <ResponsePane reply={reply} language={jsonLanguage} onRetry={send} />
      </div>
      <div className="mt-2 flex flex-wrap justify-between gap-x-6 text-[13.5px] text-muted">
        <p id={hintId}>
          Ctrl or ⌘ with Enter runs, Ctrl with Space completes. Escape, then Tab, leaves an editor.
        </p>
        {/* Saved, not shown: a browser that shows a file asks for an icon, which the policy of files refuses. */}
        <a
          className="-my-2 inline-block py-2"
          href={`${docsTrees.devdocs.root}/schema.graphql`}
          download="schema.graphql"
        >
          Download schema
        </a>
      </div>
    </>
  );
}

function PaneTitle({ children }: { children: string }) {
  return (
    <p className="flex h-[43px] shrink-0 items-center border-b border-rule-dark px-4 font-mono text-[12.5px] text-on-ink-muted not-first:border-t">
      {children}
    </p>
  );
}

interface PlaygroundBarProps {
  email: string;
  examples: Example[];
  draft: Draft;
  running: boolean;
  onExample: (draft: Draft) => void;
  onReset: () => void;
  onRun: () => void;
}

/** The signed-in user, the examples, and the button that sends the request. */
function PlaygroundBar(props: PlaygroundBarProps) {
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

interface ResponsePaneProps {
  reply: Reply;
  /** The language JSON; the same object on every render. */
  language: Extension;
  onRetry: () => void;
}

/** The whole response; the previous one stays until the next one has arrived. */
function ResponsePane({ reply, language, onRetry }: ResponsePaneProps) {
  const { response } = reply;
  return (
    <div className="flex h-[380px] min-w-0 flex-col overflow-hidden rounded-panel bg-ink text-on-ink @2xl:h-auto">
      <div className="flex min-h-[43px] shrink-0 items-center justify-between gap-3 border-b border-rule-dark py-1 pr-1.5 pl-4 font-mono text-[12.5px] text-on-ink-muted">
        <p>Response</p>
        <div className="flex items-center gap-3">
          <ResponseStatus reply={reply} />
          {response && <CopyButton value={response.text} what="response" variant="quiet" />}
        </div>
      </div>
      {reply.state === 'failed' ? (
        <Failure className="m-4" message={reply.message} onRetry={onRetry} />
      ) : (
        // A long response scrolls within the pane.
        <div className="relative min-h-0 grow" aria-busy={reply.state === 'running'}>
          <div className="absolute inset-0">
            {response ? (
              <CodeEditor label="Response" language={language} value={response.text} />
            ) : (
              <p className="px-4 py-3 text-[14px] text-on-ink-muted">
                Run the query to see its response here.
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** The response's HTTP status, time, and size, and the codes of its GraphQL errors. */
function ResponseStatus({ reply }: { reply: Reply }) {
  const { response } = reply;
  return (
    <p role="status" className="flex flex-wrap justify-end gap-x-3">
      {reply.state === 'running' && 'Running...'}
      {reply.state === 'answered' && response && response.errors.length > 0 && (
        <strong className="font-semibold text-amber-glow">
          {formatQuantity(response.errors.length, { one: 'error', other: 'errors' })}:{' '}
          {[...new Set(response.errors)].join(', ')}
        </strong>
      )}
      {reply.state === 'answered' && response && (
        <span>
          {response.status} · {formatCount(response.milliseconds)} ms · {formatSize(response.bytes)}
        </span>
      )}
    </p>
  );
}

const formatSize = (bytes: number) => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`);
