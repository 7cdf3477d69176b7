const BYTES = 1_000_000;

const log = `The log of the controller shows no fault before the stop. After the stop, it shows that the supply fell below 21 V for
half a second, that the brake closed, and that the arm waited for a command. The operator gave none, because the app
still showed the arm as running. When the operator opened the log in the app, the state changed, and the arm could be
restarted. We replaced the supply, and asked for the same work a hundred times. It stopped no more.`;

const section = (number: number) => `## Report ${number}

The gripper of arm ${number} stops after two minutes, and the app shows **E-41**. We restarted the arm twice, as the
[manual](https://example.com/manual) says, and measured its current, its voltage, and its temperature each time.

${log}

${log}

1. It starts, and homes its axes.
2. It lifts \`part-${number}\`, and stops.

| Time | Current (A) | State |
|---|---|---|
| 10:00 | ${number % 7} | homing |
| 10:02 | 0 | stopped |

\`\`\`js
await arm.restart(${number});
\`\`\`
`;

/** A Markdown document of about 1 MB: headings, paragraphs, lists, tables, and code. */
export const longDocument = (): string => {
  const sections: string[] = [];
  for (let bytes = 0, number = 1; bytes < BYTES; number += 1) {
    const text = section(number);
    sections.push(text);
    bytes += text.length;
  }
  return sections.join('\n').slice(0, BYTES);
};

/** Rows of about 1 MB, for the formats of tables. */
export const longTable = () =>
  Array.from({ length: 12_000 }, (_, row) => ({
    ...{ row, part: `part-${row}`, state: row % 3 === 0 ? 'stopped' : 'runs' },
    note: 'The gripper stops after two minutes.',
  }));
