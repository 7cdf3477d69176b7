import { defaultOrigin } from '@/lib/config/brand';

/** A request to the API, as a page prints it. */
export interface SampleRequest {
  /** GraphQL. */
  document: string;
  /** JSON in the page's own lines; '' if the document takes none. */
  variables: string;
  kind: 'json' | 'file' | 'stream';
  /** Signing in is what a token comes from. */
  needsToken: boolean;
  /** The address of the site; by default, as the documentation names it. */
  origin?: string;
  /** The name of the file that is sent; by default, the documentation's. */
  fileName?: string;
}

const addressOf = ({ origin = defaultOrigin }: SampleRequest) => `${origin}/api/graphql`;
/** The file that requests of the documentation send. */
const sampleFile = 'report.txt';
const fileMap = '{"0":["variables.file"]}';
const preflight = 'GraphQL-Require-Preflight';

/** For bash, in which only the token is expanded. */
export function curlOf(request: SampleRequest): string {
  const { document, variables, kind, needsToken, fileName = sampleFile } = request;
  const token = `-H "Authorization: Bearer $SWITCHYARD_TOKEN"`;
  const query = JSON.stringify(onOneLine(document));
  const body = variables
    ? `{\n  "query": ${query},\n  "variables": ${indented(variables, 2)}\n}`
    : `{ "query": ${query} }`;
  const type = "-H 'Content-Type: application/json'";
  // A longer argument isn't taken by Linux. No line of JSON is the end mark.
  const isLong = body.length > LONGEST_ARGUMENT;
  const data = isLong ? '--data-binary @-' : `-d ${shellQuoted(body)}`;
  const rest = {
    json: [type, data],
    stream: [type, "-H 'Accept: text/event-stream'", data],
    file: [
      `-H '${preflight}: 1'`,
      `-F operations=${isLong ? "'<-'" : shellQuoted(body)}`,
      `-F map='${fileMap}'`,
      `-F 0=@${curlFile(fileName)}`,
    ],
  }[kind];
  const command = `curl ${kind === 'stream' ? '-sSN' : '-sS'} ${addressOf(request)}`;
  const whole = [command, ...(needsToken ? [token] : []), ...rest].join(' \\\n  ');
  return isLong ? `${whole} <<'BODY'\n${body}\nBODY` : whole;
}

/** Characters of a body that fit in an argument, which has at most 128 KiB. Each takes at most three bytes. */
const LONGEST_ARGUMENT = 40_000;

/** Plain names as they are; others between quotes, because curl reads options after a semicolon or comma. */
const curlFile = (name: string) =>
  /^[\w.-]+$/.test(name) ? name : shellQuoted(`"${name.replaceAll(/["\\]/g, '\\$&')}"`);

/** For Node, without a package. */
export function typescriptOf(request: SampleRequest): string {
  const { document, variables, kind, needsToken, fileName = sampleFile } = request;
  const file = scriptText(fileName);
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
          `body.set('0', await openAsBlob(${file}), ${file});`,
          '',
        ]
      : []),
    `const response = await fetch('${addressOf(request)}', {`,
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
    `    "${addressOf(request)}",`,
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
  `with open("${sampleFile}", "rb") as file:`,
  '    body = b"".join([',
  `        f'{part}"operations"\\r\\n\\r\\n{json.dumps(${sent})}\\r\\n'.encode(),`,
  `        f'{part}"map"\\r\\n\\r\\n{json.dumps({"0": ["variables.file"]})}\\r\\n'.encode(),`,
  `        f'{part}"0"; filename="${sampleFile}"\\r\\n\\r\\n'.encode(),`,
  '        file.read(),',
  '        f"\\r\\n--{boundary}--\\r\\n".encode(),',
  '    ])',
];

const lines = (...all: string[]) => all.join('\n');

/** The lines after the first are moved to the right. No JSON text contains a line break. */
const indented = (json: string, by: number) => json.replaceAll('\n', `\n${' '.repeat(by)}`);

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const scriptText = (text: string) => (/^[\w.-]+$/.test(text) ? `'${text}'` : JSON.stringify(text));

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
