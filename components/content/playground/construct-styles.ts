import { EditorView } from '@codemirror/view';

let isDone = false;

/**
 * Has CodeMirror style the document by a constructed style sheet. By itself it does so in shadow trees only, and writes
 * a `<style>` into documents, which the site's content security policy refuses. So an editor in a shadow tree makes the
 * sheet, and the document gets the symbol by which CodeMirror finds it. Should an update of CodeMirror keep it
 * elsewhere, the console says so, and the playground's browser tests fail.
 */
export function constructStyles(): void {
  if (isDone) return;
  isDone = true;
  const shadow = document.createElement('div').attachShadow({ mode: 'open' });
  new EditorView({ parent: shadow, root: shadow }).destroy();
  for (const symbol of Object.getOwnPropertySymbols(shadow))
    Reflect.set(document, symbol, Reflect.get(shadow, symbol));
}
