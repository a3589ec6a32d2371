/**
 * What does it take SQLite to run a prepared statement whose values its planner looks at, beside the same statement with a plus before
 * each value, as the service's queries are compiled?
 *
 * The baseline is the statement as it is usually written. Both are prepared once, and run alternately with other values each time, on a
 * table in memory, in one transaction: only binding, planning where it happens, and finding a few rows by an index are measured. Both have
 * to find the same rows. Where the figures come close to one another, a later SQLite has made the plus superfluous.
 */
import BetterSqlite from "better-sqlite3"
import { median } from "./harness/median.ts"

const rounds = 40
const runsOfRound = 500
const companies = 50
const rowsOfCompany = 200

/** As they are usually written, and what they are given. */
const statements: Readonly<
  Record<string, readonly [text: string, values: (company: number) => ReadonlyArray<number>]>
> = {
  "equal, in order": ["select id from job where company = ? order by ready_at, id limit 3", (company) => [company]],
  "from a place on, limited": ["select id from job where id > ? order by id limit ?", (company) => [company, 3]],
  "equal, in order, limited": [
    "select id from job where company = ? and ready_at <= ? order by ready_at, id limit ?",
    (company) => [company, rowsOfCompany, 3],
  ],
  joined: [
    "select job.id, name from job join company on company.id = job.company where company = ? limit 3",
    (company) => [company],
  ],
  "by key (no planning)": ["select id from job where id = ?", (company) => [company]],
}

export const parameters = async (): Promise<void> => {
  const database = filled()
  database.exec("begin")
  console.log("                                as usual   with a plus")
  for (const [name, [text, values]] of Object.entries(statements)) {
    const usual = database.prepare<unknown[], unknown>(text)
    const hidden = database.prepare<unknown[], unknown>(text.replaceAll("?", "+?"))
    requireEqual(usual.all(...values(7)), hidden.all(...values(7)))
    const took: Record<"usual" | "hidden", Array<number>> = { usual: [], hidden: [] }
    for (let round = 0; round < rounds; round += 1) {
      took.usual.push(microsEach(usual, values))
      took.hidden.push(microsEach(hidden, values))
    }
    const [before, after] = [median(took.usual), median(took.hidden)]
    console.log(`  ${name.padEnd(28)} ${before.toFixed(2).padStart(6)} µs  ${after.toFixed(2).padStart(9)} µs`)
  }
  database.close()
}

const filled = (): BetterSqlite.Database => {
  const database = new BetterSqlite(":memory:")
  database.exec(`
    create table job (id integer primary key, company integer not null, ready_at integer not null);
    create index job_ready on job (company, ready_at, id);
    create table company (id integer primary key, name text not null);
    with recursive n(n) as (select 0 union all select n + 1 from n where n < ${companies * rowsOfCompany - 1})
    insert into job (company, ready_at) select n % ${companies}, n / ${companies} from n;
    insert into company (id, name) select distinct company, 'Empresa ' || company from job;
  `)
  return database
}

const microsEach = (
  statement: BetterSqlite.Statement<unknown[], unknown>,
  values: (company: number) => ReadonlyArray<number>,
): number => {
  const start = performance.now()
  for (let run = 0; run < runsOfRound; run += 1) statement.all(...values(run % companies))
  return ((performance.now() - start) * 1_000) / runsOfRound
}

const requireEqual = (usual: ReadonlyArray<unknown>, hidden: ReadonlyArray<unknown>): void => {
  if (usual.length === 0 || JSON.stringify(usual) !== JSON.stringify(hidden)) {
    throw new Error("The plus before a value changes what is found.")
  }
}
