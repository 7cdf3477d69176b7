import fs from 'node:fs';

/** The image as the Dockerfile defines it: how it's made, and its command. */
export function readDockerfile() {
  const text = fs.readFileSync('Dockerfile', 'utf8').replaceAll(/ \\\n\s*/g, ' ');
  const [, build = '', image = ''] = text.split(/^FROM /m);
  const line = (part: string, word: string) => new RegExp(`^${word} (.+)$`, 'm').exec(part)?.[1] ?? '';
  const variables = [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(/\s+/).map((pair) => pair.split(/=(.*)/, 2) as [string, string]),
  );
  return {
    /** The line that builds the site, and the folder that the image gets. */
    out: /^RUN node scripts\/run\.mjs build --out (\S+)$/m.exec(build)?.[1],
    copied: [...image.matchAll(/^COPY (.+)$/gm)].map(([, what]) => what),
    user: line(image, 'USER'),
    variables: Object.fromEntries(variables),
    command: JSON.parse(line(image, 'CMD').replace(/^.*CMD /, '') || '[]') as string[],
  };
}
