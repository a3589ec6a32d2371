/** The company that a new sandbox starts with, so that a newcomer can send the first request at once. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { ownerOnlyFileMode } from "@vintem/adapters"
import { createApiKey, createCompany, createUser } from "@vintem/application"
import { ApiKeyScope, noCredentials } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { defaultCity, defaultPageSettings } from "@vintem/domain/company"
import { Email, FullName } from "@vintem/domain/customer"
import { demoFeeSchedule } from "@vintem/domain/fees"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  AccessSecrets,
  CompanyRepository,
  firstPage,
  MembershipRepository,
  PasswordHasher,
  type StorageUnavailable,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import type { Settings } from "../configuration/configuration.ts"
import { dataFolder, keptFiles } from "../data-folder/data-folder.ts"
import { findKeptSecret } from "../data-folder/kept-secret.ts"

/** The secrets of a demo company, shown once. */
export interface DemoAccess {
  readonly key: Redacted.Redacted<string>
  /** The owner's sign-in; null if another process, starting at the same time, has created the owner. */
  readonly owner: { readonly email: Email; readonly password: Redacted.Redacted<string> } | null
}

/** Access to the demo company, if this start created it; none otherwise. */
export class DemoKey extends Context.Service<DemoKey, Option.Option<DemoAccess>>()("@vintem/api/DemoKey") {}

/** Built before the first request is answered: once the service is ready, the key is there. */
export const demoKey = (settings: Settings) =>
  Layer.effect(DemoKey, settings.environment === "sandbox" ? makeDemoCompany(settings) : Effect.succeedNone)

/** Creates the demo company if there is no company yet. @returns its secrets, or none if there was a company */
const makeDemoCompany = Effect.fn("makeDemoCompany")(function* (settings: Settings) {
  const companies = yield* CompanyRepository
  const { total } = yield* companies.list({ page: firstPage, size: 1 })
  if (total > 0) return Option.none()
  const company = yield* createCompany({
    name: "Loja Demonstração",
    document: null,
    city: defaultCity,
    logoUrl: null,
    underModeration: false,
    blockCloud: null,
    fees: demoFeeSchedule,
    minimumInstallment: null,
    pages: defaultPageSettings,
    createdAt: instant(yield* Clock.currentTimeMillis),
  })
  const made = yield* createApiKey({
    actor: { _tag: "System" },
    company: company.id,
    name: "demo",
    scopes: ApiKeyScope.literals,
    expiresAt: null,
  }).pipe(Effect.catchTag("ApiKeyRefused", Effect.die))
  if (Option.isNone(made)) return Option.none()
  const access: DemoAccess = { key: made.value.key, owner: yield* makeOwner(company.id) }
  yield* keep(settings, keptFiles.demoKey, Redacted.value(access.key))
  if (access.owner !== null) {
    yield* keep(settings, keptFiles.demoOwner, `${access.owner.email} ${Redacted.value(access.owner.password)}`)
  }
  return Option.some(access)
})

/** The demo owner signs in with it. */
export const ownerEmail = Email.make("dona@loja.example")

/**
 * The demo company: its owner's oldest company. None if somebody else created the first company, or the owner has left.
 */
export const findDemoCompany = Effect.fn("findDemoCompany")(function* (): Effect.fn.Return<
  Option.Option<CompanyId>,
  StorageUnavailable,
  MembershipRepository | UserRepository
> {
  const { findByEmail } = yield* UserRepository
  const { grantsOf } = yield* MembershipRepository
  const owner = yield* findByEmail(ownerEmail)
  if (Option.isNone(owner)) return Option.none()
  const grants = yield* grantsOf(owner.value.id)
  return Option.fromNullishOr(grants.flatMap((grant) => (grant.role === "owner" ? [grant.company] : [])).at(0))
})

/** The key in the file next to the data; none if there is no such file. */
export const findDemoKey = Effect.fnUntraced(function* (settings: Settings) {
  const folder = dataFolder(settings)
  return folder === null ? null : yield* findKeptSecret(join(folder, keptFiles.demoKey))
})

/** Creates the owner with a random password: a sandbox may be reachable from anywhere. */
const makeOwner = Effect.fnUntraced(
  function* (company: CompanyId) {
    const users = yield* UserRepository
    const hasher = yield* PasswordHasher
    const secrets = yield* AccessSecrets
    const password = yield* secrets.newRecoveryCode
    const hash = yield* hasher.hash(password, ownerEmail)
    const user = yield* createUser(
      { email: ownerEmail, name: FullName.make("Dona da Loja Demonstração"), language: "pt-BR" },
      { _tag: "company", company, role: "owner" },
    )
    yield* users.saveCredentials(user.id, { ...noCredentials, password: hash })
    return { email: ownerEmail, password }
  },
  Effect.catchTag("EmailTaken", () => Effect.succeed(null)),
)

/** Writes a line to a file next to the data, for a user who did not note it. */
const keep = Effect.fnUntraced(function* (settings: Settings, name: string, text: string) {
  const folder = dataFolder(settings)
  if (folder === null) return
  yield* Effect.tryPromise(() => writeFile(join(folder, name), `${text}\n`, { mode: ownerOnlyFileMode })).pipe(
    Effect.catch((error) =>
      Effect.logWarning("the credentials of the demo company could not be stored in a file", error),
    ),
  )
})
