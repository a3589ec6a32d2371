/**
 * Payment links in SQL: one row a state, one row an event, written together, and counted.
 */
import type { LocalDate } from "@vintem/domain/calendar"
import type { ReminderRuleToken } from "@vintem/domain/catalogue"
import type { BatchToken, CompanyId, LinkSlug } from "@vintem/domain/identifiers"
import {
  type LinkChange,
  type LinkCreated,
  type LinkEvent,
  linkCreated,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import { LinkConflict, PaymentLinkRepository, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import type { CompiledQuery } from "kysely"
import { newLinkChanges } from "../../changes/link-changes.ts"
import { countedPage, type Stretch } from "../engine/counted-page.ts"
import { Executor } from "../engine/executor.ts"
import { listCount } from "../engine/list-count.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { changed } from "../engine/procedure.ts"
import {
  type FullLinkRow,
  type LinkRow,
  linkEventFromJson,
  linkFromRow,
  linkRowColumns,
  rowFromLink,
} from "./payment-link-row.ts"

export const layer = Layer.effect(
  PaymentLinkRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect
    const count = listCount(executor, "payment_link")

    const insertLinks = preparedRows<FullLinkRow, { id: number; slug: string }>((rows) =>
      build
        .insertInto("payment_link")
        .values(
          rows.map((value) => ({
            slug: value("slug"),
            company_id: value("company_id"),
            batch_token: value("batch_token"),
            batch_position: value("batch_position"),
            created_at: value("created_at"),
            version: value("version"),
            removed_at: value("removed_at"),
            terms: value("terms"),
            progress: value("progress"),
            rule_token: value("rule_token"),
            expired_at: value("expired_at"),
          })),
        )
        .returning(["id", "slug"]),
    )

    const updateLink = preparedQuery<
      Omit<FullLinkRow, "batch_token" | "batch_position" | "created_at"> & { read: number },
      { id: number }
    >((value) =>
      build
        .updateTable("payment_link")
        .set({
          version: value("version"),
          removed_at: value("removed_at"),
          terms: value("terms"),
          progress: value("progress"),
          rule_token: value("rule_token"),
          expired_at: value("expired_at"),
        })
        .where("company_id", "=", value("company_id"))
        .where("slug", "=", value("slug"))
        .where("version", "=", value("read"))
        .returning("id"),
    )

    const insertEvents = preparedRows<EventRow, unknown>((rows) =>
      build.insertInto("payment_link_event").values(
        rows.map((value) => ({
          link_id: value("link_id"),
          company_id: value("company_id"),
          sequence: value("sequence"),
          at: value("at"),
          type: value("type"),
          body: value("body"),
        })),
      ),
    )

    const selectOfCompany = preparedQuery<{ company: number; slug: string }, LinkRow>((value) =>
      build
        .selectFrom("payment_link")
        .select(linkRowColumns)
        .where("slug", "=", value("slug"))
        .where("company_id", "=", value("company")),
    )

    /** The page is found in the index alone; only its own rows are then read whole. */
    const selectListed = (direction: "asc" | "desc") =>
      preparedQuery<Stretch, LinkRow>((value) =>
        build
          .selectFrom(
            build
              .selectFrom("payment_link")
              .select("id")
              .where("company_id", "=", value("company"))
              .where("removed_at", "is", null)
              .orderBy("id", direction)
              .limit(value("take"))
              .offset(value("skip"))
              .as("page"),
          )
          .innerJoin("payment_link", "payment_link.id", "page.id")
          .where("payment_link.company_id", "=", value("company"))
          .select(linkRowColumns)
          .orderBy("page.id", direction),
      )

    const selectOfBatch = preparedQuery<{ company: number; batch: string; after: number; limit: number }, LinkRow>(
      (value) =>
        build
          .selectFrom("payment_link")
          .select(linkRowColumns)
          .where("batch_token", "=", value("batch"))
          .where("batch_position", ">", value("after"))
          .where("company_id", "=", value("company"))
          .where("removed_at", "is", null)
          .orderBy("batch_position")
          .limit(value("limit")),
    )

    const selectOfRule = preparedQuery<
      { company: number; rule: string; expired_at: string; after: string; limit: number },
      LinkRow
    >((value) =>
      build
        .selectFrom("payment_link")
        .select(linkRowColumns)
        .where("company_id", "=", value("company"))
        .where("rule_token", "=", value("rule"))
        .where("expired_at", "=", value("expired_at"))
        .where("slug", ">", value("after"))
        .where("removed_at", "is", null)
        .orderBy("slug")
        .limit(value("limit")),
    )

    const selectHistory = preparedQuery<{ company: number; slug: string }, { body: string }>((value) =>
      build
        .selectFrom("payment_link")
        .innerJoin("payment_link_event", "payment_link_event.link_id", "payment_link.id")
        .select("payment_link_event.body")
        .where("payment_link.company_id", "=", value("company"))
        .where("payment_link.slug", "=", value("slug"))
        .where("payment_link_event.company_id", "=", value("company"))
        .orderBy("payment_link_event.sequence"),
    )

    const selectLatest = preparedQuery<
      { company: number; slug: string; limit: number },
      { sequence: number; body: string }
    >((value) =>
      build
        .selectFrom("payment_link")
        .innerJoin("payment_link_event", "payment_link_event.link_id", "payment_link.id")
        .select(["payment_link_event.sequence", "payment_link_event.body"])
        .where("payment_link.company_id", "=", value("company"))
        .where("payment_link.slug", "=", value("slug"))
        .where("payment_link_event.company_id", "=", value("company"))
        .orderBy("payment_link_event.sequence", "desc")
        .limit(value("limit")),
    )

    const add = Effect.fnUntraced(function* (created: ReadonlyArray<LinkCreated>) {
      const operation = "paymentLinks.add"
      const ids = new Map<string, number>()
      for (const insert of insertLinks(created.map((event) => rowFromLink(linkCreated(event))))) {
        const { rows } = yield* executor.write(operation, insert)
        for (const { id, slug } of rows) ids.set(slug, id)
      }
      const idOf = ({ details }: LinkCreated): number => ids.get(details.slug) ?? 0
      for (const insert of insertEvents(
        created.map((event) => eventRow({ id: idOf(event), company: event.details.company }, 1, event)),
      )) {
        yield* executor.write(operation, insert)
      }
      for (const [company, events] of Map.groupBy(created, ({ details }) => details.company)) {
        const [first] = events
        if (first !== undefined) yield* executor.run(operation, () => count.add(company, events.length, idOf(first)))
      }
      yield* executor.run(operation, () => changed(...newLinkChanges(created)))
    }, commit)

    const save = Effect.fnUntraced(function* (link: PaymentLink, events: ReadonlyArray<LinkChange>) {
      if (events.length === 0) return
      const operation = "paymentLinks.save"
      const { company, slug } = link.details
      const read = link.version - events.length
      const {
        rows: [held],
      } = yield* executor.write(operation, updateLink({ ...rowFromLink(link), read }))
      if (held === undefined) return yield* new LinkConflict({ slug, versionRead: read })
      for (const insert of insertEvents(
        events.map((event, n) => eventRow({ id: held.id, company }, read + n + 1, event)),
      )) {
        yield* executor.write(operation, insert)
      }
      if (events.some(({ _tag }) => _tag === "LinkRemoved"))
        yield* executor.run(operation, () => count.add(company, -1, held.id))
      yield* executor.run(operation, () => changed({ kind: "link", company, id: slug }))
    }, commit)

    const findOne = (operation: string, query: CompiledQuery<LinkRow>) =>
      Effect.flatMap(executor.read(operation, query), ([row]) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(linkFromRow(operation, row)),
      )

    return PaymentLinkRepository.of({
      add,
      save,
      find: (company: CompanyId, slug: LinkSlug) => findOne("paymentLinks.find", selectOfCompany({ company, slug })),
      list: countedPage(
        executor,
        "paymentLinks.list",
        { count, newest: selectListed("desc"), oldest: selectListed("asc") },
        linkFromRow,
      ),
      ofBatch: (company: CompanyId, batch: BatchToken, { after, limit }) =>
        Effect.flatMap(executor.read("paymentLinks.ofBatch", selectOfBatch({ company, batch, after, limit })), (rows) =>
          Effect.forEach(rows, (row) => linkFromRow("paymentLinks.ofBatch", row)),
        ),
      ofRule: (company: CompanyId, rule: ReminderRuleToken, expired_at: LocalDate, { after, limit }) =>
        Effect.flatMap(
          executor.read("paymentLinks.ofRule", selectOfRule({ company, rule, expired_at, after: after ?? "", limit })),
          (rows) => Effect.forEach(rows, (row) => linkFromRow("paymentLinks.ofRule", row)),
        ),
      latestEvents: (company: CompanyId, slug: LinkSlug, limit: number) =>
        Effect.flatMap(executor.read("paymentLinks.latestEvents", selectLatest({ company, slug, limit })), (rows) =>
          Effect.forEach(rows.toReversed(), ({ sequence, body }) =>
            Effect.map(linkEventFromJson("paymentLinks.latestEvents", slug, body), (event) => ({ sequence, event })),
          ),
        ),
      history: (company: CompanyId, slug: LinkSlug) =>
        Effect.flatMap(executor.read("paymentLinks.history", selectHistory({ company, slug })), (rows) =>
          Effect.forEach(rows, ({ body }) => linkEventFromJson("paymentLinks.history", slug, body)),
        ),
    })
  }),
)

interface EventRow {
  readonly company_id: number
  readonly link_id: number
  readonly sequence: number
  readonly at: number
  readonly type: string
  readonly body: string
}

const eventRow = (
  { company, id }: { readonly company: CompanyId; readonly id: number },
  sequence: number,
  event: LinkEvent,
): EventRow => ({
  link_id: id,
  company_id: company,
  sequence,
  at: event.at,
  type: event._tag,
  body: JSON.stringify(event),
})
