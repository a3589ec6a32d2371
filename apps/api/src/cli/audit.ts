/** `vintem audit`: the log of who changed what. */
import {
  type AuditEntryView,
  AuditQuery,
  auditEntryView,
  auditFilter,
  faultsOf,
  invalidFields,
  pageOf,
} from "@vintem/contract"
import { inCompany, platform } from "@vintem/domain/access"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository, perPage, Trail } from "@vintem/domain/ports"
import { Effect, Option, Result, Schema, Stdio, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { accepted } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { actorOf, auditEntries, auditSheet, fieldsOf } from "../sheets/audit-sheet.ts"
import { daysInOrder } from "./days-in-order.ts"
import { exportFormat, formatFlags } from "./export-format.ts"
import { companyFlag, noCompany } from "./of-company.ts"
import { withStorage } from "./with-storage.ts"

const ofCompany = companyFlag.pipe(
  Flag.withDescription("Id of the company; if absent, the platform's log"),
  Flag.optional,
)

/** Filters of the list, with the meaning they have in the administration API. */
const queryFlags = {
  page: Flag.String("page").pipe(Flag.withDescription("Page of the list, from 1"), Flag.withDefault("1")),
  actor: Flag.String("actor").pipe(
    Flag.withDescription("Who: user:ID, api_key:ID, administration, command or system"),
    Flag.optional,
  ),
  action: Flag.String("action").pipe(Flag.withDescription("What was done, such as order.refund"), Flag.optional),
  subject: Flag.String("subject").pipe(Flag.withDescription("The identifier of what was changed"), Flag.optional),
  from: Flag.String("from").pipe(Flag.withDescription("First day, YYYY-MM-DD"), Flag.optional),
  to: Flag.String("to").pipe(Flag.withDescription("Last day, included"), Flag.optional),
}

const list = Command.make(
  "list",
  { company: ofCompany, ...queryFlags, json: jsonFlag },
  ({ company, json, page, ...flags }) =>
    withStorage(
      Effect.gen(function* () {
        const query = yield* queryIn({ page, ...givenIn(flags) })
        const realm = yield* realmOf(company)
        const log = yield* Trail
        const { entries, total } = yield* log.list(realm, auditFilter(query), { page: pageOf(query), size: perPage })
        const shown = entries.map(auditEntryView)
        yield* print(json, { data: shown, total }, () => [...shown.map(entryLine), `${entries.length} of ${total}`])
      }),
    ),
).pipe(Command.withDescription("List who changed what, the latest first"))

const exported = Command.make(
  "export",
  { company: ofCompany, from: queryFlags.from, to: queryFlags.to, ...formatFlags },
  ({ company, from, to, ...asked }) =>
    withStorage(
      Effect.gen(function* () {
        const filter = auditFilter(yield* queryIn(givenIn({ from, to })))
        const entries = auditEntries(yield* realmOf(company), filter)
        const format = yield* exportFormat(asked)
        const text =
          format === "jsonl"
            ? Stream.map(entries, (entry) => `${JSON.stringify(entry)}\n`)
            : auditSheet(entries, format)
        const { stdout } = yield* Stdio.Stdio
        yield* Stream.run(text, stdout({ endOnDone: false }))
      }),
    ),
).pipe(
  Command.withDescription(
    "Write the log of who changed what to standard output as CSV, oldest entry first.\n\n" +
      "In the jsonl format, each line is one entry in the form of the administration API. Times are in America/Sao_Paulo.",
  ),
  Command.withShortDescription("Write the log as CSV"),
)

const decodeQuery = Schema.decodeUnknownResult(AuditQuery, { errors: "all" })

/** The flags that were given, by name. */
const givenIn = (flags: Readonly<Record<string, Option.Option<string>>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, flag]) => Option.toArray(flag).map((text) => [name, text] as const)),
  )

const queryIn = Effect.fnUntraced(function* (given: unknown) {
  const query = yield* accepted(Result.mapError(decodeQuery(given), ({ issue }) => invalidFields(faultsOf(issue))))
  yield* daysInOrder(query)
  return query
})

const realmOf = Effect.fnUntraced(function* (company: Option.Option<CompanyId>) {
  if (Option.isNone(company)) return platform
  const { find } = yield* CompanyRepository
  return Option.isNone(yield* find(company.value)) ? yield* noCompany(company.value) : inCompany(company.value)
})

const entryLine = (entry: AuditEntryView): string =>
  [
    entry.sequence,
    entry.at,
    actorOf(entry),
    entry.address ?? "-",
    entry.action,
    entry.subject,
    `${fieldsOf(entry.before) ?? "-"} → ${fieldsOf(entry.after) ?? "-"}`,
  ].join("\t")

export const audit = Command.make("audit").pipe(
  Command.withDescription("Who changed what: a log for each company and one for the platform"),
  Command.withSubcommands([list, exported]),
)
