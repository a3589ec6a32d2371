/** Credentials of accounts, sealed under a key derived from the service's. */
import { AccountCredentials, type AccountId, SealedCredentials } from "@vintem/domain/acquirer-account"
import { AccountSecrets } from "@vintem/domain/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { sealingFor } from "./sealing.ts"
import type { SecretKeys } from "./secret-key.ts"

/** @param secretKeys - equal for all processes and starts of a service; otherwise it opens no credentials */
export const layer = <E, R>(secretKeys: Effect.Effect<SecretKeys, E, R>) =>
  Layer.effect(
    AccountSecrets,
    Effect.map(secretKeys, (keys) => {
      const sealing = sealingFor(keys, "acquirer account")
      return AccountSecrets.of({
        seal: (id, credentials) =>
          Effect.sync(() =>
            SealedCredentials.make(sealing.seal(ownerOf(id), Buffer.from(encodeCredentials(credentials)))),
          ),
        open: (account) =>
          Option.flatMap(sealing.open(ownerOf(account), account.credentials), (opened) =>
            decodeCredentials(Buffer.from(opened).toString("utf8")),
          ),
        reseal: (account) => Option.map(sealing.reseal(ownerOf(account), account.credentials), SealedCredentials.make),
      })
    }),
  )

const StoredCredentials = Schema.fromJsonString(AccountCredentials)
const encodeCredentials = Schema.encodeSync(StoredCredentials)
const decodeCredentials = Schema.decodeUnknownOption(StoredCredentials)

/** Sealed credentials open only for their account. */
const ownerOf = ({ company, name }: AccountId): string => `account ${company ?? "shared"} ${name}`
