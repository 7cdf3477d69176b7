import { useId, useState } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { curlOf, type SampleRequest, typescriptOf } from '@/lib/format/request-code';
import type { Fields } from './edit-workflow';

const languages = ['curl', 'fetch', 'GraphQL'] as const;
type Language = (typeof languages)[number];

interface CodeSamplesProps {
  workflow: Fields;
  /** The name of the file that comes with it; null for none. */
  fileName: string | null;
}

/** The same start as a program sends it. The API key is a variable of the environment. */
export function CodeSamples({ workflow, fileName }: CodeSamplesProps) {
  const id = useId();
  const [language, setLanguage] = useState<Language>('curl');
  const code = codeOf(language, requestOf(workflow, fileName));
  return (
    <>
      <fieldset className="flex gap-1.5">
        <legend className="sr-only">Language</legend>
        {languages.map((one) => (
          <button
            aria-pressed={one === language}
            className="cursor-pointer rounded-control border border-transparent px-3 py-1 font-medium text-[14px] text-muted hover:text-text aria-pressed:border-control aria-pressed:bg-white aria-pressed:text-text"
            key={one}
            onClick={() => setLanguage(one)}
            type="button"
          >
            {one}
          </button>
        ))}
      </fieldset>
      <figure aria-labelledby={id} className="mt-2 overflow-hidden rounded-panel bg-ink text-on-ink">
        <figcaption className="flex items-center justify-between border-rule-dark border-b py-2 pr-2 pl-4 font-mono text-on-ink-muted text-xs">
          <span id={id}>{titles[language]}</span>
          <CopyButton value={code} variant="quiet" what={`the start as ${language}`} />
        </figcaption>
        <pre
          className="wrap-anywhere max-h-[420px] overflow-y-auto whitespace-pre-wrap px-4 py-3 font-mono text-[13px] leading-relaxed"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard.
          tabIndex={0}
        >
          {code.length > MOST_SHOWN ? `${code.slice(0, MOST_SHOWN)}…` : code}
        </pre>
      </figure>
      <p className="mt-1.5 text-[13.5px] text-muted">
        {language === 'GraphQL'
          ? 'The document, then its variables.'
          : 'Put your API key into the environment as SWITCHYARD_TOKEN.'}
      </p>
    </>
  );
}

/** Characters that are shown; all are copied. */
const MOST_SHOWN = 20_000;

const titles: Record<Language, string> = {
  curl: 'Terminal',
  fetch: 'start.mts',
  GraphQL: 'start.graphql, variables.json',
};

const documents = {
  json: `mutation Start($input: StartWorkflowInput!) {
  enqueueWorkflow(input: $input) {
    jobId
    status
  }
}`,
  file: `mutation Start($input: StartWorkflowInput!, $file: Upload!) {
  enqueueWorkflow(input: $input, file: $file) {
    jobId
    status
  }
}`,
};

function requestOf(workflow: Fields, fileName: string | null): SampleRequest {
  const hasFile = fileName !== null;
  const kind = hasFile ? 'file' : 'json';
  return {
    document: documents[kind],
    variables: JSON.stringify({ input: workflow, ...(hasFile && { file: null }) }, null, 2),
    kind,
    needsToken: true,
    origin: window.location.origin,
    ...(hasFile && { fileName }),
  };
}

function codeOf(language: Language, request: SampleRequest): string {
  if (language === 'curl') return curlOf(request);
  if (language === 'fetch') return typescriptOf(request);
  return `${request.document}\n\n${request.variables}`;
}
