/**
 * `vintem api-key`: what companies call the API with.
 */
import { createApiKey } from "@vintem/application"
import { apiKeyView, decodeApiKey, newApiKeyView } from "@vintem/contract"
import { ApiKeyId, ApiKeyRepository, CompanyRepository, firstPage } from "@vintem/domain"
import { Effect, Option, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { companyFlag, noCompany } from "./of-company.ts"
import { accepted, Refused } from "./outcome.ts"
import { jsonFlag, print } from "./output.ts"
import { wholeNumberArgument } from "./whole-number.ts"
import { withStorage } from "./with-storage.ts"

/** A company has a handful of keys; whoever has more looks at them through the administration API. */
const keysShownMax = 100

const create = Command.make(
  "create",
  {
    company: companyFlag,
    name: Flag.String("name").pipe(Flag.withDescription("To tell one key from another")),
    json: jsonFlag,
  },
  ({ company, name, json }) =>
    withStorage(
      Effect.gen(function* () {
        const input = yield* accepted(decodeApiKey({ name }))
        const made = yield* createApiKey(company, input.name)
        if (Option.isNone(made)) return yield* noCompany(company)
        const key = Redacted.value(made.value.key)
        yield* print(json, newApiKeyView(made.value.stored, key), () => [
          `API key ${made.value.stored.id}, shown this once: ${key}`,
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
      const { items, total } = yield* keys.list(company, { page: firstPage, size: keysShownMax })
      yield* print(json, { data: items.map(apiKeyView), total }, () => [
        ...items.map(({ id, name, lastDigits }) => `${id}\t…${lastDigits}\t${name}`),
        `${items.length} of ${total}`,
      ])
    }),
  ),
).pipe(Command.withDescription("List the API keys of a company that are not revoked"))

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
        const keys = yield* ApiKeyRepository
        const isRevoked = id > 0 && (yield* keys.revoke(company, ApiKeyId.make(id)))
        if (!isRevoked) return yield* new Refused({ message: `Company ${company} has no API key ${id} to revoke.` })
        yield* print(json, { id, revoked: true }, () => [`API key ${id} is revoked.`])
      }),
    ),
).pipe(Command.withDescription("Revoke an API key, at once"))

export const apiKey = Command.make("api-key").pipe(
  Command.withDescription("API keys of companies"),
  Command.withSubcommands([create, list, revoke]),
)
