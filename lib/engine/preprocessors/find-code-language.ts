/** The languages of code that preprocessors know. */
export type CodeLanguage =
  | 'javascript'
  | 'typescript'
  | 'python'
  | 'json'
  | 'css'
  | 'html'
  | 'yaml'
  | 'markdown';

const byExtension: Record<string, CodeLanguage> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  pyi: 'python',
  json: 'json',
  css: 'css',
  html: 'html',
  htm: 'html',
  yaml: 'yaml',
  yml: 'yaml',
  md: 'markdown',
  markdown: 'markdown',
};

/** A text shows its language within so many characters. */
const ENOUGH_CHARACTERS = 10_000;

/** The beginnings of lines, and signs, that are typical of a language; the more of them, the surer. All linear. */
const signs: [CodeLanguage, RegExp][] = [
  ['typescript', /^[ \t]*(?:export )?(?:interface|type|enum|declare|namespace) [A-Za-z_$]/gm],
  ['typescript', /[\w$)\]]\??: ?(?:string|number|boolean|void|unknown|any|never)\b/g],
  ['typescript', /\bas const\b|^import type /gm],
  ['javascript', /^[ \t]*(?:export |async )*(?:const|let|var|function|class)\b/gm],
  ['javascript', /=>|===|!==|\bconsole\.|\bdebugger\b|;[ \t]*$/gm],
  ['javascript', /^import .{0,200} from ['"]/gm],
  [
    'python',
    /^[ \t]*(?:def|class|elif|if|for|while|with|try|except|else)\b[^{}\n]{0,200}:[ \t]*(?:#.{0,200})?$/gm,
  ],
  ['python', /^(?:from [\w.]{1,100} )?import [\w., ]{1,100}$/gm],
  ['python', /^[ \t]*(?:print|logging\.\w{1,20}|breakpoint)\(|\bpdb\.|\bself\.|\b(?:None|True|False)\b/gm],
  ['css', /^[ \t]*[@.#:*\w][^{};\n]{0,200}\{[ \t\n]*(?:\}|[\w-]{1,50}[ \t]*:)/gm],
  ['css', /[{;][ \t\n]*--?[\w-]{1,50}[ \t]*:[^=;{}\n]{1,200}[;}]/g],
  ['markdown', /^(?:#{1,6} |```|> |[*-] (?!-)|\d{1,3}\. )/gm],
  ['markdown', /\]\([^)\s]{1,200}\)|\*\*\w/g],
  ['yaml', /^(?:---[ \t]*$|[ \t]*(?:- )?[\w./-]{1,100}:(?:[ \t][^{};\n]{0,200})?$)/gm],
];

/**
 * The language of a text: by the uploaded file's extension, or else by the most signs in the text.
 * @param among the languages that may be found
 * @returns null if it shows none of them
 */
export function findCodeLanguage<Language extends CodeLanguage>(
  text: string,
  file: { name: string } | null,
  among: readonly Language[],
): Language | null {
  const isAmong = (language: CodeLanguage | undefined): language is Language =>
    (among as readonly (CodeLanguage | undefined)[]).includes(language);
  const extension = file?.name.split('.').at(-1)?.toLowerCase() ?? '';
  const ofFile = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
  if (ofFile) return isAmong(ofFile) ? ofFile : null;
  const beginning = text.slice(0, ENOUGH_CHARACTERS).trimStart();
  if (isAmong('json') && looksLikeJson(beginning)) return 'json' as Language;
  if (isAmong('html') && /^<(?:!doctype|[a-z][\w-]{0,50}[\s/>])/i.test(beginning)) return 'html' as Language;
  const found = new Map<Language, number>();
  for (const [language, sign] of signs) {
    if (!isAmong(language)) continue;
    const count = beginning.match(sign)?.length ?? 0;
    if (count > 0) found.set(language, (found.get(language) ?? 0) + count);
  }
  // TypeScript has the signs of JavaScript, too.
  if (found.has('typescript' as Language)) found.delete('javascript' as Language);
  const [best] = [...found].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? null;
}

/** A bracket, then a value that JavaScript has no use for at the start of a statement. */
const looksLikeJson = (beginning: string): boolean =>
  /^(?:\{\s*(?:"|\})|\[\s*(?:["[{\]\d-]|true\b|false\b|null\b))/.test(beginning);
