/**
 * Generators of payment links and their histories. Everything generated is valid, so it can be stored and read back,
 * and no real person is named.
 */

import { addDays, type Instant, instant, saoPauloDate } from "@vintem/domain/calendar"
import { ReminderRuleToken } from "@vintem/domain/catalogue"
import { HexColor, type PageChoice, PageLanguage } from "@vintem/domain/company"
import { parsePostalCode, Region } from "@vintem/domain/customer"
import { FeeMode } from "@vintem/domain/fees"
import { CompanyId, type LinkSlug, linkSlugBytes, linkSlugFrom } from "@vintem/domain/identifiers"
import { InstallmentCount, installmentsMax } from "@vintem/domain/installments"
import { PaymentMethod } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import {
  type LinkChange,
  type LinkCreated,
  LinkMethods,
  type LinkTerms,
  linkCreated,
  linkMachine,
  type PaymentLink,
  type PrefilledCustomer,
} from "@vintem/domain/payment-link"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describeSteps, stepsOf, timed } from "../machine/step.ts"
import { amounts, companyCodes, customerDetails, documents, instants, methods } from "../order/arbitraries.ts"
import { payingOrder } from "./example-link.ts"
import { type LinkMove, type LinkStep, testedLink } from "./tested-link.ts"

/** Slugs of links, of companies with any code. */
export const linkSlugs: fc.Arbitrary<LinkSlug> = fc
  .tuple(companyCodes, instants, fc.uint8Array({ minLength: linkSlugBytes, maxLength: linkSlugBytes }))
  .map(([code, at, bytes]) => linkSlugFrom(code, at, bytes))

/** Payment methods, at least one. */
export const linkMethods: fc.Arbitrary<LinkMethods> = fc
  .subarray([...PaymentMethod.literals], { minLength: 1 })
  .map((accepted) =>
    LinkMethods.make({
      credit: accepted.includes("credit"),
      bank_slip: accepted.includes("bank_slip"),
      pix: accepted.includes("pix"),
    }),
  )

/** Customers with some, all or no data. */
export const prefilledCustomers: fc.Arbitrary<PrefilledCustomer> = fc.record({
  name: fc.option(customerDetails.map(({ fullname }) => fullname)),
  email: fc.option(customerDetails.map(({ email }) => email)),
  phone: fc.option(customerDetails.map(({ telephone }) => telephone)),
  document: fc.option(documents),
  postcode: fc.option(fc.constantFrom("01310100", "69900000").map((text) => Result.getOrThrow(parsePostalCode(text)))),
  number: fc.option(fc.constantFrom("1", "12-A", "s/n")),
  address: fc.option(
    fc.record({
      street: fc.constantFrom("", "Avenida Exemplo"),
      district: fc.constantFrom("", "Água Verde"),
      city: fc.constantFrom("São Paulo", "Rio Branco"),
      region: fc.constantFrom(...Region.literals),
    }),
  ),
})

/** Terms whose last day, if there is one, is within a week of an instant. */
export const linkTermsAround = (at: Instant): fc.Arbitrary<LinkTerms> =>
  fc.tuple(ownTermsAround(at), pageChoices).map(([terms, choice]) => ({ ...terms, ...choice }))

/** A link's choices for its own page: both, one or none. */
const pageChoices: fc.Arbitrary<PageChoice> = fc.record(
  {
    language: fc.constantFrom(...PageLanguage.literals),
    redirectAfterSuccess: fc.constantFrom("https://loja.example.com/obrigado", "http://example.com/?a=1&b=%C3%A3"),
  },
  { requiredKeys: [] },
)

const ownTermsAround = (at: Instant): fc.Arbitrary<LinkTerms> =>
  fc.record({
    title: fc.constantFrom("Mensalidade", "Aula d'inglês 📦"),
    description: fc.constantFrom("", "Primeira parcela", "Aulas:\n\t- violão\n\t- canto"),
    amount: amounts,
    additionalAmount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })).map((amount) => centavos(amount)),
    bgColor: fc.option(fc.constantFrom("#fff", "#00Aa88").map((color) => HexColor.make(color))),
    showCompanyLogo: fc.boolean(),
    expiredAt: fc.option(fc.integer({ min: -7, max: 7 }).map((days) => addDays(saoPauloDate(at), days))),
    expireAfterPayment: fc.boolean(),
    reference: fc.option(fc.constantFrom("matricula-7", "pedido 1")),
    methods: linkMethods,
    feeMode: fc.constantFrom(...FeeMode.literals),
    installments: fc.integer({ min: 1, max: installmentsMax }).map((count) => InstallmentCount.make(count)),
    hideCustomerFields: fc.boolean(),
    customer: prefilledCustomers,
    ruleToken: fc.option(fc.uuid().map((uuid) => ReminderRuleToken.make(uuid))),
  })

/** Creations of links. */
export const linksCreated: fc.Arbitrary<LinkCreated> = fc
  .record({ company: fc.integer({ min: 1, max: 3 }), slug: linkSlugs, at: instants })
  .chain(({ company, slug, at }) =>
    linkTermsAround(at).map(
      (terms): LinkCreated => ({
        _tag: "LinkCreated",
        details: { company: CompanyId.make(company), slug, batch: null, createdAt: at },
        terms,
        at,
      }),
    ),
  )

/**
 * A life of one link, with the steps of all moves, including refused and idle ones. It prints as the list of its steps.
 */
export interface LinkHistory {
  readonly [fc.toStringMethod]: () => string
  readonly created: LinkCreated
  readonly steps: ReadonlyArray<LinkStep>
  readonly changes: ReadonlyArray<LinkChange>
  readonly link: PaymentLink
}

const orders = fc.integer({ min: 1, max: 3 }).map(payingOrder)

const stateNames = fc.constantFrom("in_flight" as const, "open" as const, "ended" as const, "confirmed" as const)

/** How long after its confirmation a payment is reported to the link: concurrent reports may overtake each other. */
const lateMillis = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 * 86_400_000 }))

/** A possible next move, at any time. */
const nextMoves = (created: LinkCreated): fc.Arbitrary<(at: Instant) => LinkMove> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ order: orders, method: methods }).map(
        (start) =>
          (at: Instant): LinkMove => ({ _tag: "StartPayment", ...start, at }),
      ),
    },
    {
      weight: 5,
      arbitrary: fc.record({ order: orders, name: stateNames, lateMillis }).map(
        ({ order, name, lateMillis: late }) =>
          (at: Instant): LinkMove => ({
            _tag: "PaymentUpdate",
            order,
            state: name === "confirmed" ? { _tag: name, at: instant(at - late) } : { _tag: name },
            at,
          }),
      ),
    },
    { weight: 1, arbitrary: fc.constant((at: Instant): LinkMove => ({ _tag: "Remove", at })) },
    {
      weight: 1,
      arbitrary: linkTermsAround(created.at).map(
        (terms) =>
          (at: Instant): LinkMove => ({ _tag: "Update", terms, at }),
      ),
    },
  )

/**
 * Lives of up to 20 moves in order of time, sometimes days apart, with payments, reports and commands of three orders.
 */
export const linkHistories: fc.Arbitrary<LinkHistory> = linksCreated.chain((created) =>
  fc
    .array(fc.tuple(nextMoves(created), fc.integer({ min: 0, max: 2 * 86_400_000 })), { maxLength: 20, size: "max" })
    .map((drawn) => {
      const steps = stepsOf(linkMachine, linkCreated(created), timed(created.at, drawn))
      return {
        [fc.toStringMethod]: () => describeSteps(testedLink, steps),
        created,
        steps,
        changes: steps.flatMap(({ changes }) => changes),
        link: steps.at(-1)?.after ?? linkCreated(created),
      }
    }),
)
