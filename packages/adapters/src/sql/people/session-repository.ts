/**
 * Sessions in SQL, by the hashes of their tokens. An ended session leaves no row.
 */
import { Session, SessionId } from "@vintem/domain/access"
import { SessionRepository } from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { readPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  SessionRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    /** Every request of a person reads this. */
    const selectByHash = preparedQuery<{ hash: string }, SessionRow>((value) =>
      build.selectFrom("user_session").selectAll().where("hash", "=", value("hash")),
    )

    const selectByPrevious = preparedQuery<{ hash: string }, SessionRow>((value) =>
      build.selectFrom("user_session").selectAll().where("previous", "=", value("hash")),
    )

    const touch = preparedQuery<{ id: number; seen_at: number; expires_at: number }, unknown>((value) =>
      build
        .updateTable("user_session")
        .set({ seen_at: value("seen_at"), expires_at: value("expires_at") })
        .where("id", "=", value("id"))
        .where("seen_at", "<", value("seen_at")),
    )

    const forget = preparedQuery<{ before: number; limit: number }, unknown>((value) =>
      lockedSelection(
        executor.dialect,
        build
          .selectFrom("user_session")
          .select("id")
          .where("expires_at", "<", value("before"))
          .orderBy("expires_at")
          .limit(value("limit")),
      )
        .deleteFrom("user_session")
        .where("id", "in", (e) => e.selectFrom("chosen").select("chosen.id")),
    )

    return SessionRepository.of({
      add: (session) =>
        Effect.flatMap(
          executor.write(
            "sessions.add",
            build
              .insertInto("user_session")
              .values({
                user_id: session.user,
                hash: session.hash,
                previous: session.previous?.hash ?? null,
                previous_until: session.previous?.until ?? null,
                address: session.origin.address,
                agent: session.origin.agent,
                created_at: session.createdAt,
                seen_at: session.seenAt,
                rotated_at: session.rotatedAt,
                proved_at: session.provedAt,
                expires_at: session.expiresAt,
              })
              .returning("id")
              .compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined
              ? Effect.die("insert … returning gave no row")
              : Effect.succeed({ id: SessionId.make(row.id), ...session }),
        ),
      find: Effect.fnUntraced(function* (hash) {
        const operation = "sessions.find"
        const [present] = yield* executor.read(operation, selectByHash({ hash }))
        // In this order: if a token is replaced between the two queries, the second finds it.
        const [row] = present === undefined ? yield* executor.read(operation, selectByPrevious({ hash })) : [present]
        return row === undefined ? Option.none() : Option.some(yield* sessionFromRow(operation, row))
      }),
      touch: (id, seenAt, expiresAt) =>
        Effect.asVoid(executor.write("sessions.touch", touch({ id, seen_at: seenAt, expires_at: expiresAt }))),
      prove: (id, at) =>
        Effect.asVoid(
          executor.write(
            "sessions.prove",
            build.updateTable("user_session").set({ proved_at: at }).where("id", "=", id).compile(),
          ),
        ),
      rotate: ({ at, from, graceUntil, id, to }) =>
        Effect.map(
          executor.write(
            "sessions.rotate",
            build
              .updateTable("user_session")
              .set({ hash: to, previous: from, previous_until: graceUntil, rotated_at: at })
              .where("id", "=", id)
              .where("hash", "=", from)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      list: (user, now, page) => {
        const ofUser = build.selectFrom("user_session").where("user_id", "=", user).where("expires_at", ">", now)
        return readPage(
          executor,
          "sessions.list",
          {
            count: ofUser.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) => ofUser.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => sessionFromRow("sessions.list", row),
        )
      },
      end: (user, id) =>
        Effect.map(
          executor.write(
            "sessions.end",
            build.deleteFrom("user_session").where("id", "=", id).where("user_id", "=", user).compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      endAll: (user, kept) => {
        const ofUser = build.deleteFrom("user_session").where("user_id", "=", user)
        return Effect.map(
          executor.write("sessions.endAll", (kept === null ? ofUser : ofUser.where("id", "<>", kept)).compile()),
          ({ changes }) => changes,
        )
      },
      forget: (before, limit) =>
        Effect.map(executor.write("sessions.forget", forget({ before, limit })), ({ changes }) => changes),
    })
  }),
)

interface SessionRow {
  readonly id: number
  readonly user_id: number
  readonly hash: string
  readonly previous: string | null
  readonly previous_until: number | null
  readonly address: string | null
  readonly agent: string
  readonly created_at: number
  readonly seen_at: number
  readonly rotated_at: number
  readonly proved_at: number | null
  readonly expires_at: number
}

const readSession = readerOf(Session)

const sessionFromRow = (operation: string, row: SessionRow) =>
  readSession(operation, `Session ${row.id}`, {
    id: row.id,
    user: row.user_id,
    hash: row.hash,
    previous: row.previous === null ? null : { hash: row.previous, until: row.previous_until },
    origin: { address: row.address, agent: row.agent },
    createdAt: row.created_at,
    seenAt: row.seen_at,
    rotatedAt: row.rotated_at,
    provedAt: row.proved_at,
    expiresAt: row.expires_at,
  })
