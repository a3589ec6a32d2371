/**
 * What the overview and the search of the panel need: the figures of orders by company and day, kept by the database itself as the counts
 * of orders are; and the e-mail that customers are found by.
 *
 * What is there already is filled in here. An order that cannot be read gets no figures: `vintem check` names it.
 *
 * Other steps are frozen with their release. What this one fills in is not: it has to be what the running version would write, because
 * `vintem check` and the search compare it with that. Whoever changes what an order counts for, or what customers are found by, adds a step
 * that fills the columns anew; what this one filled in then no longer matters.
 */
import { emailKey } from "@vintem/domain/customer"
import { progressFromStored, StoredProgress } from "@vintem/domain/order"
import { Option, Schema } from "effect"
import { type Kysely, type RawBuilder, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { countShard } from "../engine/count-shard.ts"
import type { Dialect } from "../engine/dialect.ts"
import { figuresText } from "../orders/order-row.ts"
import { countDayMillis, countDayOffsetMillis } from "../orders/order-total.ts"

export const overview = (dialect: Dialect): Migration => ({
  up: async (db) => {
    await emails(db)
    await figures(db, dialect)
  },
})

const emails = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable("customer")
    .addColumn("email_key", "text", (column) => column.notNull().defaultTo(""))
    .execute()
  await fill(db, { table: "customer", from: "email", to: "email_key" }, emailKey)
  await db.schema.createIndex("customer_by_email").on("customer").columns(["company_id", "email_key", "id"]).execute()
}

const figures = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  const { elementsOf, integer, keptByKey, onInsert, onUpdate } = dialect
  const shard = countShard(dialect)
  await db.schema
    .alterTable("orders")
    .addColumn("figures", "text", (column) => column.notNull().defaultTo(none))
    .execute()
  await db.schema
    .createTable("order_figure")
    .addColumn("company_id", integer, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("method", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("count", integer, (column) => column.notNull())
    .addColumn("amount", integer, (column) => column.notNull())
    .$call(shard.addColumn)
    .addPrimaryKeyConstraint("order_figure_key", ["company_id", "kind", "day", "method", "reason", ...shard.key])
    .modifyEnd(keptByKey)
    .execute()
  await fill(db, { table: "orders", from: "progress", to: "figures" }, figuresOfStored)

  const key = sql`company_id, kind, day, method, reason${shard.column}`
  const entry = (row: string, sign: 1 | -1) => sql`
    select ${sql.ref(`${row}.company_id`)} as company_id, entry.value ->> 0 as kind,
      (${sql.ref(`${row}.placed_at`)} - ${offset}) / ${day} as day, entry.value ->> 1 as method,
      entry.value ->> 2 as reason${shard.of(row)}${shard.named},
      ${sql.lit(sign)} * cast(entry.value ->> 3 as bigint) as count,
      ${sql.lit(sign)} * cast(entry.value ->> 4 as bigint) as amount`
  // Rows are locked in the order of their key: two units that move orders the opposite way do not wait for each other.
  const added = (entries: RawBuilder<unknown>) => sql`
    insert into order_figure (${key}, count, amount)
    select ${key}, sum(count), sum(amount) from (${entries}) as change
    group by ${key} having sum(count) <> 0 or sum(amount) <> 0 order by ${key}`
  const addUp = (entries: RawBuilder<unknown>) => sql`
    ${added(entries)}
    on conflict (${key}) do update set
      count = order_figure.count + excluded.count, amount = order_figure.amount + excluded.amount;`

  await added(sql`${entry("orders", 1)} from orders, ${elementsOf("orders.figures")}`).execute(db)
  const came = sql`${entry("new", 1)} from ${elementsOf("new.figures")}`
  const went = sql`${entry("old", -1)} from ${elementsOf("old.figures")}`
  await onInsert("orders", "order_adds_figures", addUp(came)).execute(db)
  await onUpdate("orders", "figures", "order_changes_figures", addUp(sql`${went} union all ${came}`)).execute(db)
}

interface Filling {
  readonly table: "customer" | "orders"
  readonly from: string
  readonly to: string
}

/** So many rows are in memory at once. */
const rowsAtOnce = 500

/** Gives each row what its value makes; a row for which that is null or empty keeps what it has. */
const fill = async (
  db: Kysely<unknown>,
  { table, from, to }: Filling,
  make: (value: string) => string | null,
): Promise<void> => {
  let after = 0
  for (;;) {
    const { rows } = await sql<{ id: number; value: string }>`
      select id, ${sql.ref(from)} as value from ${sql.table(table)}
      where id > ${after} order by id limit ${sql.lit(rowsAtOnce)}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = Number(last.id)
    const made = rows.flatMap(({ id, value }) => {
      const text = make(value)
      return text === null || text === none ? [] : [sql`(cast(${Number(id)} as bigint), ${text})`]
    })
    if (made.length > 0) {
      await sql`update ${sql.table(table)} set ${sql.ref(to)} = found.column2
        from (values ${sql.join(made)}) as found where ${sql.ref(`${table}.id`)} = found.column1`.execute(db)
    }
  }
}

/** An order that counts for nothing. */
const none = "[]"

const readProgress = Schema.decodeUnknownOption(Schema.fromJsonString(StoredProgress))

const figuresOfStored = (stored: string): string | null => {
  const progress = Option.getOrNull(readProgress(stored))
  const learned = progress === null ? null : progressFromStored(progress)
  return learned === null ? null : figuresText(learned)
}

// A trigger has no parameters: its text is all there is.
const day = sql.lit(countDayMillis)
const offset = sql.lit(countDayOffsetMillis)
