import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The classes of the site's code blocks, which app/prose.css colours. */
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

/** Code on ink, in the house's colours. */
export const editorLook: Extension = [theme, syntaxHighlighting(highlightStyle)];
