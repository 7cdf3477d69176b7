// @ts-check

/** The licenses whose terms a site that is served, and not sold as a copy, meets; any other is looked at first. */
export const knownLicenses = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'Unlicense',
    'WTFPL',
    'Zlib',
  ],
  // Fonts and data.
  ...['OFL-1.1', 'CC-BY-4.0', 'CC0-1.0'],
  // Used unchanged: lightningcss and others, the drawing library of Prisma's tools, libvips beside sharp.
  ...['MPL-2.0', 'EPL-2.0', 'LGPL-3.0-or-later'],
]);

/** Packages that name their license, MIT, in a file only. */
export const licensedByFile = new Set(['node_modules/seq-queue', 'node_modules/parse-cache-control']);
