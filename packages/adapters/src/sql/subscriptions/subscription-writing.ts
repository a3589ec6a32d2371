/**
 * Writes subscriptions: a state, its events and the renewals they open.
 */
import type { CompanyId, SubscriptionToken } from "@vintem/domain/identifiers"
import { SubscriptionConflict } from "@vintem/domain/ports"
import {
  type Subscription,
  type SubscriptionBegun,
  type SubscriptionChange,
  type SubscriptionDetails,
  type SubscriptionEvent,
  subscriptionBegun,
} from "@vintem/domain/subscription"
import { Result } from "effect"
import { type RawBuilder, sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import {
  added,
  changed,
  type Procedure,
  type Refusable,
  read,
  write,
  writeAllUnread,
  writeUnread,
} from "../engine/procedure.ts"
import { type FullSubscriptionRow, progressColumnsOf, rowFromSubscription } from "./subscription-row.ts"
import { subscriptionSums } from "./subscription-sums.ts"

export const subscriptionWriting = ({ build, lockForShare }: Dialect) => {
  const insertSubscription = preparedQuery<FullSubscriptionRow, unknown>((value) =>
    build.insertInto("subscription").values({
      token: value("token"),
      company_id: value("company_id"),
      version: value("version"),
      status: value("status"),
      checkout_slug: value("checkout_slug"),
      email_key: value("email_key"),
      next_charge: value("next_charge"),
      first_order: value("first_order"),
      details: value("details"),
      progress: value("progress"),
      created_at: value("created_at"),
    }),
  )

  /** Does not return the number: on SQLite, finding it again by the token costs less. */
  const updateSubscription = preparedQuery<
    Pick<FullSubscriptionRow, "company_id" | "token" | "version" | "status" | "next_charge" | "progress"> & {
      read: number
    },
    unknown
  >((value) =>
    build
      .updateTable("subscription")
      .set({
        version: value("version"),
        status: value("status"),
        next_charge: value("next_charge"),
        progress: value("progress"),
      })
      .where("company_id", "=", value("company_id"))
      .where("token", "=", value("token"))
      .where("version", "=", value("read")),
  )

  const insertEvents = preparedRows<EventRow, unknown>((rows) =>
    build.insertInto("subscription_event").values(
      rows.map((value) => ({
        company_id: value("company"),
        subscription_id: idOf(value("company"), value("token")),
        sequence: value("sequence"),
        at: value("at"),
        type: value("type"),
        body: value("body"),
      })),
    ),
  )

  const insertRenewal = preparedQuery<{ company: number; token: string; period: number; order: string }, unknown>(
    (value) =>
      build.insertInto("renewal").values({
        company_id: value("company"),
        subscription_id: idOf(value("company"), value("token")),
        period: value("period"),
        order_number: value("order"),
      }),
  )

  /** Appends events to the log of a subscription, stores the renewals they open, and reports the change. */
  function* append(
    { company, token }: SubscriptionDetails,
    versionRead: number,
    events: ReadonlyArray<SubscriptionEvent>,
  ): Procedure<void> {
    yield* writeAllUnread(insertEvents(events.map((event, n) => eventRow(company, token, versionRead + n + 1, event))))
    for (const event of events) {
      if (event._tag !== "RenewalOpened") continue
      const { period, order } = event
      yield* writeUnread(insertRenewal({ company, token, period, order }))
    }
    yield* changed({ kind: "subscription", company, id: token })
  }

  /** @see SubscriptionRepository.add */
  function* add(begun: SubscriptionBegun): Procedure<void> {
    const subscription = subscriptionBegun(begun)
    yield* writeUnread(insertSubscription(rowFromSubscription(subscription)))
    yield* append(begun.details, 0, [begun])
    yield* added(subscriptionSums(null, subscription))
  }

  /** @see SubscriptionRepository.save */
  function* save(
    before: Subscription,
    subscription: Subscription,
    events: ReadonlyArray<SubscriptionChange>,
  ): Procedure<Result.Result<void, SubscriptionConflict>> {
    if (events.length === 0) return Result.void
    const { token } = subscription.details
    const versionRead = before.version
    const { changes } = yield* write(updateSubscription({ ...progressColumnsOf(subscription), read: versionRead }))
    if (changes === 0) return Result.fail(new SubscriptionConflict({ token, versionRead }))
    yield* append(subscription.details, versionRead, events)
    yield* added(subscriptionSums(before, subscription))
    return Result.void
  }

  const selectVersion = preparedQuery<{ company: number; token: string }, { version: number }>((value) =>
    lockForShare(
      build
        .selectFrom("subscription")
        .select("version")
        .where("company_id", "=", value("company"))
        .where("token", "=", value("token")),
    ),
  )

  /** Refused if the subscription has changed since it was read. */
  function* requireAsRead({ details: { company, token }, version }: Subscription): Refusable<SubscriptionConflict> {
    const [stored] = yield* read(selectVersion({ company, token }))
    return stored?.version === version
      ? Result.void
      : Result.fail(new SubscriptionConflict({ token, versionRead: version }))
  }

  return { add, requireAsRead, save }
}

/** The number of a company's subscription. */
const idOf = (company: RawBuilder<number>, token: RawBuilder<string>) =>
  sql<number>`(select id from subscription where company_id = ${company} and token = ${token})`

interface EventRow {
  readonly company: number
  readonly token: string
  readonly sequence: number
  readonly at: number
  readonly type: string
  readonly body: string
}

const eventRow = (
  company: CompanyId,
  token: SubscriptionToken,
  sequence: number,
  event: SubscriptionEvent,
): EventRow => ({
  company,
  token,
  sequence,
  at: event.at,
  type: event._tag,
  body: JSON.stringify(event),
})
