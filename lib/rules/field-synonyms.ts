import { didYouMean, similarName } from './did-you-mean';

/** Fields and options of the API, and what other APIs call the same; in lower case, without `_` and `-`. */
const synonyms: Readonly<Record<string, string>> = {
  instructions: 'prompt systemprompt system message directive guidance',
  input: 'prompt text content document body data source query question message',
  variables: 'vars params parameters context inputs values',
  callbacks: 'callbackurl webhook webhooks webhookurl hooks notify notifications',
  metadata: 'tags labels reference externalid',
  steps: 'tasks nodes stages jobs actions pipeline',
  mode: 'execution executionmode runmode order',
  task: 'type kind action operation function tasktype',
  id: 'name key stepid stepname slug',
  name: 'title label template workflowname templatename processor plugin type',
  dependsOn: 'needs after requires dependency dependencies parents waitsfor previous',
  condition: 'if when runif onlyif where guard',
  model: 'engine llm modelname modelid provider deployment',
  fallbacks: 'backup backups alternatives fallbackmodel fallbackmodels backupmodels',
  strategy: 'routing priority preference optimizefor',
  temperature: 'temp',
  max_words: 'maxlength maxlen length words wordlimit wordcount limit',
  max_tokens: 'maxoutputtokens maxcompletiontokens maxnewtokens tokenlimit tokens maxlength maxlen',
  retries: 'retry retrycount maxretries attempts maxattempts',
  timeout_ms: 'timeout timeoutseconds deadline maxduration',
  timeout: 'timeoutms timeoutseconds deadline expiresin',
  on_error: 'onfailure onfail iferror continueonerror errorhandling',
  options: 'params parameters settings config configuration args arguments taskoptions',
  tone: 'style voice',
  preprocessors: 'pre preprocess preprocessing before filters',
  postprocessors: 'post postprocess postprocessing outputs output',
  url: 'endpoint uri href target address webhook to callbackurl',
  delivery: 'format method payload',
  status: 'event events on when trigger type statuses',
  target_language: 'language lang targetlang locale to into',
  source_language: 'from sourcelang',
  language: 'lang locale',
  labels: 'categories classes choices tags',
  fields: 'keys properties attributes columns',
  multiple: 'multilabel many',
  threshold: 'minscore confidence cutoff',
  max_findings: 'limit maxresults maxissues',
  messages: 'history conversation turns',
  schema: 'jsonschema outputschema responseformat',
  format: 'outputformat style',
  file_name: 'name file title',
};

const plain = (word: string): string => word.toLowerCase().replace(/[_\-\s]/g, '');

/** The field of the same name in another case or with other separators: `dependsOn` for `depends_on`. */
export function sameField(word: string, known: Iterable<string>): string | null {
  const given = plain(word);
  return [...known].find((name) => plain(name) === given) ?? null;
}

/** The field that other APIs call by the word; of several, the first in the table. */
export function synonymOf(word: string, known: Iterable<string>): string | null {
  const given = plain(word);
  const names = new Set(known);
  for (const [name, words] of Object.entries(synonyms))
    if (names.has(name) && words.split(' ').includes(given)) return name;
  return null;
}

/** As `didYouMean`, for the names of the API, which callers of other APIs know by other words. */
export function didYouMeanField(word: string, known: readonly string[]): string {
  const meant = sameField(word, known) ?? synonymOf(word, known);
  return meant === null ? didYouMean(word, known) : ` Did you mean ${meant}?`;
}

interface StepField {
  /** The fields of a step. */
  fields: readonly string[];
  /** The fields that the step has: it means none of them by another word. */
  given: readonly string[];
  /** The options of its task. */
  options: readonly string[];
  /** The tasks that have an option of that name. */
  tasksWith: (option: string) => readonly string[];
}

/** As `didYouMeanField`, for a field of a step: it may be an option, of its task or of another. */
export function didYouMeanInStep(word: string, { fields, given, options, tasksWith }: StepField): string {
  const free = fields.filter((name) => !given.includes(name));
  const field = sameField(word, free);
  if (field) return ` Did you mean ${field}?`;
  const option = sameField(word, options);
  if (option) return ` Did you mean options.${option}?`;
  const other = synonymOf(word, free);
  if (other) return ` Did you mean ${other}?`;
  const otherOption = synonymOf(word, options);
  if (otherOption) return ` Did you mean options.${otherOption}?`;
  const tasks = tasksWith(word);
  if (tasks.length > 0)
    return ` It's an option of the ${tasks.length === 1 ? 'task' : 'tasks'} ${tasks.join(', ')}.`;
  const similar = similarName(word, [...free, ...options]);
  if (similar === null) return '';
  return ` Did you mean ${free.includes(similar) ? similar : `options.${similar}`}?`;
}
