/** `GET /api/v1/subscriber`: the filters of the list of subscriptions. */
import { LocalDate } from "@vintem/domain/calendar"
import { Email } from "@vintem/domain/customer"
import type { SubscriptionFilter } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { readDate } from "../input/date.ts"
import { queryField } from "../input/query.ts"
import { readEmail, readText } from "../input/text.ts"
import { referenceLimits } from "../order/order-list.ts"
import { pageField } from "../pagination.ts"
import { SubscriberStatus, subscriptionStatusFrom } from "./subscriber-status.ts"

/** All filters must match. Unknown parameters are ignored. */
export const SubscriberListQuery = Schema.Struct({
  page: pageField,
  next_charge: queryField(
    Schema.String.annotate({
      description: "Day of the next charge, in America/Sao_Paulo.",
      format: "date",
      examples: ["2026-12-21"],
    }),
    LocalDate,
    readDate,
    (date) => date,
  ),
  status: queryField(
    Schema.String.annotate({
      description: `One of ${SubscriberStatus.literals.join(", ")}.`,
      examples: ["subscriber_overdue"],
    }),
    SubscriberStatus,
    readChoice(SubscriberStatus.literals),
    (status) => status,
  ),
  checkout_id: queryField(
    Schema.String.annotate({
      description: "Slug, at the time, of the checkout it was sold on.",
      examples: ["curso-de-violao"],
    }),
    Schema.String,
    readText(referenceLimits),
    (slug) => slug,
  ),
  token: queryField(
    Schema.String.annotate({
      description: "Token of the subscription. An unknown token matches nothing.",
      examples: ["3d0f7f0a-52b3-4d0e-9f0e-6a3d5c1b7e42"],
    }),
    Schema.String,
    readText(referenceLimits),
    (token) => token,
  ),
  email: queryField(
    Schema.String.annotate({
      description: "E-mail of the subscriber. Case does not matter.",
      examples: ["maria@example.com"],
    }),
    Email,
    readEmail,
    (email) => email,
  ),
})
export type SubscriberListQuery = typeof SubscriberListQuery.Type

/** The store's filter for a query. */
export const subscriptionFilter = ({
  next_charge,
  status,
  checkout_id,
  token,
  email,
}: SubscriberListQuery): SubscriptionFilter => ({
  ...(next_charge === undefined ? {} : { nextCharge: next_charge }),
  ...(status === undefined ? {} : { status: subscriptionStatusFrom[status] }),
  ...(checkout_id === undefined ? {} : { checkout: checkout_id }),
  ...(token === undefined ? {} : { token }),
  ...(email === undefined ? {} : { email }),
})
