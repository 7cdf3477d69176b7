import { type ClipboardEvent, type ReactNode, useId, useMemo, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CodeMarks } from '@/components/ui/code-marks';
import { Textarea } from '@/components/ui/form';
import { lineAndColumn } from '@/lib/rules/json-fault';
import { placeInJson, type TextRange } from '@/lib/rules/place-in-json';
import { type WorkflowFault, workflowOfSteps } from './parse-workflow';

interface WorkflowEditorProps {
  text: string;
  faults: readonly WorkflowFault[];
  /** The beginning of all paths, if they name the workflow too. */
  root?: string;
  onChange: (text: string) => void;
  /** Brings the example back; null if it's there, undefined if there is none. */
  onReset?: (() => void) | null;
  className?: string;
  /** Shown below. @param insert puts a text at the cursor, within a string */
  children?: (insert: (text: string) => void) => ReactNode;
}

/** A workflow as JSON, and each of its faults with its line and a button that selects its place. */
export function WorkflowEditor(props: WorkflowEditorProps) {
  const { text, faults, root = '', onChange, onReset, className = 'min-h-[330px]', children } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const placed = useMemo(() => placeFaults(text, faults, root), [text, faults, root]);
  const insert = (inserted: string) => {
    const element = area.current;
    if (!element) return;
    const { selectionStart, selectionEnd } = element;
    element.setRangeText(inserted, selectionStart, selectionEnd, 'end');
    onChange(element.value);
    element.focus();
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const element = event.currentTarget;
    const { selectionStart, selectionEnd, value } = element;
    const pasted = event.clipboardData.getData('text');
    const workflow = workflowOfSteps(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
    if (workflow === null) return;
    event.preventDefault();
    element.select();
    // The only way to change the text so that Ctrl Z takes it back.
    if (!document.execCommand('insertText', false, workflow)) onChange(workflow);
  };
  const show = (fault: WorkflowFault) => {
    const element = area.current;
    const range = rangeOf(text, fault, root);
    element?.focus();
    if (range) element?.setSelectionRange(...range);
  };
  return (
    <>
      <div className="mb-1.5 flex min-h-[34px] flex-wrap items-end justify-between gap-x-4">
        <label className="block font-semibold text-[14px]" htmlFor={id}>
          Workflow (JSON)
        </label>
        {onReset && (
          <Button
            onClick={() => {
              // The button is about to go.
              area.current?.focus();
              onReset();
            }}
            size="small"
            variant="line"
          >
            Use example
          </Button>
        )}
      </div>
      <Textarea
        aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
        aria-invalid={faults.length > 0 || undefined}
        autoCapitalize="off"
        autoComplete="off"
        className={`${className} font-mono text-[13.5px]! [tab-size:2]`}
        id={id}
        name="workflow"
        onChange={({ target }) => onChange(target.value)}
        onPaste={paste}
        ref={area}
        spellCheck={false}
        value={text}
      />
      {faults.length > 0 && (
        <ul
          aria-label="Faults"
          className="mt-1.5 max-h-[260px] overflow-y-auto text-[13.5px] text-red"
          id={`${id}-faults`}
        >
          {placed.map(({ fault, line }) => (
            <li className="wrap-anywhere py-0.5" key={`${fault.path} ${fault.message}`}>
              {(line !== null || (fault.path !== root && fault.path !== '')) && (
                <>
                  <button
                    className="cursor-pointer rounded-control text-[13px] underline underline-offset-3"
                    onClick={() => show(fault)}
                    type="button"
                  >
                    {line !== null && `Line ${line}`}
                    {line !== null && fault.path !== root && ', '}
                    {fault.path !== root && <span className="font-mono">{fault.path}</span>}
                  </button>
                  :{' '}
                </>
              )}
              <CodeMarks text={fault.message} />
            </li>
          ))}
        </ul>
      )}
      {children?.(insert)}
    </>
  );
}

interface PlacedFault {
  fault: WorkflowFault;
  /** From 1; null if it isn't in the text, or the text is too long to look for it. */
  line: number | null;
}

/** Characters that are looked through for all faults: the text is gone through once for each. */
const MOST_SCANNED = 2_000_000;

function placeFaults(text: string, faults: readonly WorkflowFault[], root: string): PlacedFault[] {
  const isLong = text.length * faults.length > MOST_SCANNED;
  return faults.map((fault) => {
    const range = isLong && fault.at === undefined ? null : rangeOf(text, fault, root);
    return { fault, line: range && lineAndColumn(text, range[0]).line };
  });
}

const rangeOf = (text: string, { path, at }: WorkflowFault, root: string): TextRange | null => {
  if (at !== undefined) return [at, Math.min(at + 1, text.length)];
  const inside = path === root ? '' : path.replace(root === '' ? '' : `${root}.`, '');
  return placeInJson(text, inside);
};
