// @ts-check
// Imported first by every command: the other modules may then use newer features.
// Keep this file free of newer syntax and imports, so that an old Node reaches its message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Switchyard needs Node 20.19 or newer and this is ${process.versions.node}. Install a newer Node (nodejs.org, nvm install 22 or your package manager) and run the command again.\n`,
  );
  process.exit(1);
}
