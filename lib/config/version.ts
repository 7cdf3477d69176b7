/** The newest release of CHANGELOG.md, as in package.json. */
export const version = '0.12.0';
