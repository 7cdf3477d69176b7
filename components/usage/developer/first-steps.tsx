import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { LinkButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState, EmptyStateTitle } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/link';
import { graphql } from '@/lib/graphql-client/graphql';

const firstKeysQuery = graphql(`
  query FirstKeys {
    myApiKeys(limit: 20) {
      last_used_at
    }
  }
`);

const firstCall = (origin: string) => `export SWITCHYARD_TOKEN=sy_live_...

curl -s ${origin}/api/graphql \\
  -H "authorization: Bearer $SWITCHYARD_TOKEN" \\
  -H "content-type: application/json" \\
  -d '{"query":"{ myApiKeys { name last_used_at } }"}'`;

/** The steps to a developer's first execution: a key, a call, a workflow. Done steps are marked. */
export function FirstSteps() {
  const [{ data }] = useQuery({ query: firstKeysQuery, requestPolicy: 'cache-and-network' });
  const keys = data?.myApiKeys ?? [];
  const call = firstCall(window.location.origin);
  return (
    <EmptyState>
      <EmptyStateTitle>No executions yet</EmptyStateTitle>
      <ol className="mt-2 grid w-full gap-6">
        <Step done={keys.length > 0} number={1} title="Create your first API key">
          <p>Your app calls the API with it, as you. The key itself is shown once.</p>
          <LinkButton className="mt-3" href="/dashboard/account#api-keys" variant="line">
            Create an API key
          </LinkButton>
        </Step>
        <Step done={keys.some((key) => key.last_used_at)} number={2} title="Make the first call">
          <p>
            It lists your keys; put yours into its first line. Or try the{' '}
            <TextLink href="/dashboard/devdocs/api-playground">API playground</TextLink>, which needs none.
          </p>
          <figure className="mt-3 overflow-hidden rounded-panel bg-ink text-on-ink">
            <figcaption className="flex items-center justify-between border-rule-dark border-b py-2 pr-2 pl-4 font-mono text-on-ink-muted text-xs">
              first-call.sh
              <CopyButton value={call} variant="quiet" what="the first call" />
            </figcaption>
            <pre className="whitespace-pre-wrap break-words px-4 py-3 font-mono text-[13px] leading-relaxed">
              {call}
            </pre>
          </figure>
        </Step>
        <Step done={false} number={3} title="Run a workflow">
          <p>
            The <TextLink href="/dashboard/devdocs/quickstart">quickstart</TextLink> has one to copy. It runs
            on the sandbox, and is counted here once it has ended.
          </p>
        </Step>
      </ol>
    </EmptyState>
  );
}

interface StepProps {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

function Step({ number, title, done, children }: StepProps) {
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden="true"
        className={`grid size-7 place-items-center rounded-full border font-mono font-semibold text-[13px] ${done ? 'border-signal-ink bg-signal-ink text-white' : 'border-rule text-muted'}`}
      >
        {done ? '✓' : number}
      </span>
      <div className="text-[15px] text-muted">
        <p className="font-semibold text-text">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </p>
        {children}
      </div>
    </li>
  );
}
