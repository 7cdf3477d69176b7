import Database from 'better-sqlite3';

// `tsx bench/workflows/commits-program.ts FILE SECONDS` measures commits to a SQLite file that is as durable as the
// site's. It stores one row per transaction, and prints the rows per second as JSON.

const [file = '', seconds] = process.argv.slice(2);
const db = new Database(file);
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
db.exec('CREATE TABLE IF NOT EXISTS "Row" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL)');
const insert = db.prepare('INSERT INTO "Row" ("text") VALUES (?)');
const text = 'x'.repeat(100);
const since = performance.now();
const until = since + Number(seconds) * 1000;
let count = 0;
for (; performance.now() < until; count += 1) insert.run(text);
const rate = (count * 1000) / (performance.now() - since);
db.close();
console.log(JSON.stringify(rate));
