import { useState } from 'react';
import { useStoredDraft } from '@/components/ui/use-stored-draft';
import { exampleWorkflows } from '@/lib/config/example-workflows';

export const textOf = (workflow: object): string => JSON.stringify(workflow, null, 2);

export const exampleTexts = exampleWorkflows.map(({ workflow }) => textOf(workflow));

/** A workflow that is being written. */
export interface WorkflowDraft {
  /** JSON, as written. */
  text: string;
  /** The job that it began as. */
  from: string | null;
  /** The file that was chosen. It isn't kept itself. */
  file: { name: string; bytes: number } | null;
  /** The person's own text, and the text that took its place. */
  replaced: { text: string; by: string } | null;
}

const emptyDraft: WorkflowDraft = { text: exampleTexts[0] ?? '{}', from: null, file: null, replaced: null };

/** A draft of a workflow in this tab, with its file until the page is left. */
export function useWorkflowDraft(storageKey: string, userId: string) {
  const [draft, change, forget] = useStoredDraft(storageKey, userId, emptyDraft);
  const [file, setFile] = useState<File | null>(null);
  const { text, replaced } = draft;
  return {
    draft,
    file,
    forget,
    setText: (next: string) => change({ text: next }),
    setFile: (chosen: File | null) => {
      setFile(chosen);
      change({ file: chosen && { name: chosen.name, bytes: chosen.size } });
    },
    /** Begins anew with the workflow of a job. @param sent its file, of which `whole` may be missing */
    begin: (workflow: object, from: string, sent: WorkflowDraft['file'], whole: File | null) => {
      setFile(whole);
      change({ text: textOf(workflow), from, file: sent, replaced: null });
    },
    /** Puts another workflow in the place of the text, which `bringBack` brings back if the person wrote it. */
    replace: (next: string) => {
      const isOwn = !exampleTexts.includes(text) && text !== replaced?.by;
      const own = isOwn ? text : replaced?.text;
      change({ text: next, replaced: own === undefined ? null : { text: own, by: next } });
    },
    /** Null if nothing was replaced, or the new text has been changed since then. */
    bringBack: replaced?.by === text ? () => change({ text: replaced.text, replaced: null }) : null,
  };
}

export type HeldDraft = ReturnType<typeof useWorkflowDraft>;
