import { Kind, type OperationDefinitionNode, parse, type TypeNode } from 'graphql';
import { defaultOrigin } from '@/lib/config/brand';
import { apiSchema } from './api-schema';

/** A request to the API, as a page prints it. */
export interface SampleRequest {
  /** GraphQL. */
  document: string;
  /** JSON in the page's own lines; '' if the document takes none. */
  variables: string;
  kind: 'json' | 'file' | 'stream';
  /** Signing in is what a token comes from. */
  needsToken: boolean;
}

/**
 * Reads a request, so that it can be written in other languages.
 *
 * @param variables JSON, if the page prints them; otherwise the required ones are an ellipsis, for readers to fill in
 * @returns undefined for a signature, or for an operation that the API doesn't have
 */
export function readRequest(document: string, variables?: string): SampleRequest | undefined {
  const operation = operationOf(document);
  const fields = operation?.selectionSet.selections.map((field) =>
    field.kind === Kind.FIELD ? field.name.value : '',
  );
  if (!operation || !fields?.every((field) => isInApi(operation.operation, field))) return undefined;
  const given = variables ?? placeholders(operation);
  return {
    document: document.trim(),
    variables: given.trim(),
    kind:
      operation.operation === 'subscription'
        ? 'stream'
        : /:\s*Upload\b/.test(document) && given && JSON.parse(given).file === null
          ? 'file'
          : 'json',
    needsToken: !fields.includes('signIn'),
  };
}

function operationOf(document: string): OperationDefinitionNode | undefined {
  try {
    const [operation, ...others] = parse(document).definitions;
    return operation?.kind === Kind.OPERATION_DEFINITION && others.length === 0 ? operation : undefined;
  } catch {
    return undefined;
  }
}

function isInApi(operation: OperationDefinitionNode['operation'], field: string): boolean {
  const schema = apiSchema();
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[operation];
  return field in (root?.getFields() ?? {});
}

function placeholders({ variableDefinitions = [] }: OperationDefinitionNode): string {
  const required = variableDefinitions.flatMap(({ variable, type }) =>
    type.kind === Kind.NON_NULL_TYPE ? [[variable.name.value, placeholder(type.type)]] : [],
  );
  if (required.length === 0) return '';
  return JSON.stringify(Object.fromEntries(required), null, 1).replaceAll(/\n\s*/g, ' ');
}

const placeholder = (type: TypeNode) => (type.kind === Kind.LIST_TYPE ? ['…'] : '…');

const address = `${defaultOrigin}/api/graphql`;
/** The file that requests with a file send. */
const file = 'report.txt';
const fileMap = '{"0":["variables.file"]}';
const preflight = 'GraphQL-Require-Preflight';

/** For bash, in which only the token is expanded. */
export function curlOf({ document, variables, kind, needsToken }: SampleRequest): string {
  const token = `-H "Authorization: Bearer $SWITCHYARD_TOKEN"`;
  const query = JSON.stringify(onOneLine(document));
  const body = variables
    ? `{\n  "query": ${query},\n  "variables": ${indented(variables, 2)}\n}`
    : `{ "query": ${query} }`;
  const type = "-H 'Content-Type: application/json'";
  const rest = {
    json: [type, `-d ${shellQuoted(body)}`],
    stream: [type, "-H 'Accept: text/event-stream'", `-d ${shellQuoted(body)}`],
    file: [
      `-H '${preflight}: 1'`,
      `-F operations=${shellQuoted(body)}`,
      `-F map='${fileMap}'`,
      `-F 0=@${file}`,
    ],
  }[kind];
  const command = `curl ${kind === 'stream' ? '-sSN' : '-sS'} ${address}`;
  return [command, ...(needsToken ? [token] : []), ...rest].join(' \\\n  ');
}

/** For Node, without a package. */
export function typescriptOf(request: SampleRequest): string {
  const { document, variables, kind, needsToken } = request;
  const sent = variables ? '{ query, variables }' : '{ query }';
  const headers = [
    ...(kind === 'file' ? [`'${preflight}': '1',`] : ["'Content-Type': 'application/json',"]),
    ...(kind === 'stream' ? ["Accept: 'text/event-stream',"] : []),
    ...(needsToken ? [`Authorization: \`Bearer \${process.env.SWITCHYARD_TOKEN}\`,`] : []),
  ];
  return lines(
    ...(kind === 'file' ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    `const query = ${templateLiteral(document)};`,
    ...(variables ? [`const variables = ${variables};`] : []),
    '',
    ...(kind === 'file'
      ? [
          'const body = new FormData();',
          `body.set('operations', JSON.stringify(${sent}));`,
          `body.set('map', '${fileMap}');`,
          `body.set('0', await openAsBlob('${file}'), '${file}');`,
          '',
        ]
      : []),
    `const response = await fetch('${address}', {`,
    "  method: 'POST',",
    '  headers: {',
    ...headers.map((header) => `    ${header}`),
    '  },',
    kind === 'file' ? '  body,' : `  body: JSON.stringify(${sent}),`,
    '});',
    ...(kind === 'stream'
      ? [
          'for await (const events of response.body!.pipeThrough(new TextDecoderStream()))',
          '  process.stdout.write(events);',
        ]
      : ['console.dir(await response.json(), { depth: null });']),
  );
}

/** For Python 3.6 or newer, without a package. */
export function pythonOf(request: SampleRequest): string {
  const { document, variables, kind, needsToken } = request;
  const sent = variables ? '{"query": query, "variables": variables}' : '{"query": query}';
  const headers = [
    ...(kind === 'file'
      ? ['"Content-Type": f"multipart/form-data; boundary={boundary}",', `"${preflight}": "1",`]
      : ['"Content-Type": "application/json",']),
    ...(kind === 'stream' ? ['"Accept": "text/event-stream",'] : []),
    ...(needsToken ? [`"Authorization": f"Bearer {os.environ['SWITCHYARD_TOKEN']}",`] : []),
  ];
  return lines(
    'import json',
    ...(needsToken ? ['import os'] : []),
    'import urllib.error',
    'import urllib.request',
    ...(kind === 'file' ? ['import uuid'] : []),
    '',
    `query = ${pythonText(document)}`,
    ...(variables ? [`variables = ${pythonValue(variables)}`] : []),
    '',
    ...(kind === 'file' ? [...pythonForm(sent), ''] : []),
    'request = urllib.request.Request(',
    `    "${address}",`,
    `    data=${kind === 'file' ? 'body' : `json.dumps(${sent}).encode()`},`,
    '    headers={',
    ...headers.map((header) => `        ${header}`),
    '    },',
    ')',
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as error:',
    '    response = error  # Its body says what to do.',
    'with response:',
    ...(kind === 'stream'
      ? ['    for line in response:', '        print(line.decode(), end="")']
      : ['    print(response.read().decode())']),
  );
}

/** Python's own library sends forms, but writes none. */
const pythonForm = (sent: string) => [
  'boundary = uuid.uuid4().hex',
  'part = f"--{boundary}\\r\\nContent-Disposition: form-data; name="',
  `with open("${file}", "rb") as file:`,
  '    body = b"".join([',
  `        f'{part}"operations"\\r\\n\\r\\n{json.dumps(${sent})}\\r\\n'.encode(),`,
  `        f'{part}"map"\\r\\n\\r\\n{json.dumps({"0": ["variables.file"]})}\\r\\n'.encode(),`,
  `        f'{part}"0"; filename="${file}"\\r\\n\\r\\n'.encode(),`,
  '        file.read(),',
  '        f"\\r\\n--{boundary}--\\r\\n".encode(),',
  '    ])',
];

const lines = (...all: string[]) => all.join('\n');

/** The lines after the first are moved to the right. No JSON text contains a line break. */
const indented = (json: string, by: number) => json.replaceAll('\n', `\n${' '.repeat(by)}`);

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const templateLiteral = (text: string) => `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')}\``;

const pythonText = (text: string) => `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')}"""`;

const pythonWords: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

/** JSON in the same lines. Its escapes of slashes and of pairs mean something else in Python. */
const pythonValue = (json: string) =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : (pythonWords[token] ?? token),
  );

/** A document without its comments and line breaks. Texts in it stay as they are. */
const onOneLine = (document: string) =>
  document
    .replaceAll(
      /("""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*")|(?:\s|#.*)+/g,
      (_found, text?: string) => text ?? ' ',
    )
    .trim();
