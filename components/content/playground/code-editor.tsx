import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
} from '@codemirror/autocomplete';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { minimalSetup } from 'codemirror';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { constructStyles } from './construct-styles';
import { editorLook } from './editor-look';

interface CodeEditorProps {
  /** Names it for screen readers. */
  label: string;
  /** The id of the text that says how its keys work. */
  describedBy?: string;
  /** The same object on every render: another one makes a new editor, without the old one's history. */
  language: Extension;
  value: string;
  /** Left out: the text is for reading. */
  onChange?: (value: string) => void;
  /** Ctrl or ⌘ with Enter. */
  onRun?: () => void;
}

/** A code editor on ink, as high as what it stands in. Tab leaves it: it only ever takes an offered completion. */
export function CodeEditor({ label, describedBy, language, value, onChange, onRun }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const readOnly = onChange === undefined;
  const firstValue = useEffectEvent(() => value);
  const changed = useEffectEvent((text: string) => onChange?.(text));
  const run = useEffectEvent(() => {
    onRun?.();
    return true;
  });

  useEffect(() => {
    if (!host.current) return;
    constructStyles();
    const view = new EditorView({
      parent: host.current,
      doc: firstValue(),
      extensions: [
        readOnly ? forReading : [keymap.of([{ key: 'Mod-Enter', run: () => run() }]), forWriting],
        language,
        editorLook,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          // Without one, checkers do not see that the scrolling box can be reached.
          tabindex: '0',
          'aria-label': label,
          ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        }),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, describedBy, language, readOnly]);

  // Before anything else is typed: later, the older text would take the newer one's place.
  useLayoutEffect(() => {
    const view = editor.current;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} className="h-full" />;
}

const forWriting: Extension = [
  keymap.of([{ key: 'Tab', run: acceptCompletion }, ...closeBracketsKeymap]),
  minimalSetup,
  lineNumbers(),
  autocompletion(),
  closeBrackets(),
  bracketMatching(),
  indentOnInput(),
  // The playground is a container for its queries, which would clip and move what is positioned inside.
  tooltips({ parent: document.body }),
];

const forReading: Extension = [
  minimalSetup,
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  // No line numbers stand before it.
  EditorView.theme({ '.cm-line': { paddingLeft: '16px' } }),
];
