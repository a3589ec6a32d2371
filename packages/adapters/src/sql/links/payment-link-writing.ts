/**
 * Writes payment links: a state and its events, and the count of the list.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type LinkChange,
  type LinkCreated,
  type LinkEvent,
  linkCreated,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import { LinkConflict } from "@vintem/domain/ports"
import { Result } from "effect"
import { newLinkChanges } from "../../changes/link-changes.ts"
import type { Dialect } from "../engine/dialect.ts"
import type { ListCount } from "../engine/list-count.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { changed, type Procedure, type Refusable, read, write, writeAllUnread } from "../engine/procedure.ts"
import { type FullLinkRow, rowFromLink } from "./payment-link-row.ts"

/** @param count - of the list of links */
export const paymentLinkWriting = ({ build, lockForShare }: Dialect, count: Pick<ListCount, "add">) => {
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

  /** @see PaymentLinkRepository.add */
  function* add(created: ReadonlyArray<LinkCreated>): Procedure<void> {
    const ids = new Map<string, number>()
    for (const insert of insertLinks(created.map((event) => rowFromLink(linkCreated(event))))) {
      for (const { id, slug } of (yield* write(insert)).rows) ids.set(slug, id)
    }
    const idOf = ({ details }: LinkCreated): number => ids.get(details.slug) ?? 0
    const events = created.map((event) => eventRow({ id: idOf(event), company: event.details.company }, 1, event))
    yield* writeAllUnread(insertEvents(events))
    for (const [company, own] of Map.groupBy(created, ({ details }) => details.company)) {
      yield* count.add(company, own.length)
    }
    yield* changed(...newLinkChanges(created))
  }

  /** @see PaymentLinkRepository.save */
  function* save(link: PaymentLink, events: ReadonlyArray<LinkChange>): Procedure<Result.Result<void, LinkConflict>> {
    if (events.length === 0) return Result.void
    const { company, slug } = link.details
    const versionRead = link.version - events.length
    const [held] = (yield* write(updateLink({ ...rowFromLink(link), read: versionRead }))).rows
    if (held === undefined) return Result.fail(new LinkConflict({ slug, versionRead }))
    const rows = events.map((event, n) => eventRow({ id: held.id, company }, versionRead + n + 1, event))
    yield* writeAllUnread(insertEvents(rows))
    if (events.some(({ _tag }) => _tag === "LinkRemoved")) yield* count.add(company, -1)
    yield* changed({ kind: "link", company, id: slug })
    return Result.void
  }

  const selectVersion = preparedQuery<{ company: number; slug: string }, { version: number }>((value) =>
    lockForShare(
      build
        .selectFrom("payment_link")
        .select("version")
        .where("company_id", "=", value("company"))
        .where("slug", "=", value("slug")),
    ),
  )

  /** Refused if the link has changed since it was read. */
  function* requireAsRead({ details: { company, slug }, version }: PaymentLink): Refusable<LinkConflict> {
    const [stored] = yield* read(selectVersion({ company, slug }))
    return stored?.version === version ? Result.void : Result.fail(new LinkConflict({ slug, versionRead: version }))
  }

  return { add, requireAsRead, save }
}

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
