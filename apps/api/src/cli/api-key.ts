/** `vintem api-key`: the keys that companies use to call the API. */
import { createApiKey, revokeApiKey } from "@vintem/application"
import { type ApiKeyView, apiKeyRefused, apiKeyView, decodeApiKey, newApiKeyView } from "@vintem/contract"
import { ApiKeyId, ApiKeyScope, scopesOfEarlierKeys } from "@vintem/domain/access"
import { ApiKeyRepository, CompanyRepository, firstPage } from "@vintem/domain/ports"
import { Effect, Option, Redacted, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { accepted, Refused } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { companyFlag, noCompany } from "./of-company.ts"
import { wholeNumberArgument } from "./whole-number.ts"
import { withStorage } from "./with-storage.ts"

/** A company has a handful of keys; more are listed by the administration API. */
const keysShownMax = 100

const create = Command.make(
  "create",
  {
    company: companyFlag,
    name: Flag.String("name").pipe(Flag.withDescription("A name for the key")),
    scope: Flag.Literals("scope", ApiKeyScope.literals).pipe(
      Flag.between(0, ApiKeyScope.literals.length),
      Flag.withDescription(`A scope of the key; repeat the flag for more. Default: ${scopesOfEarlierKeys.join(", ")}`),
    ),
    expires: Flag.String("expires").pipe(
      Flag.withDescription("Last day or second of the key in America/Sao_Paulo; without it the key does not expire"),
      Flag.withMetavar("DATE"),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  ({ company, expires, json, name, scope }) =>
    withStorage(
      Effect.gen(function* () {
        const scopes = scope.length === 0 ? undefined : scope
        const input = yield* accepted(decodeApiKey({ name, scopes, expires_at: Option.getOrNull(expires) }))
        const { expires_at: expiresAt } = input
        const asked = { actor: { _tag: "System" }, company, name: input.name, scopes: input.scopes, expiresAt } as const
        const made = yield* Effect.catchTag(createApiKey(asked), "ApiKeyRefused", (refused) =>
          accepted(Result.fail(apiKeyRefused(refused))),
        )
        if (Option.isNone(made)) return yield* noCompany(company)
        const key = Redacted.value(made.value.key)
        yield* print(json, newApiKeyView(made.value.stored, key), () => [
          `API key ${made.value.stored.id}, shown only once: ${key}`,
        ])
      }),
    ),
).pipe(Command.withDescription("Create an API key and show it once"))

const list = Command.make("list", { company: companyFlag, json: jsonFlag }, ({ company, json }) =>
  withStorage(
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const keys = yield* ApiKeyRepository
      if (Option.isNone(yield* companies.find(company))) return yield* noCompany(company)
      const { entries, total } = yield* keys.list(company, { page: firstPage, size: keysShownMax })
      yield* print(json, { data: entries.map(apiKeyView), total }, () => [
        ...entries.map(apiKeyView).map(keyLine),
        `${entries.length} of ${total}`,
      ])
    }),
  ),
).pipe(Command.withDescription("List the API keys of a company that are not revoked"))

const keyLine = ({ expires_at, id, last_digits, last_used_at, name, scopes }: ApiKeyView): string =>
  [
    id,
    `…${last_digits}`,
    name,
    scopes.join(" "),
    `expires: ${expires_at ?? "never"}`,
    `last used: ${last_used_at ?? "never"}`,
  ].join("\t")

const revoke = Command.make(
  "revoke",
  {
    company: companyFlag,
    id: wholeNumberArgument("id").pipe(Argument.withDescription("Id of the key")),
    json: jsonFlag,
  },
  ({ company, id, json }) =>
    withStorage(
      Effect.gen(function* () {
        const isRevoked = id > 0 && (yield* revokeApiKey(company, ApiKeyId.make(id)))
        if (!isRevoked) return yield* new Refused({ message: `Company ${company} has no API key ${id} to revoke.` })
        yield* print(json, { id, revoked: true }, () => [`API key ${id} is revoked.`])
      }),
    ),
).pipe(Command.withDescription("Revoke an API key, at once"))

export const apiKey = Command.make("api-key").pipe(
  Command.withDescription("API keys of companies"),
  Command.withSubcommands([create, list, revoke]),
)
