import fs from 'node:fs';

export interface GuideCommand {
  /** The heading above it. */
  section: string;
  /** As the guide has it; continued lines are one. */
  text: string;
}

/** Every command of the operating guide, in its order: each line of its `sh` fences, and what its `cron` lines run. */
export function guideCommands(): GuideCommand[] {
  const guide = fs.readFileSync('docs/operating.md', 'utf8').replaceAll(/ \\\n\s*/g, ' ');
  const found = guide.matchAll(/^#{2,3} (?<heading>.+)$|^ *```(?:sh|cron)\n(?<lines>[\s\S]*?)^ *```$/gm);
  let section = '';
  return [...found].flatMap(({ groups: { heading, lines = '' } = {} }) => {
    section = heading ?? section;
    const texts = lines.split('\n').map((line) => line.trim().replace(/^(?:[\d*/,-]+ ){5}/, ''));
    return texts.filter((text) => text && !text.startsWith('#')).map((text) => ({ section, text }));
  });
}
