/**
 * Batches in SQL: one row a state, one row an event, one row an item.
 */
import type { BatchToken, CompanyId } from "@vintem/domain/identifiers"
import { BatchRepository } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { countedPage, type Stretch } from "../engine/counted-page.ts"
import { Executor } from "../engine/executor.ts"
import { listCount } from "../engine/list-count.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import {
  type BatchRow,
  batchEventFromJson,
  batchFromRow,
  batchRowColumns,
  type FailedRow,
  failedFromRow,
  type ItemRow,
  itemFromRow,
} from "./batch-row.ts"
import { batchWriting } from "./batch-writing.ts"

export const layer = Layer.effect(
  BatchRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const count = listCount(executor, "batch")
    const writing = batchWriting(executor.dialect, count)

    const selectBatch = preparedQuery<{ company: number; token: string }, BatchRow>((value) =>
      build
        .selectFrom("batch")
        .select(batchRowColumns)
        .where("token", "=", value("token"))
        .where("company_id", "=", value("company")),
    )

    /** The page is found in the index alone; only its own rows are then read whole. */
    const selectListed = (direction: "asc" | "desc") =>
      preparedQuery<Stretch, BatchRow>((value) =>
        build
          .selectFrom(
            build
              .selectFrom("batch")
              .select("id")
              .where("company_id", "=", value("company"))
              .orderBy("id", direction)
              .limit(value("take"))
              .offset(value("skip"))
              .as("page"),
          )
          .innerJoin("batch", "batch.id", "page.id")
          .where("batch.company_id", "=", value("company"))
          .select(batchRowColumns)
          .orderBy("page.id", direction),
      )

    const selectItems = preparedQuery<Window, ItemRow>((value) =>
      build
        .selectFrom("batch_item")
        .select(["position", "entry"])
        .where("company_id", "=", value("company"))
        .where("batch_token", "=", value("token"))
        .where("position", ">", value("after"))
        .orderBy("position")
        .limit(value("limit")),
    )

    const selectFailures = preparedQuery<Window, FailedRow>((value) =>
      build
        .selectFrom("batch_item")
        .select(["position", "entry", "failure"])
        .where("company_id", "=", value("company"))
        .where("batch_token", "=", value("token"))
        .where("position", ">", value("after"))
        .where("failure", "is not", null)
        .orderBy("position")
        .limit(value("limit")),
    )

    const selectHistory = preparedQuery<{ company: number; token: string }, { body: string }>((value) =>
      build
        .selectFrom("batch_event")
        .select("body")
        .where("company_id", "=", value("company"))
        .where("batch_token", "=", value("token"))
        .orderBy("sequence"),
    )

    return BatchRepository.of({
      add: (created, entries) => executor.run("batches.add", () => writing.add(created, entries)),
      save: (batch, events, added = []) => executor.attempt("batches.save", () => writing.save(batch, events, added)),
      find: (company: CompanyId, token: BatchToken) =>
        Effect.flatMap(executor.read("batches.find", selectBatch({ company, token })), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.asSome(batchFromRow("batches.find", row)),
        ),
      list: countedPage(
        executor,
        "batches.list",
        { count, newest: selectListed("desc"), oldest: selectListed("asc") },
        batchFromRow,
      ),
      items: (company: CompanyId, token: BatchToken, window) =>
        Effect.flatMap(executor.read("batches.items", selectItems({ company, token, ...window })), (rows) =>
          Effect.forEach(rows, (row) => itemFromRow("batches.items", token, row)),
        ),
      failures: (company: CompanyId, token: BatchToken, window) =>
        Effect.flatMap(executor.read("batches.failures", selectFailures({ company, token, ...window })), (rows) =>
          Effect.forEach(rows, (row) => failedFromRow("batches.failures", token, row)),
        ),
      history: (company: CompanyId, token: BatchToken) =>
        Effect.flatMap(executor.read("batches.history", selectHistory({ company, token })), (rows) =>
          Effect.forEach(rows, ({ body }) => batchEventFromJson("batches.history", token, body)),
        ),
    })
  }),
)

interface Window {
  readonly company: number
  readonly token: string
  readonly after: number
  readonly limit: number
}
