// An institution that speaks API Pix, behind books, under the contract of all acquirers.
import { BookedAcquirer, BookedChargeList, MemoryStorage } from "@vintem/adapters"
import { instant } from "@vintem/domain/calendar"
import type { AttemptKey } from "@vintem/domain/identifiers"
import { acquirerContract, chargeListContract } from "@vintem/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { FakeInstitution } from "./fake-institution.ts"
import type { Dialect } from "./ledger.ts"
import { opened } from "./opened-account.ts"

class Institution extends Context.Service<Institution, FakeInstitution>()("@vintem/proof/Institution") {}

const account = (dialect: Dialect) =>
  Layer.unwrap(
    Effect.map(opened({ dialect }), ({ institution, psp }) =>
      Layer.mergeAll(BookedAcquirer.layer(psp), BookedChargeList.layer(psp), Layer.succeed(Institution, institution)),
    ),
  ).pipe(Layer.provide(MemoryStorage.layer))

const pay = (key: AttemptKey) => Effect.map(Institution, ({ ledger }) => ledger.pay(key))

const means = {
  pix: { _tag: "pix", expiresAt: instant(Date.parse("2049-10-13T12:00:00.789Z")) },
  refused: { _tag: "pix", expiresAt: instant(Date.parse("2020-01-01T12:00:00Z")) },
} as const

for (const dialect of ["standard", "efi"] as const) {
  const name = `An account of API Pix behind books (${dialect})`
  acquirerContract(name, account(dialect), means, { pay })
  chargeListContract(name, account(dialect), means)
}
