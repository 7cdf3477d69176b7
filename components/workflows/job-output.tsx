'use client';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Failure } from '@/components/ui/outcome';
import { formatBytes } from '@/lib/format/number';
import { fieldsOf } from '@/lib/rules/json';
import type { JobStep } from './job';
import { readOutput } from './use-job';

interface JobOutputProps {
  /** Its name: `Output of summary`. */
  what: string;
  /** Any JSON value. */
  value: unknown;
  /** The word above it; by default, whether it is text or JSON. */
  label?: string;
}

/** A JSON value, or the text of an output in prose, in a box of bounded height, with a button that copies it. */
export function JobOutput({ what, value, label }: JobOutputProps) {
  const prose = proseOf(value);
  const text = prose ?? JSON.stringify(value, null, 2);
  return (
    <TextBox copied={text} label={label ?? (prose === null ? 'JSON' : 'Text')} what={what}>
      {text}
    </TextBox>
  );
}

interface TextBoxProps {
  /** The words above it. */
  label: ReactNode;
  /** Its name: `Output of summary`. */
  what: string;
  /** The text that its button copies. */
  copied: string;
  /** Further buttons. */
  actions?: ReactNode;
  /** The text as it is shown. */
  children: ReactNode;
}

/** A text as it is written, in a box of bounded height. */
export function TextBox({ label, what, copied, actions, children }: TextBoxProps) {
  const box = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(box);
  return (
    <figure className="overflow-hidden rounded-panel border border-rule bg-white">
      <figcaption className="flex min-h-[46px] items-center justify-between gap-4 border-rule border-b py-1.5 pr-1.5 pl-4 text-[13.5px] text-muted">
        <span className="min-w-0">{label}</span>
        <span className="flex flex-none items-center gap-1.5 print:hidden">
          {actions}
          <CopyButton value={copied} what={what} />
        </span>
      </figcaption>
      <pre
        className="wrap-anywhere max-h-[360px] overflow-y-auto whitespace-pre-wrap px-4 py-3 font-mono text-[13px] leading-relaxed print:max-h-none"
        ref={box}
        tabIndex={scrolls ? 0 : undefined}
      >
        {children}
      </pre>
    </figure>
  );
}

/** The text of a value that is text, or of an output that contains only its text; null for any other. */
function proseOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const { text, ...others } = fieldsOf(value);
  return typeof text === 'string' && Object.keys(others).length === 0 ? text : null;
}

/** Whether a box contains more than it shows, and so needs the keyboard's focus to be scrolled. */
export function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setScrolls(element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}

interface StepOutputProps {
  jobId: string;
  step: JobStep;
}

/** The output of a step; an output that the job was loaded without is loaded when the reader asks for it. */
export function StepOutput({ jobId, step: { id, output, outputBytes } }: StepOutputProps) {
  const client = useClient();
  const [loaded, setLoaded] = useState<unknown>();
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  const place = useRef<HTMLDivElement>(null);
  const value = output ?? loaded;
  const load = async () => {
    // The button is about to go.
    place.current?.focus();
    setState('loading');
    try {
      setLoaded(await readOutput(client, jobId, id));
    } catch {
      setState('failed');
    }
  };
  return (
    <div ref={place} tabIndex={-1}>
      {value !== undefined && <JobOutput label="Output" value={value} what={`output of ${id}`} />}
      {value === undefined && state === 'failed' && (
        <Failure message={`The output of ${id} couldn't be loaded.`} onRetry={load} />
      )}
      {value === undefined && state !== 'failed' && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-[14.5px] text-muted">
          <p>The output has {formatBytes(outputBytes ?? 0)}.</p>
          <Button
            aria-label={`Load output of ${id}`}
            onClick={load}
            pending={state === 'loading'}
            size="small"
            variant="line"
          >
            Load output
          </Button>
        </div>
      )}
    </div>
  );
}

/** Whether a step's output comes from the built-in provider that needs no network. */
export const isFromSandbox = ({ model }: Pick<JobStep, 'model'>): boolean =>
  model?.startsWith('sandbox/') ?? false;

/** Says that no AI model wrote the output above it. */
export function SandboxNote() {
  return (
    <p className="mt-1.5 text-[13.5px] text-muted">
      Sandbox output: made by text algorithms, not by an AI model.
    </p>
  );
}
