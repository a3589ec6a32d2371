/**
 * How a command to an order is received and answered, from an operator or from the company itself.
 */
import type { OrderCommandOutcome, OrderCommandRequest } from "@vintem/application"
import { NotFound, type OrderView, orderRefused, orderView, refundFailed, renewalOpen } from "@vintem/contract"
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import type { KeyScope, StoredAnswer } from "@vintem/domain/ports"
import { Effect } from "effect"
import { answerText, invalidText } from "../edge/body/answers.ts"
import type { AnswerToSend } from "../edge/keys/keyed.ts"
import { operation, type Taking } from "../edge/received-request.ts"
import { PublicUrl } from "../edge/request/public-url.ts"

/** The differences between the two callers. */
export interface CommandSide<E, R> {
  /** The order in question, once the body is read. Fails if there can be no such order. */
  readonly order: Effect.Effect<{ readonly company: CompanyId; readonly number: OrderNumber }, E, R>
  /** The scope of the caller's idempotency keys. */
  readonly scopeOf: (company: CompanyId) => KeyScope
  /** The envelope of the order after the command. */
  readonly envelope: (order: OrderView) => unknown
}

/** Runs a command once, and answers with its outcome. */
export const orderCommand = <A, E, R, E2, R2>(
  { envelope, order, scopeOf }: CommandSide<E, R>,
  body: Taking<A>["body"],
  use: (request: OrderCommandRequest, input: A) => Effect.Effect<AnswerToSend, E2, R2>,
) =>
  operation(
    { body, isOptional: true },
    Effect.fnUntraced(function* ({ input, keyed }) {
      const { company, number } = yield* order
      const { base } = yield* PublicUrl
      const encode = (outcome: OrderCommandOutcome) => encoded(outcome, (done) => envelope(orderView(done, base)))
      return yield* use({ company, number, keyed: keyed(scopeOf(company)), encode }, input)
    }),
  )

type Done = Extract<OrderCommandOutcome, { readonly _tag: "Done" }>["stored"]

const encoded = (outcome: OrderCommandOutcome, shown: (stored: Done) => unknown): StoredAnswer => {
  switch (outcome._tag) {
    case "Done":
      return answerText(200, shown(outcome.stored))
    case "Refused":
      return invalidText(orderRefused(outcome.refusal))
    case "RenewalOpen":
      return invalidText(renewalOpen(outcome.subscription))
    case "RefundFailed":
      return invalidText(refundFailed(outcome.reason))
  }
}

/** The caller has no such order. */
export const orderNotFound = { NoSuchOrder: () => Effect.fail(new NotFound()) }
