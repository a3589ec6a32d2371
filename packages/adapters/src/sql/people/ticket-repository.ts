/**
 * Tickets in SQL, as hashes. A ticket that was taken or withdrawn leaves no row.
 */
import { type Realm, realmName, realmOf, Ticket, TicketId, ticketSubject } from "@vintem/domain/access"
import { TicketRepository } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  TicketRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const selectByHash = preparedQuery<{ hash: string; now: number }, TicketRow>((value) =>
      build
        .selectFrom("access_ticket")
        .selectAll()
        .where("hash", "=", value("hash"))
        .where("expires_at", ">", value("now")),
    )

    const takeByHash = preparedQuery<{ hash: string; now: number }, TicketRow>((value) =>
      build
        .deleteFrom("access_ticket")
        .where("hash", "=", value("hash"))
        .where("expires_at", ">", value("now"))
        .returningAll(),
    )

    const forget = preparedQuery<{ before: number; limit: number }, unknown>((value) =>
      lockedSelection(
        executor.dialect,
        build
          .selectFrom("access_ticket")
          .select("id")
          .where("expires_at", "<", value("before"))
          .orderBy("expires_at")
          .limit(value("limit")),
      )
        .deleteFrom("access_ticket")
        .where("id", "in", (e) => e.selectFrom("chosen").select("chosen.id")),
    )

    const only = (operation: string, [row]: ReadonlyArray<TicketRow>) =>
      row === undefined ? Effect.succeedNone : Effect.asSome(ticketFromRow(operation, row))

    return TicketRepository.of({
      add: (ticket) =>
        Effect.flatMap(
          executor.write(
            "tickets.add",
            build
              .insertInto("access_ticket")
              .values({
                hash: ticket.hash,
                subject: ticketSubject(ticket.purpose),
                realm: ticket.purpose._tag === "Invitation" ? realmName(realmOf(ticket.purpose.grant)) : null,
                purpose: JSON.stringify(ticket.purpose),
                created_at: ticket.createdAt,
                expires_at: ticket.expiresAt,
              })
              .returning("id")
              .compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined
              ? Effect.die("insert … returning gave no row")
              : Effect.succeed({ id: TicketId.make(row.id), ...ticket }),
        ),
      find: (hash, now) =>
        Effect.flatMap(executor.read("tickets.find", selectByHash({ hash, now })), (rows) =>
          only("tickets.find", rows),
        ),
      take: (hash, now) =>
        Effect.flatMap(executor.write("tickets.take", takeByHash({ hash, now })), ({ rows }) =>
          only("tickets.take", rows),
        ),
      withdraw: (subject) =>
        Effect.map(
          executor.write(
            "tickets.withdraw",
            build.deleteFrom("access_ticket").where("subject", "=", subject).compile(),
          ),
          ({ changes }) => changes,
        ),
      invitations: (realm: Realm, now, page) => {
        const ofRealm = build
          .selectFrom("access_ticket")
          .where("realm", "=", realmName(realm))
          .where("expires_at", ">", now)
        return readUncountedPage(
          executor,
          realm,
          "tickets.invitations",
          {
            count: ofRealm.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofRealm.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => ticketFromRow("tickets.invitations", row),
        )
      },
      withdrawInvitation: (realm, id) => {
        const operation = "tickets.withdrawInvitation"
        const ofRealm = build.deleteFrom("access_ticket").where("id", "=", id).where("realm", "=", realmName(realm))
        return Effect.flatMap(executor.write(operation, ofRealm.returningAll().compile()), ({ rows }) =>
          only(operation, rows),
        )
      },
      forget: (before, limit) =>
        Effect.map(executor.write("tickets.forget", forget({ before, limit })), ({ changes }) => changes),
    })
  }),
)

interface TicketRow {
  readonly id: number
  readonly hash: string
  readonly purpose: string
  readonly created_at: number
  readonly expires_at: number
}

const readTicket = readerOf(Ticket)

const ticketFromRow = (operation: string, row: TicketRow) =>
  readTicket(operation, `Ticket ${row.id}`, {
    id: row.id,
    hash: row.hash,
    purpose: parsedJson(row.purpose),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  })
