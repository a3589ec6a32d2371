/** Sends a plan: each part under a key of its own, so that a repeated part makes no link twice. */
import * as Effect from "effect/Effect"
import { customerOf } from "../../../src/sheet/batch-sheet.ts"
import type { termsOf } from "../../../src/sheet/batch-terms.ts"
import { type MadeBatch, type PlannedBatch, type PlannedPart, withPart } from "../../../src/sheet/plan.ts"
import type { Client } from "../../ask/panel-client.ts"

interface Sending {
  readonly client: Client
  readonly company: string
  readonly plan: ReadonlyArray<PlannedBatch>
  /** Batches that exist: the plan adds customers to them. */
  readonly made: ReadonlyArray<MadeBatch>
  /** Stays unchanged while a part's outcome is unknown. */
  readonly key: string
  readonly terms: ReturnType<typeof termsOf>
  /** Returns the empty text for no name. */
  readonly nameOf: (lastDay: string | null) => string
  /** Called after each part, so that after a failure the page knows the rows that are in a batch. */
  readonly onMade: (made: ReadonlyArray<MadeBatch>) => void
  readonly onRefused: (part: PlannedPart, error: unknown) => void
}

/** @returns all batches with their current rows */
export const sendPlan = ({ client, company, key, made, nameOf, onMade, onRefused, plan, terms }: Sending) =>
  Effect.gen(function* () {
    let all = made
    for (const batch of plan) {
      const { lastDay, parts } = batch
      let { token } = batch
      for (const part of parts) {
        const headers = { "idempotency-key": `${key}.${lastDay ?? "none"}.${part.from}` }
        const customers = part.rows.map(customerOf)
        const name = nameOf(lastDay)
        const whole = {
          ...terms,
          ...(name === "" ? {} : { name }),
          ...(lastDay === null ? {} : { expired_at: lastDay }),
        }
        const sent =
          token === null
            ? client.paymentLinkBulk.create({ params: { company }, headers, payload: { ...whole, customers } })
            : client.paymentLinkBulk.addCustomers({ params: { company, token }, headers, payload: { customers } })
        const { data } = yield* Effect.tapError(sent, (error) => Effect.sync(() => onRefused(part, error)))
        token = data.token
        all = withPart(all, batch, token, part)
        onMade(all)
      }
    }
    return all
  })
