/** `vintem company`: the companies that sell. */
import { createCompany } from "@vintem/application"
import { companyView, decodeCompany } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { defaultCity } from "@vintem/domain/company"
import { demoFeeSchedule } from "@vintem/domain/fees"
import { CompanyRepository, perPage, WebhookEndpointRepository } from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { accepted } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { pageFlag, pageGiven } from "./page-flag.ts"
import { withStorage } from "./with-storage.ts"

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Name of the company")),
    document: Flag.String("document").pipe(Flag.withDescription("CPF or CNPJ"), Flag.optional),
    city: Flag.String("city").pipe(Flag.withDescription("City on Pix codes"), Flag.withDefault(defaultCity)),
    json: jsonFlag,
  },
  ({ name, document, city, json }) =>
    withStorage(
      Effect.gen(function* () {
        const input = yield* accepted(decodeCompany({ name, document: Option.getOrNull(document), city }))
        const company = yield* createCompany({
          ...input,
          underModeration: false,
          blockCloud: null,
          fees: demoFeeSchedule,
          createdAt: instant(yield* Clock.currentTimeMillis),
        })
        yield* print(json, companyView(company, null), () => [`Company ${company.id}: ${company.name}`])
      }),
    ),
).pipe(Command.withDescription("Create a company"))

const list = Command.make("list", { page: pageFlag, json: jsonFlag }, ({ page, json }) =>
  withStorage(
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const { entries, total } = yield* companies.list({ page: yield* pageGiven(page), size: perPage })
      const webhooks = yield* WebhookEndpointRepository
      const shown = yield* Effect.forEach(entries, (one) =>
        Effect.map(webhooks.find(one.id), (found) => companyView(one, Option.getOrNull(found))),
      )
      yield* print(json, { data: shown, total }, () => [
        ...entries.map(({ id, name }) => `${id}\t${name}`),
        `${entries.length} of ${total}`,
      ])
    }),
  ),
).pipe(Command.withDescription("List companies, newest first"))

export const company = Command.make("company").pipe(
  Command.withDescription("Companies that sell"),
  Command.withSubcommands([create, list]),
)
