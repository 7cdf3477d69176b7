// @ts-check
// Imported first by every command: the other modules may then use newer features.
// Keep this file free of newer syntax and imports, so that an old Node reaches its message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const tooOld = major < 20 || (major === 20 && minor < 19);
// better-sqlite3 12 ends the process there, and 13 needs Node 22 (docs/decisions/0037-other-browsers.md).
const tooNew = major > 24 || (major === 24 && minor >= 19);
if (tooOld || tooNew) {
  process.stderr.write(
    `Switchyard needs Node 20.19 to 24.18 and this is ${process.versions.node}. Install another Node (nodejs.org, nvm install 22 or your package manager) and run the command again.\n`,
  );
  process.exit(1);
}
