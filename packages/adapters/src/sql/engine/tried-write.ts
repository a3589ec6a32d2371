/**
 * Whether the store takes writes. It tries one, because a store that answers reads may still be full or a standby.
 *
 * The write needs new space: the row that it replaces is deleted after it, in the same unit. It needs about as much
 * space as an order, so it fails whenever an order would not fit.
 */
import { randomBytes } from "node:crypto"
import { type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Context, Duration, Effect, type Exit, Fiber, Layer } from "effect"
import { Executor } from "./executor.ts"
import { preparedQuery } from "./prepared-query.ts"
import { writeUnread } from "./procedure.ts"

export class TriedWrite extends Context.Service<
  TriedWrite,
  {
    /**
     * Fails if the last tried write failed. The result of a write counts for five seconds. Callers that ask while one
     * is under way wait for it. A caller may stop waiting; the write goes on.
     */
    readonly tried: Effect.Effect<void, StorageUnavailable>
  }
>()("@vintem/adapters/sql/TriedWrite") {}

/** How long the result of a tried write counts, milliseconds. */
const toldMillis = 5_000

/** In characters. The text is random, because PostgreSQL would compress other text. */
const fillingBytes = 16_384

/** A process that died left its row: another one deletes it. */
const leftMillis = Duration.toMillis("1 day")

/** Tries writes on either engine, the first when it is first asked. A write that is under way ends with the layer. */
export const layer = Layer.effect(
  TriedWrite,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const scope = yield* Effect.scope
    const { build } = executor.dialect

    const insertRow = preparedQuery<Row, unknown>((value) =>
      build.insertInto("tried_write").values({ id: value("id"), at: value("at"), filling: value("filling") }),
    )

    const deleteOthers = preparedQuery<{ previous: string; before: number }, unknown>((value) =>
      build
        .deleteFrom("tried_write")
        .where((e) => e.or([e("id", "=", value("previous")), e("at", "<", value("before"))])),
    )

    const filling = yield* Effect.sync(() => randomBytes((fillingBytes / 4) * 3).toString("base64"))
    const own = yield* Effect.sync(() => randomBytes(12).toString("hex"))
    let previous = ""
    let count = 0

    const write = Effect.fnUntraced(function* (at: number) {
      count += 1
      const id = `${own}-${count}`
      yield* commit(
        Effect.andThen(
          executor.run("triedWrite.insert", () => writeUnread(insertRow({ id, at, filling }))),
          executor.run("triedWrite.delete", () => writeUnread(deleteOthers({ previous, before: at - leftMillis }))),
        ),
      )
      previous = id
    })

    let last: { readonly at: number; readonly exit: Exit.Exit<void, StorageUnavailable> } | undefined
    let underWay: Fiber.Fiber<void, StorageUnavailable> | undefined

    const tryOne = (at: number) =>
      write(at).pipe(
        Effect.tapError((error) => Effect.logWarning("the store did not take a trial write", error)),
        Effect.onExit((exit) =>
          Effect.sync(() => {
            last = { at, exit }
          }),
        ),
      )

    return TriedWrite.of({
      tried: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (underWay === undefined || underWay.pollUnsafe() !== undefined) {
          if (last !== undefined && Math.abs(now - last.at) < toldMillis) return yield* last.exit
          underWay = yield* Effect.forkIn(tryOne(now), scope)
        }
        return yield* Fiber.join(underWay)
      }),
    })
  }),
)

interface Row {
  readonly id: string
  readonly at: number
  readonly filling: string
}
