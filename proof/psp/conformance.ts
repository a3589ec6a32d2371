/**
 * Sends every request of the API Pix adapter once, to an institution that answers in each permitted way. Checks the
 * exchanges against the official document.
 */
import type { Psp } from "@vintem/adapters"
import { instant, localDateFromDayNumber } from "@vintem/domain/calendar"
import { RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readApiDocument } from "./api-document.ts"
import type { FakeInstitution } from "./fake-institution.ts"
import { keyOf, opened, payer, pixCharge, refTo } from "./opened-account.ts"

export interface Conformance {
  /** How many requests of each operation were checked. */
  readonly checked: ReadonlyMap<string, number>
  /** Sentences, each once. */
  readonly faults: ReadonlyArray<string>
}

/** @param text - the OpenAPI document, YAML or JSON */
export const conformanceWith = async (text: string): Promise<Conformance> => {
  const document = readApiDocument(text)
  const checked = new Map<string, number>()
  const faults = new Set<string>()
  for (const writesCode of [true, false]) {
    const { exchanges, failure } = await Effect.runPromise(Effect.scoped(recorded(writesCode)))
    if (failure !== null) faults.add(`the adapter came to an end: ${failure}`)
    for (const exchange of exchanges) {
      if (exchange.path === "/oauth/token") continue // OAuth 2 describes it, and the document does not.
      const name = document.operationOf(exchange) ?? `${exchange.method} ${exchange.path}`
      checked.set(name, (checked.get(name) ?? 0) + 1)
      for (const fault of document.faultsOf(exchange)) faults.add(fault)
    }
  }
  return { checked, faults: [...faults] }
}

const recorded = Effect.fnUntraced(function* (writesCode: boolean) {
  const { institution, psp } = yield* opened({ writesCode })
  const outcome = yield* Effect.result(everything(institution, psp))
  return { exchanges: institution.exchanges, failure: Result.isFailure(outcome) ? outcome.failure._tag : null }
})

const everything = Effect.fnUntraced(function* ({ ledger }: FakeInstitution, psp: Psp) {
  const day = localDateFromDayNumber(Math.floor(Date.now() / 86_400_000) + 3)
  for (const method of ["pix", "pix_due"] as const) {
    const first = method === "pix" ? 1 : 101
    const means =
      method === "pix"
        ? ({ _tag: method, expiresAt: instant(Date.now() + 3_600_000) } as const)
        : ({ _tag: method, dueDate: day } as const)
    const [paid, removed, fenced] = [first, first + 1, first + 2].map((place) => refTo(keyOf(place), method))
    if (paid === undefined || removed === undefined || fenced === undefined) return
    yield* psp.find(paid)
    yield* psp.create(pixCharge(paid.key, { means }))
    yield* psp.create(pixCharge(removed.key, { means }))
    ledger.pay(paid.key)
    yield* psp.create(pixCharge(paid.key, { means }))
    yield* psp.cancel(paid, payer)
    yield* psp.cancel(removed, payer)
    yield* psp.cancel(fenced, payer)
    const refund = { key: RefundKey.make(`r${first}`), charge: paid, amount: centavos(100) }
    yield* psp.giveBack(refund)
    yield* psp.giveBack({ ...refund, key: RefundKey.make(`s${first}`), amount: centavos(99_999) })
    ledger.dispute(paid.key, 200)
    ledger.settle()
    yield* psp.giveBack(refund)
    yield* psp.find(paid)
    yield* psp.list(method, { from: instant(Date.now() - 60_000), until: instant(Date.now() + 60_000) })
  }
})
