/** `vintem secrets`: seals stored secrets under the new key, after the secret key was changed. */
import { Settings as StoredSettings, settleSecretKey } from "@vintem/adapters"
import { type ResealedBatch, resealAccounts, resealSecondFactors } from "@vintem/application"
import type { UserId } from "@vintem/domain/access"
import type { AccountId } from "@vintem/domain/acquirer-account"
import { AcquirerAccountRepository, firstPage, UnitOfWork, UserRepository } from "@vintem/domain/ports"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { Configuration } from "../configuration/configuration.ts"
import { secretKeys } from "../data-folder/secret-key.ts"
import { BreachesFound } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { counted } from "../status/in-words.ts"
import { progressTeller } from "./progress.ts"
import { withStorage } from "./with-storage.ts"

const reseal = Command.make("reseal", { json: jsonFlag }, ({ json }) =>
  withStorage(
    Effect.gen(function* () {
      const users = yield* Effect.scoped(resealUsers)
      const accounts = yield* resealAllAccounts
      const [resealed, current] = [users.resealed + accounts.resealed, users.current + accounts.current]
      const { unopened } = users
      const isFinished = unopened.length + accounts.unopened.length === 0
      if (isFinished) yield* settled
      const told = { resealed, current, unopened, unopened_accounts: accounts.unopened, finished: isFinished }
      yield* print(json, told, () => [
        `${counted(resealed, "secret", "secrets")} resealed, ${current} already under the current key.`,
        ...unopened.map((id) => `User ${id}: no key opens the authenticator's secret.`),
        ...accounts.unopened.map((id) => `${accountInWords(id)}: no key opens the credentials.`),
        ...(isFinished ? ["No secret is sealed under another key."] : []),
      ])
      if (unopened.length > 0) {
        return yield* new BreachesFound({
          message: `The secrets of ${counted(unopened.length, "user", "users")} could not be opened: set VINTEM_SECRET_KEY_OLD to the key that sealed them, or remove the second factor with vintem user remove-second-factor, and run the command again.`,
        })
      }
      if (accounts.unopened.length > 0) {
        return yield* new BreachesFound({
          message: `The credentials of ${counted(accounts.unopened.length, "account", "accounts")} could not be opened: set VINTEM_SECRET_KEY_OLD to the key that sealed them, or replace all of them with vintem acquirer-account rotate, and run the command again.`,
        })
      }
    }),
  ),
).pipe(
  Command.withDescription(
    "Open every stored secret with VINTEM_SECRET_KEY or VINTEM_SECRET_KEY_OLD, and seal it again under VINTEM_SECRET_KEY. Afterwards, no " +
      "other key is needed.\n\n" +
      "Run it beside the service, after every process has the new key as VINTEM_SECRET_KEY. If it is stopped, run it again: it skips secrets " +
      "under the current key. Exit status 0 if all secrets are under that key, 1 if none of the keys opens a secret.",
  ),
  Command.withShortDescription("Reseal stored secrets under the current secret key"),
)

export const secrets = Command.make("secrets").pipe(
  Command.withDescription("Secrets sealed under the service's secret key"),
  Command.withSubcommands([reseal]),
)

const resealUsers = Effect.gen(function* () {
  const { passing } = yield* progressTeller
  const users = yield* UserRepository
  const newest = (yield* users.list({ page: firstPage, size: 1 })).entries[0]?.id ?? 0
  let [resealed, current] = [0, 0]
  const unopened: Array<UserId> = []
  let last: UserId | null = null
  do {
    const batch: ResealedBatch = yield* resealSecondFactors(last ?? 0)
    resealed += batch.resealed
    current += batch.current
    unopened.push(...batch.unopened)
    last = batch.last
    const share = last === null || newest === 0 ? 1 : Math.min(1, last / newest)
    yield* passing(share, () => `${Math.floor(share * 100)} %, ${counted(resealed, "secret", "secrets")} resealed`)
  } while (last !== null)
  return { resealed, current, unopened }
})

const resealAllAccounts = Effect.gen(function* () {
  const { owners } = yield* AcquirerAccountRepository
  const results = yield* Effect.forEach(yield* owners, resealAccounts)
  return {
    resealed: results.reduce((sum, result) => sum + result.resealed, 0),
    current: results.reduce((sum, result) => sum + result.current, 0),
    unopened: results.flatMap((result) => result.unopened),
  }
})

const accountInWords = ({ company, name }: AccountId): string =>
  company === null ? `Shared account ${name}` : `Account ${name} of company ${company}`

const settled = Effect.gen(function* () {
  const { commit } = yield* UnitOfWork
  yield* commit(settleSecretKey(yield* secretKeys(yield* Configuration)))
}).pipe(Effect.provide(StoredSettings.layer))
