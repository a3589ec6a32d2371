/** `vintem customer`: exports a person's data, and erases it. */
import { open, readFile, rm } from "node:fs/promises"
import { ownerOnlyFileMode } from "@vintem/adapters"
import { eraseCustomer, exportCustomer, previewErasure } from "@vintem/application"
import { customerIdFromPath, erasedCustomerView, messageOf, notErased } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import type { WhyNotErased } from "@vintem/domain/personal-data"
import { type ErasedCounts, PersonalData } from "@vintem/domain/ports"
import { Effect, Exit, Option, Schema, Stdio, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { Configuration, publicUrlOf } from "../configuration/configuration.ts"
import { compact, customerDataText, spaced } from "../customer-data-text.ts"
import { Refused } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { keepYoungHeapSmall } from "../process/young-heap.ts"
import { everyPage } from "./every-page.ts"
import { companyFlag } from "./of-company.ts"
import { withStorage } from "./with-storage.ts"

const customerFlag = Flag.String("customer").pipe(
  Flag.filterMap(customerIdFromPath, () => "the id of a customer, such as 42"),
  Flag.withMetavar("NUMBER"),
  Flag.withDescription("Id of the customer, as /admin/v1 lists it"),
)

const exportOne = Command.make(
  "export",
  {
    company: companyFlag,
    customer: customerFlag,
    to: Flag.String("to").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("The file to make, for its owner alone; standard output where absent"),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  ({ company, customer, json, to }) =>
    withStorage(
      Effect.gen(function* () {
        const settings = yield* Configuration
        const exported = yield* exportCustomer({ company, customer }).pipe(
          Effect.catchTags({ NoSuchCustomer: () => noCustomer(company, customer) }),
        )
        let orders = 0
        const pieces = Stream.tap(exported.pieces, (piece) =>
          Effect.sync(() => {
            orders += piece.orders?.length ?? 0
          }),
        )
        const isCompact = json && Option.isNone(to)
        const layout = isCompact ? compact : spaced
        const text = Stream.concat(
          customerDataText({ ...exported, pieces }, publicUrlOf(settings, settings.port), layout),
          Stream.make("\n"),
        )
        yield* keepYoungHeapSmall
        if (Option.isNone(to)) {
          const { stdout } = yield* Stdio.Stdio
          return yield* Stream.run(text, stdout({ endOnDone: false }))
        }
        yield* written(to.value, text)
        yield* print(json, { file: to.value, orders }, () => [
          `${to.value} has everything of customer ${customer}: ${orders} orders.`,
        ])
      }),
    ),
).pipe(
  Command.withDescription(
    "Write everything stored about one customer as one JSON document to hand to them: orders, subscriptions, links, batch entries, saved " +
      "cards, and webhooks about them. docs/personal-data.md says what is stored where.",
  ),
  Command.withShortDescription("Write everything stored about a customer"),
)

const erase = Command.make(
  "erase",
  {
    company: companyFlag,
    customer: customerFlag,
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Erase. Without it, only prints what would be erased"),
      Flag.withDefault(false),
    ),
    json: jsonFlag,
  },
  ({ company, customer, json, yes }) =>
    withStorage(
      Effect.gen(function* () {
        const noSuchCustomer = { NoSuchCustomer: () => noCustomer(company, customer) }
        if (!yes) {
          const { cards, entries, links, orders, subscriptions, why } = yield* previewErasure({
            company,
            customer,
          }).pipe(Effect.catchTags(noSuchCustomer))
          if (why !== null) return yield* refusedFor(why)
          return yield* new Refused({
            message:
              `Nothing was erased. Customer ${customer} has ${orders} orders, ${subscriptions} subscriptions, ${links} links, ${entries} ` +
              `batch entries and ${cards} saved cards. Erasure is permanent: first hand the data over with vintem customer ` +
              "export, then repeat this command with --yes.",
          })
        }
        const outcome = yield* eraseCustomer({ company, customer }).pipe(Effect.catchTags(noSuchCustomer))
        if (outcome._tag === "Refused") return yield* refusedFor(outcome.why)
        yield* print(json, erasedCustomerView(customer, outcome), () => [
          `Customer ${customer} of company ${company} is erased: ${rewritten(outcome.counts)}.`,
          "Earlier backups still have the data: docs/personal-data.md says what to do with them.",
        ])
      }),
    ),
).pipe(
  Command.withDescription(
    "Permanently overwrite name, e-mail, document, telephone and address of one customer wherever they are stored, and delete their saved " +
      "cards. Orders keep number, dates, amounts and items. Refused while a subscription runs, an order waits for money, a refund is under " +
      "way, or a batch with the customer is pending. Can run beside the service, and can be repeated.",
  ),
  Command.withShortDescription("Erase what is stored about a customer"),
)

/** One line of the file that lists erased customers. */
const ErasedLine = Schema.Struct({
  company: CompanyId,
  customer: CustomerId,
  erased_at: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u)),
})

const piece = 500

const everybodyErased = everyPage(piece, (page) => Effect.flatMap(PersonalData, ({ erased: list }) => list(page)))

const erased = Command.make("erased", { json: jsonFlag }, ({ json }) =>
  withStorage(
    Stream.runForEach(everybodyErased, ({ at, company, customer }) => {
      const line = { company, customer, erased_at: new Date(at).toISOString() }
      return print(json, line, () => [`${line.erased_at}\tcompany ${company}\tcustomer ${customer}`])
    }),
  ),
).pipe(
  Command.withDescription(
    "List erased customers, latest first: ids, no names. With --json, one per line. Keep the list apart from the backups: `vintem customer " +
      "note` reads it.",
  ),
  Command.withShortDescription("List erased customers"),
)

const note = Command.make(
  "note",
  {
    from: Flag.String("from").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("A list printed by vintem customer erased --json"),
    ),
    json: jsonFlag,
  },
  ({ from, json }) =>
    withStorage(
      Effect.gen(function* () {
        const data = yield* PersonalData
        const all = yield* erasedIn(from)
        yield* data.note(all)
        const left = yield* data.toRepeat(all.length + 1)
        yield* print(
          json,
          { noted: all.length, repeat: left.map(({ company, customer }) => ({ company, customer })) },
          () => [
            `${all.length} noted.`,
            ...left.map(
              ({ company, customer }) =>
                `Repeat: vintem customer erase --company ${company} --customer ${customer} --yes`,
            ),
          ],
        )
      }),
    ),
).pipe(
  Command.withDescription(
    "After an older backup was restored, record who was erased since, and print whose erasure to repeat. Until then, vintem check names " +
      "them, too.",
  ),
  Command.withShortDescription("Record erased customers after a restore"),
)

export const customer = Command.make("customer").pipe(
  Command.withDescription("What is stored about a person, and its erasure"),
  Command.withSubcommands([exportOne, erase, erased, note]),
)

const noCustomer = (company: CompanyId, id: CustomerId) =>
  new Refused({
    message: `Company ${company} has no customer ${id}. See GET /admin/v1/companies/${company}/customers.`,
  })

const refusedFor = (why: WhyNotErased) => new Refused({ message: messageOf(notErased(why).faults[0]) })

const rewritten = ({ answers, cards, entries, links, orders, subscriptions, webhooks }: ErasedCounts): string =>
  [
    `${orders} orders`,
    `${subscriptions} subscriptions`,
    `${links} links`,
    `${entries} batch entries`,
    `${webhooks} webhooks`,
    `${answers} stored answers`,
    `${cards} saved cards`,
  ].join(", ")

/** Never overwrites a file. Only the owner can read the new one, and it is removed if the export does not finish. */
const written = <E, R>(file: string, text: Stream.Stream<string, E, R>) => {
  const refused = (cause: unknown) =>
    new Refused({ message: `${file}: ${cause instanceof Error ? cause.message : String(cause)}` })
  const done = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: refused })
  return Effect.acquireUseRelease(
    done(() => open(file, "wx", ownerOnlyFileMode)),
    (handle) => Stream.runForEach(text, (piece) => done(() => handle.appendFile(piece))),
    (handle, exit) =>
      Effect.promise(async () => {
        await handle.close()
        if (Exit.isFailure(exit)) await rm(file)
      }),
  )
}

const decodeLine = Schema.decodeUnknownOption(Schema.fromJsonString(ErasedLine))

const erasedIn = (file: string) =>
  Effect.gen(function* () {
    const text = yield* Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: (cause) => new Refused({ message: `${file}: ${cause instanceof Error ? cause.message : String(cause)}` }),
    })
    const lines = text.split("\n").filter((line) => line.trim() !== "")
    return yield* Effect.forEach(lines, (line, at) =>
      Option.match(decodeLine(line), {
        onNone: () =>
          Effect.fail(
            new Refused({ message: `Line ${at + 1} of ${file} was not printed by: vintem customer erased --json` }),
          ),
        onSome: ({ company, customer, erased_at }) =>
          Effect.succeed({ company, customer, at: instant(Date.parse(erased_at)) }),
      }),
    )
  })
