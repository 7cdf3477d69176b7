import fs from 'node:fs';
import path from 'node:path';
import { type RunnerTask, type RunnerTestFile, TestRunner, vi } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { areas } from './areas';
import type { Mutant, Plan } from './plan-mutants';
import { readVerdicts, type Verdict } from './score';

/** The variables that instrumented code reads and counts; the name is Stryker's. */
interface Namespace {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}
type Hits = Record<string, number>;

const namespace: Namespace = {};
Object.assign(globalThis, { __stryker__: namespace });

/** How often one test may meet an active mutant, which may be a loop without an end. */
const HIT_LIMIT = 100_000;

/** How many test files may try a mutant in addition to the broad ones, and how many tests of each. */
const patience = { files: 12, tests: 100 };

/** Runs test files without reporting them, and stops at the first failure. */
class InnerRunner extends TestRunner {
  failed: string | null = null;
  readonly #outer: TestRunner;
  readonly #mutant: string | undefined;

  /** @param mutant active from when the test file has been loaded */
  constructor(outer: TestRunner, mutant?: string) {
    super(outer.config);
    this.#outer = outer;
    this.#mutant = mutant;
  }

  // Not earlier: a module that is loaded here stays for the mutants after this one.
  onBeforeRunFiles() {
    namespace.activeMutant ??= this.#mutant;
  }

  // As a set-up file, which is evaluated again each time.
  override importFile(file: string) {
    return this.#outer.importFile(file, 'setup');
  }

  override trace = <T>(_name: string, attributes: Record<string, unknown> | (() => T), work?: () => T): T =>
    work ? work() : (attributes as () => T)();

  override async onBeforeRunTask(test: RunnerTask) {
    namespace.currentTestId = test.id;
    Object.assign(namespace, { hitCount: 0, hitLimit: HIT_LIMIT });
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTask) {
    namespace.currentTestId = undefined;
    super.onAfterRunTask(test);
    if (test.result?.state !== 'fail') return;
    this.failed ??= `${test.file.name}: ${test.name}`;
    this.cancel('test-failure');
  }
}

interface TestFile {
  file: string;
  /** Milliseconds. */
  duration: number;
  /** The tests that meet a mutant, by its id. */
  tests: Map<string, string[]>;
  /** The mutants met outside tests: by imports, or to prepare the tests. */
  outside: Set<string>;
}

/** Vitest's runner for testing/mutation/mutants-program.ts: tries each mutant of its shard of the plan. */
export default class MutationRunner extends TestRunner {
  /** Without the snapshots of the one file that stands for all tests. */
  override async onAfterRunSuite() {}

  async runSuite(): Promise<void> {
    const { MUTATION_PLAN = '', MUTATION_RESULTS = '', MUTATION_SHARD = '' } = process.env;
    const plan: Plan = JSON.parse(fs.readFileSync(MUTATION_PLAN, 'utf8'));
    const [shard = 0, shards = 1] = MUTATION_SHARD.split('/').map(Number);
    const done = new Set(readVerdicts(MUTATION_RESULTS).map(({ id }) => id));
    const write = (line: Verdict) => fs.appendFileSync(MUTATION_RESULTS, `${JSON.stringify(line)}\n`);
    for (const [area, files] of Object.entries(plan.tests)) {
      const mutants = plan.mutants.filter(
        (mutant, index) =>
          mutant.area === area && !mutant.excused && index % shards === shard && !done.has(mutant.id),
      );
      if (mutants.length === 0) continue;
      const known: TestFile[] = [];
      for (const file of files) known.push(await this.#meet(file));
      const loadTime = (mutant: Mutant) => Number(known.every(({ tests }) => !tests.has(mutant.id)));
      for (const mutant of mutants.sort((one, other) => loadTime(one) - loadTime(other))) {
        write({ id: mutant.id, state: 'begun' });
        const since = Date.now();
        write({ id: mutant.id, ...(await this.#verdict(mutant, known)), ms: Date.now() - since });
      }
    }
  }

  /** Runs a test file without a mutant, and notes what it meets. */
  async #meet(file: string): Promise<TestFile> {
    vi.resetModules();
    const coverage = { static: {}, perTest: {} as Record<string, Hits> };
    namespace.mutantCoverage = coverage;
    const since = Date.now();
    const failed = await this.#run(file);
    if (failed) throw new Error(`${failed} fails without a mutant.`);
    const tests = new Map<string, string[]>();
    for (const [test, hits] of Object.entries(coverage.perTest))
      for (const id of Object.keys(hits)) tests.set(id, [...(tests.get(id) ?? []), test]);
    return { file, duration: Date.now() - since, tests, outside: new Set(Object.keys(coverage.static)) };
  }

  async #verdict(mutant: Mutant, known: TestFile[]): Promise<Omit<Verdict, 'id'>> {
    const met = known.filter(({ tests }) => tests.has(mutant.id));
    const outside = known.filter(({ outside }) => outside.has(mutant.id));
    const reload = met.length === 0;
    const broad = areas[mutant.area]?.broad ?? [];
    const candidates = nearestFirst(mutant, reload ? outside : met).filter(
      ({ file }, index) => index < patience.files || broad.includes(file),
    );
    if (candidates.length === 0) return { state: 'uncovered' };
    try {
      for (const { file, tests } of candidates) {
        const failed = reload
          ? await this.#runReloaded(file, mutant.id)
          : await this.#run(file, some(tests.get(mutant.id)), mutant.id);
        if (failed) return { state: 'killed', by: failed };
      }
      return { state: 'survived' };
    } finally {
      if (reload) vi.resetModules();
    }
  }

  /** The same for a mutant that acts when its module is loaded. */
  #runReloaded(file: string, mutant: string): Promise<string | null> {
    vi.resetModules();
    namespace.activeMutant = mutant;
    return this.#run(file);
  }

  /** Runs a test file, or some of its tests. Returns the name of the first that failed, or null. */
  async #run(file: string, testIds?: string[], mutant?: string): Promise<string | null> {
    // A test that was skipped leaves its id behind.
    namespace.currentTestId = undefined;
    const runner = new InnerRunner(this, mutant);
    const filepath = path.join(this.config.root, file);
    const files = await startTests([{ filepath, ...(testIds && { testIds }) }], runner).finally(() => {
      namespace.activeMutant = undefined;
    });
    const broken = files.find(({ result }: RunnerTestFile) => result?.state === 'fail');
    return runner.failed ?? (broken ? `${broken.name} as a whole` : null);
  }
}

/** The tests of the same subject first, then the quickest. */
function nearestFirst({ file }: Mutant, candidates: TestFile[]): TestFile[] {
  const subjects = path.parse(file).dir.split('/').slice(-1).concat(path.parse(file).name);
  const distance = (test: TestFile) =>
    subjects.some((subject) => test.file.includes(`/${subject}`)) ? 0 : 1;
  return [...candidates].sort(
    (one, other) => distance(one) - distance(other) || one.duration - other.duration,
  );
}

/** At most as many as patience allows, from all over the file. */
function some(tests: string[] | undefined): string[] | undefined {
  const stride = Math.ceil((tests?.length ?? 0) / patience.tests);
  return tests?.filter((_, index) => index % stride === 0);
}
