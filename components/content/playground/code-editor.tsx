import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
} from '@codemirror/autocomplete';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { minimalSetup } from 'codemirror';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** The classes of the site's code blocks, which app/prose.css colors. */
const highlightStyle = HighlightStyle.define([
  { tag: tags.lineComment, class: 'tk-c' },
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], class: 'tk-k' },
  { tag: [tags.propertyName, tags.atom], class: 'tk-n' },
  { tag: tags.string, class: 'tk-s' },
  { tag: [tags.number, tags.bool, tags.null, tags.special(tags.name), tags.attributeName], class: 'tk-v' },
]);

const theme = EditorView.theme(
  {
    '&': { height: '100%', color: 'var(--color-on-ink)', fontSize: '13.5px' },
    '&.cm-focused': { outline: '2px solid var(--color-signal-glow)', outlineOffset: '-2px' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
    '.cm-content': { padding: '10px 0' },
    '.cm-line': { padding: '0 16px 0 8px' },
    '&.cm-focused .cm-cursor': { borderLeftColor: 'var(--color-signal-glow)', borderLeftWidth: '2px' },
    '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
      { background: '#24463a' },
    '&.cm-focused .cm-matchingBracket': { background: 'var(--color-ink-3)', outline: '1px solid #4a5c55' },
    '.cm-gutters': { background: 'transparent', color: '#8fa39a', border: 'none', paddingLeft: '6px' },
    // Lint's own squiggle is an image, which a strict content security policy may refuse.
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--color-amber-glow)',
      textUnderlineOffset: '3px',
    },
    '.cm-tooltip': {
      border: '1px solid var(--color-rule-dark)',
      borderRadius: 'var(--radius-control)',
      background: 'var(--color-ink-2)',
      color: 'var(--color-on-ink)',
      fontSize: '13px',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxWidth: '90vw' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: '#24463a', color: '#fff' },
    '.cm-completionIcon': { display: 'none' },
    '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--color-signal-glow)' },
    '.cm-completionDetail': { color: 'var(--color-on-ink-muted)', fontStyle: 'normal' },
    '.cm-tooltip.cm-completionInfo': { maxWidth: '280px', padding: '6px 10px' },
    '.cm-diagnostic': { borderLeft: '3px solid var(--color-amber-glow)', padding: '6px 10px' },
  },
  { dark: true },
);

/** Code on ink, in the site's colors. */
const editorLook: Extension = [theme, syntaxHighlighting(highlightStyle)];

let isDone = false;

/**
 * Makes CodeMirror style the document by a constructed style sheet. By itself it does so only in shadow trees, and writes
 * a `<style>` into documents, which the site's content security policy refuses. So an editor in a shadow tree makes the
 * sheet, and the document gets the symbol by which CodeMirror finds it. If an update of CodeMirror keeps the sheet
 * elsewhere, the browser's console reports it, and the playground's browser tests fail.
 */
function constructStyles(): void {
  if (isDone) return;
  isDone = true;
  const shadow = document.createElement('div').attachShadow({ mode: 'open' });
  new EditorView({ parent: shadow, root: shadow }).destroy();
  for (const symbol of Object.getOwnPropertySymbols(shadow))
    Reflect.set(document, symbol, Reflect.get(shadow, symbol));
}

interface CodeEditorProps {
  /** Names the editor for screen readers. */
  label: string;
  /** The id of the text that explains its keys. */
  describedBy?: string;
  /** The same object on every render: another one makes a new editor, without the old one's history. */
  language: Extension;
  value: string;
  /** Read-only without it. */
  onChange?: (value: string) => void;
  /** Ctrl or ⌘ with Enter. */
  onRun?: () => void;
}

/** A code editor on ink, as high as its parent. Tab leaves it, or accepts an offered completion. */
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
          // Without it, accessibility checkers don't see that the scrolling box can be reached.
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

  // Before anything else is typed: later, the older text would replace the newer one.
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
  // The playground is a size container, which would clip and move tooltips inside it.
  tooltips({ parent: document.body }),
];

const forReading: Extension = [
  minimalSetup,
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  // No line numbers before the text.
  EditorView.theme({ '.cm-line': { paddingLeft: '16px' } }),
];
