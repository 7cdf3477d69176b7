// @ts-check
// Imported first by every script: the other modules use newer features.
// Keep this file free of newer syntax and imports, so that an old Node reaches its message.
import { isSupported, oldestNode } from '../node/supported.mjs';

if (!isSupported) {
  process.stderr.write(
    `Switchyard needs Node ${oldestNode} or newer, and this is ${process.versions.node}. The commands of npm get one if needed: run npm start, npm run serve or npm run worker.\n`,
  );
  process.exit(1);
}
