/**
 * The company a new sandbox starts with, so that the first request can be made at once.
 */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { ownerOnlyFileMode } from "@vintem/adapters"
import { createApiKey } from "@vintem/application"
import {
  CompanyRepository,
  defaultCity,
  defaultPageSettings,
  demoFeeSchedule,
  firstPage,
  instant,
} from "@vintem/domain"
import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { dataFolder, keptFiles } from "./data-folder.ts"

/** The API key of the demo company that this start has made; none where it has made none. */
export class DemoKey extends Context.Service<DemoKey, Option.Option<Redacted.Redacted<string>>>()(
  "@vintem/api/DemoKey",
) {}

/** Built before the first request is answered: whoever waits until the service is ready finds the key. */
export const demoKey = (settings: Settings) =>
  Layer.effect(DemoKey, settings.environment === "sandbox" ? makeDemoCompany(settings) : Effect.succeedNone)

/** Makes the demo company where there is no company yet. @returns its API key, or none where there was one */
const makeDemoCompany = Effect.fn("makeDemoCompany")(function* (settings: Settings) {
  const companies = yield* CompanyRepository
  const { total } = yield* companies.list({ page: firstPage, size: 1 })
  if (total > 0) return Option.none()
  const company = yield* companies.add({
    name: "Loja Demonstração",
    document: null,
    city: defaultCity,
    logoUrl: null,
    underModeration: false,
    blockCloud: null,
    fees: demoFeeSchedule,
    pages: defaultPageSettings,
    createdAt: instant(yield* Clock.currentTimeMillis),
  })
  const made = yield* createApiKey(company.id, "demo")
  const key = Option.map(made, (one) => one.key)
  const folder = dataFolder(settings)
  if (folder !== null && Option.isSome(key)) {
    const text = `${Redacted.value(key.value)}\n`
    yield* Effect.tryPromise(() => writeFile(join(folder, keptFiles.demoKey), text, { mode: ownerOnlyFileMode })).pipe(
      Effect.catch((error) => Effect.logWarning("the demo company's API key could not be kept in a file", error)),
    )
  }
  return key
})
