/**
 * Idempotency keys in SQL.
 */
import { IdempotencyStore, idempotencyRetentionMillis } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { idempotencyQueries } from "./idempotency-queries.ts"
import { idempotencyWriting, placeOf } from "./idempotency-writing.ts"

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const executor = yield* Executor
    const queries = idempotencyQueries(executor.dialect)
    const writing = idempotencyWriting(queries)

    return IdempotencyStore.of({
      claim: (request) => executor.run("idempotency.claim", () => writing.claim(request)),
      attach: (scope, key, order) => executor.run("idempotency.attach", () => writing.attach(scope, key, order)),
      answer: (scope, key, given) => executor.run("idempotency.answer", () => writing.answer(scope, key, given)),
      release: (scope, key) => Effect.asVoid(executor.write("idempotency.release", queries.letGo(placeOf(scope, key)))),
      releaseAll: (since) =>
        Effect.map(
          executor.write(
            "idempotency.releaseAll",
            queries.letGoOfAll({ expires_from: since + idempotencyRetentionMillis }),
          ),
          ({ changes }) => changes,
        ),
      forget: (before, limit) =>
        Effect.map(
          executor.write("idempotency.forget", queries.deleteOver({ before, limit })),
          ({ changes }) => changes,
        ),
    })
  }),
)
