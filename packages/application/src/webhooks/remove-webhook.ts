/** Removes the webhook of a company: it gets no more events. */
import type { CompanyId } from "@vintem/domain/identifiers"
import { type StorageUnavailable, type Trail, UnitOfWork, WebhookEndpointRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { recordInCompany } from "../trail/record-change.ts"
import { webhookFields, webhookSubject } from "./webhook-fields.ts"

/** @returns false if the company has no webhook */
export const removeWebhook = Effect.fn("removeWebhook")(function* (
  company: CompanyId,
): Effect.fn.Return<boolean, StorageUnavailable, Trail | UnitOfWork | WebhookEndpointRepository> {
  const { commit } = yield* UnitOfWork
  const { find, remove } = yield* WebhookEndpointRepository
  return yield* commit(
    Effect.gen(function* () {
      const found = yield* find(company)
      if (!(yield* remove(company)) || Option.isNone(found)) return false
      const before = webhookFields(found.value)
      yield* recordInCompany(company, { action: "webhook.remove", subject: webhookSubject, before, after: null })
      return true
    }),
  )
})
