/**
 * Who changed what, in SQL.
 *
 * The length of a log is a row. A unit that adds an entry increments it first and holds the row until its end: numbers follow the order of
 * commits, and a unit that fails returns its number.
 */
import type { Realm } from "@vintem/domain/access"
import { type Page, type PageRequest, Trail, type TrailFilter, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { idOfRealm } from "../engine/company-or-platform.ts"
import { Executor } from "../engine/executor.ts"
import { longReader } from "../engine/long-reader.ts"
import { type ListQueries, readPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { writeUnread } from "../engine/procedure.ts"
import { columnsOfTrailEntry, type TrailEntryRow, trailEntryColumns, trailEntryFromRow } from "./trail-entry-row.ts"

export const layer = Layer.effect(
  Trail,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    const lengthen = preparedQuery<{ company: number }, { length: number }>((value) =>
      build
        .insertInto("trail_length")
        .values({ company_id: value("company"), length: 1 })
        .onConflict((conflict) =>
          conflict.column("company_id").doUpdateSet((e) => ({ length: e("trail_length.length", "+", 1) })),
        )
        .returning("length"),
    )

    const selectLength = preparedQuery<{ company: number }, { total: number }>((value) =>
      build.selectFrom("trail_length").select("length as total").where("company_id", "=", value("company")),
    )

    const wanted = (realm: Realm, { action, actor, before, from, subject }: TrailFilter) => {
      let rows = build.selectFrom("trail_entry").where("company_id", "=", idOfRealm(realm))
      if (actor !== undefined) rows = rows.where("actor", "=", actor)
      if (action !== undefined) rows = rows.where("action", "=", action)
      if (subject !== undefined) rows = rows.where("subject", "=", subject)
      if (from !== undefined) rows = rows.where("at", ">=", from)
      if (before !== undefined) rows = rows.where("at", "<", before)
      return rows
    }

    const fromRow = (row: TrailEntryRow) => trailEntryFromRow("trail.list", row)

    const lengthOf = (realm: Realm) =>
      Effect.map(executor.read("trail.list", selectLength({ company: idOfRealm(realm) })), ([counted]) =>
        Number(counted?.total ?? 0),
      )

    /** Numbers have no gaps, so they give the positions of a page in the whole log. */
    const wholePage = Effect.fnUntraced(function* (realm: Realm, { page, size }: PageRequest) {
      const total = yield* lengthOf(realm)
      const last = total - (page - 1) * size
      if (last <= 0) return { entries: [], total } satisfies Page<never>
      const rows = yield* executor.read(
        "trail.list",
        wanted(realm, {})
          .where("sequence", "<=", last)
          .select(trailEntryColumns)
          .orderBy("sequence", "desc")
          .limit(size)
          .compile(),
      )
      return { entries: yield* Effect.forEach(rows, fromRow), total }
    })

    const filteredPage = Effect.fnUntraced(function* (realm: Realm, filter: TrailFilter, page: PageRequest) {
      const reader = yield* longReader(executor, realm, lengthOf(realm))
      const found = wanted(realm, filter)
      const queries: ListQueries<TrailEntryRow> = {
        count: found.select((e) => e.fn.countAll<number>().as("total")).compile(),
        rows: ({ limit, offset }) =>
          found.select(trailEntryColumns).orderBy("sequence", "desc").limit(limit).offset(offset).compile(),
      }
      return yield* readPage(reader, "trail.list", queries, page, fromRow)
    })

    return Trail.of({
      append: Effect.fnUntraced(function* (details) {
        const operation = "trail.append"
        const { rows } = yield* executor.write(operation, lengthen({ company: idOfRealm(details.realm) }))
        const sequence = Number(rows[0]?.length)
        yield* executor.run(operation, () =>
          writeUnread(build.insertInto("trail_entry").values(columnsOfTrailEntry(details, sequence)).compile()),
        )
        return { ...details, sequence }
      }, commit),

      list: (realm, filter, page) => (isAll(filter) ? wholePage(realm, page) : filteredPage(realm, filter, page)),

      after: (realm, sequence, limit) =>
        Effect.flatMap(
          executor.read(
            "trail.after",
            wanted(realm, {})
              .where("sequence", ">", sequence)
              .select(trailEntryColumns)
              .orderBy("sequence")
              .limit(limit)
              .compile(),
          ),
          (rows) => Effect.forEach(rows, fromRow),
        ),
    })
  }),
)

const isAll = (filter: TrailFilter): boolean => Object.values(filter).every((one) => one === undefined)
