/**
 * Payment links in SQL: one row a state, one row an event, written together, and counted.
 */
import type { LocalDate } from "@vintem/domain/calendar"
import type { ReminderRuleToken } from "@vintem/domain/catalogue"
import type { BatchToken, CompanyId, LinkSlug } from "@vintem/domain/identifiers"
import { PaymentLinkRepository } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import type { CompiledQuery } from "kysely"
import { countedPage, type Stretch } from "../engine/counted-page.ts"
import { Executor } from "../engine/executor.ts"
import { listCount } from "../engine/list-count.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { type LinkRow, linkEventFromJson, linkFromRow, linkRowColumns } from "./payment-link-row.ts"
import { paymentLinkWriting } from "./payment-link-writing.ts"

export const layer = Layer.effect(
  PaymentLinkRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const count = listCount(executor, "payment_link")
    const writing = paymentLinkWriting(executor.dialect, count)

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

    const findOne = (operation: string, query: CompiledQuery<LinkRow>) =>
      Effect.flatMap(executor.read(operation, query), ([row]) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(linkFromRow(operation, row)),
      )

    return PaymentLinkRepository.of({
      add: (created) => executor.run("paymentLinks.add", () => writing.add(created)),
      save: (link, events) => executor.attempt("paymentLinks.save", () => writing.save(link, events)),
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
