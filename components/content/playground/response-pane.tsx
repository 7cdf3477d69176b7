import type { Extension } from '@codemirror/state';
import { CopyButton } from '@/components/ui/copy-button';
import { Failure } from '@/components/ui/outcome';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { CodeEditor } from './code-editor';
import type { Reply } from './use-request';

interface ResponsePaneProps {
  reply: Reply;
  /** The language JSON; the same object on every render. */
  language: Extension;
  onRetry: () => void;
}

/** The whole response; the previous one stays until the next one has arrived. */
export function ResponsePane({ reply, language, onRetry }: ResponsePaneProps) {
  const { answer } = reply;
  return (
    <div className="flex h-[380px] min-w-0 flex-col overflow-hidden rounded-panel bg-ink text-on-ink @2xl:h-auto">
      <div className="flex min-h-[43px] shrink-0 items-center justify-between gap-3 border-b border-rule-dark py-1 pr-1.5 pl-4 font-mono text-[12.5px] text-on-ink-muted">
        <p>Response</p>
        <div className="flex items-center gap-3">
          <ResponseStatus reply={reply} />
          {answer && <CopyButton value={answer.text} what="response" variant="quiet" />}
        </div>
      </div>
      {reply.state === 'failed' ? (
        <Failure className="m-4" message={reply.message} onRetry={onRetry} />
      ) : (
        // A long response scrolls within the pane.
        <div className="relative min-h-0 grow" aria-busy={reply.state === 'running'}>
          <div className="absolute inset-0">
            {answer ? (
              <CodeEditor label="Response" language={language} value={answer.text} />
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
  const { answer } = reply;
  return (
    <p role="status" className="flex flex-wrap justify-end gap-x-3">
      {reply.state === 'running' && 'Running...'}
      {reply.state === 'answered' && answer && answer.errors.length > 0 && (
        <strong className="font-semibold text-amber-glow">
          {formatQuantity(answer.errors.length, { one: 'error', other: 'errors' })}:{' '}
          {[...new Set(answer.errors)].join(', ')}
        </strong>
      )}
      {reply.state === 'answered' && answer && (
        <span>
          {answer.status} · {formatCount(answer.milliseconds)} ms · {formatSize(answer.bytes)}
        </span>
      )}
    </p>
  );
}

const formatSize = (bytes: number) => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`);
