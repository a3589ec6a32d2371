/**
 * Generators of orders and their histories, for programs that embed the domain, and authors of adapters.
 *
 * People are invented and documents are well-known test vectors: no real person is named. Everything generated is
 * valid, so it can be stored and read back.
 */

import { addDays, type Instant, instant, saoPauloDate } from "@vintem/domain/calendar"
import { CardBrand } from "@vintem/domain/card"
import {
  CouponCode,
  type OrderItem,
  type Recurrence,
  RecurrenceUnit,
  recurrenceCountMax,
} from "@vintem/domain/catalogue"
import {
  type Address,
  type CustomerDetails,
  parseCountry,
  parseEmail,
  parseFullName,
  parsePostalCode,
  parseTelephone,
  Region,
} from "@vintem/domain/customer"
import { type Document, parseDocument } from "@vintem/domain/documents"
import { demoFeeSchedule, FeeMode, type Quote, quote } from "@vintem/domain/fees"
import {
  AttemptId,
  AttemptKey,
  CaseKey,
  type CompanyCode,
  CompanyId,
  CustomerId,
  companyCodeFrom,
  linkSlugBytes,
  linkSlugFrom,
  OrderNumber,
  OrderToken,
  PublicKey,
  RefundKey,
  SavedCardToken,
  SubscriptionToken,
} from "@vintem/domain/identifiers"
import { InstallmentCount, installmentsMax } from "@vintem/domain/installments"
import type { Instrument, Method } from "@vintem/domain/method"
import { type Centavos, centavos } from "@vintem/domain/money"
import {
  AttemptFact,
  type AttemptReport,
  CaseFact,
  type Charge,
  type ChargedCard,
  chargeFrom,
  Decline,
  evolve,
  type Order,
  type OrderChange,
  type OrderCommand,
  type OrderDetails,
  OrderOrigin,
  type OrderPlaced,
  type OrderReport,
  orderMachine,
  placed,
  RefundFact,
  type RefundReport,
  Verdict,
} from "@vintem/domain/order"
import { encodeDynamicCode, PixLocation } from "@vintem/domain/pix"
import { BankCode, barcodeFromSlip, digitableLineFromBarcode, FreeField } from "@vintem/domain/slip"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describeSteps, stepsOf, timed } from "../machine/step.ts"
import type { Arrivals } from "./laws.ts"
import { type OrderMove, type OrderStep, testedOrder } from "./tested-order.ts"

// People and places

/** CPFs and CNPJs with valid check digits, including one with letters. */
export const documents: fc.Arbitrary<Document> = fc
  .constantFrom("52998224725", "11222333000181", "12ABC34501DE35")
  .map((text) => Result.getOrThrow(parseDocument(text)))

/** Payers of both kinds, with names and addresses that a careless encoder would break. */
export const customerDetails: fc.Arbitrary<CustomerDetails> = fc.record({
  fullname: fc
    .constantFrom("Maria Exemplo", "João Exemplo da Silva", "Empresa Exemplo Ltda")
    .map((text) => Result.getOrThrow(parseFullName(text))),
  email: fc
    .constantFrom("maria@example.com", "joao+compras@example.com", "financeiro@example.com")
    .map((text) => Result.getOrThrow(parseEmail(text))),
  document: documents,
  telephone: fc
    .constantFrom("11987654321", "1133334444", "5532221111")
    .map((text) => Result.getOrThrow(parseTelephone(text))),
})

/** Addresses from all states. Numbers are text, and some have no digit. */
export const addresses: fc.Arbitrary<Address> = fc.record(
  {
    postcode: fc.constantFrom("01310100", "69900000").map((text) => Result.getOrThrow(parsePostalCode(text))),
    street: fc.constantFrom("Avenida Exemplo", "Praça d'Exemplo"),
    number: fc.constantFrom("1", "12-A", "km 7", "s/n"),
    complement: fc.constantFrom("", "Bloco B, ap. 12"),
    district: fc.constantFrom("Centro", "Água Verde"),
    city: fc.constantFrom("São Paulo", "Rio Branco"),
    region: fc.constantFrom(...Region.literals),
    country: fc.constant(Result.getOrThrow(parseCountry("BR"))),
  },
  { requiredKeys: ["postcode", "street", "number", "complement", "district", "city", "region"] },
)

// Orders

const text = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })

const digits = "0123456789"
const upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const lowerCase = "abcdefghijklmnopqrstuvwxyz"

const identifiers = {
  company: fc.integer({ min: 1, max: 3 }).map((id) => CompanyId.make(id)),
  customer: fc.integer({ min: 1, max: 1_000_000 }).map((id) => CustomerId.make(id)),
  number: text(digits + upperCase, 1, 32).map((number) => OrderNumber.make(number)),
  token: fc.uuid().map((uuid) => OrderToken.make(uuid)),
  publicKey: text(`${digits}${upperCase}${lowerCase}_-`, 22, 43).map((key) => PublicKey.make(key)),
  attempt: text(digits + upperCase + lowerCase, 26, 35).map((key) => AttemptKey.make(key)),
  refund: text(digits + upperCase + lowerCase, 1, 35).map((key) => RefundKey.make(key)),
  case: text(`${digits}${upperCase}${lowerCase}_-`, 1, 64).map((key) => CaseKey.make(key)),
  savedCard: fc.uuid().map((uuid) => SavedCardToken.make(uuid)),
}

/** Codes of companies, all equally likely. */
export const companyCodes: fc.Arbitrary<CompanyCode> = fc.integer({ min: 0, max: 2 ** 30 - 1 }).map(companyCodeFrom)

/** Years 2026 to 2030, to the millisecond. */
export const instants: fc.Arbitrary<Instant> = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2031, 0, 1) - 1 })
  .map((at) => instant(at))

/** From R$ 0,12, which twelve installments can still divide, to R$ 50 000,00; often round amounts. */
export const amounts: fc.Arbitrary<Centavos> = fc
  .oneof(fc.constantFrom(12, 100, 9_990, 10_000), fc.integer({ min: 12, max: 5_000_000 }))
  .map((amount) => centavos(amount))

/** One to three pieces of something at R$ 0,12 or more. */
export const orderItems: fc.Arbitrary<OrderItem> = fc.record({
  productId: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  sku: text(`${lowerCase}${digits}-`, 1, 20),
  title: fc.constantFrom("Curso", "Camiseta básica", "Frete 📦"),
  unitPrice: amounts,
  priceCost: fc.option(amounts),
  quantity: fc.integer({ min: 1, max: 3 }),
})

/** Periods of every unit and length, often short; with an end soon, late or never. */
export const recurrences: fc.Arbitrary<Recurrence> = fc.constantFrom(...RecurrenceUnit.literals).chain((every) =>
  fc.record({
    every: fc.constant(every),
    count: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: recurrenceCountMax[every] })),
    cycles: fc.option(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 36 }))),
  }),
)

/** The checkout of an order, with and without its optional parts. */
const checkouts: fc.Arbitrary<NonNullable<OrderDetails["checkout"]>> = fc.record(
  {
    title: fc.constantFrom("Curso", "Clube"),
    slug: text(lowerCase, 1, 12),
    product: fc.option(fc.record({ title: fc.constant("Curso"), sku: fc.constant("curso") })),
    redirectAfterSuccess: fc.constant("https://example.com/obrigado?a=1&b=2"),
    recurrence: recurrences,
  },
  { requiredKeys: ["title", "slug", "product"] },
)

/** Optional details. `none` equals no fee mode, and is not written. */
const detailsOfSome = fc.record(
  {
    feeMode: fc.constantFrom(...FeeMode.literals.filter((mode) => mode !== "none")),
    paymentLink: fc
      .tuple(companyCodes, fc.uint8Array({ minLength: linkSlugBytes, maxLength: linkSlugBytes }))
      .map(([code, bytes]) => linkSlugFrom(code, instant(Date.UTC(2026, 0, 1)), bytes)),
    subscription: fc.record({
      token: fc.uuid().map((uuid) => SubscriptionToken.make(uuid)),
      period: fc.integer({ min: 2, max: 999 }),
    }),
  },
  { requiredKeys: [] },
)

/** One to four items, and a total of at least R$ 0,12 after a coupon and with shipping. */
export const orderDetails: fc.Arbitrary<OrderDetails> = fc
  .record({
    company: identifiers.company,
    number: identifiers.number,
    token: identifiers.token,
    publicKey: identifiers.publicKey,
    origin: fc.constantFrom(...OrderOrigin.literals),
    src: fc.option(fc.constantFrom("campanha", "parceiro-1")),
    ref: fc.option(fc.constantFrom("pedido-1", "pedido-2")),
    checkout: fc.option(checkouts),
    customerId: identifiers.customer,
    customer: customerDetails,
    address: fc.option(addresses),
    items: fc.array(orderItems, { minLength: 1, maxLength: 4 }),
    percent: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 100 })),
    isByCoupon: fc.boolean(),
    shipping: fc.option(
      fc.record({
        method: fc.option(fc.constantFrom("sedex", "motoboy")),
        name: fc.option(fc.constantFrom("Sedex", "Entrega d'hoje")),
        total: fc.integer({ min: 0, max: 10_000 }).map((total) => centavos(total)),
      }),
    ),
    ofSome: detailsOfSome,
    placedAt: instants,
  })
  .map(({ percent, isByCoupon, shipping, ofSome, ...details }) => {
    const subtotal = details.items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
    const asked = subtotal + (shipping?.total ?? 0)
    const discount = centavos(Math.min(Math.floor((subtotal * percent) / 100), asked - 12))
    return {
      ...details,
      ...ofSome,
      ...(shipping === null ? {} : { shipping }),
      ...(isByCoupon ? { coupon: { code: CouponCode.make("NATAL10"), value: discount } } : {}),
      discount,
      amount: centavos(asked - discount),
    }
  })

/** The first event of an order. */
export const ordersPlaced: fc.Arbitrary<OrderPlaced> = orderDetails.map((details) => ({
  _tag: "OrderPlaced",
  details,
  at: details.placedAt,
}))

// Attempts

/** Every method, and credit in every number of installments. */
export const methods: fc.Arbitrary<Method> = fc.oneof(
  fc.constant<Method>({ _tag: "pix" }),
  fc.constant<Method>({ _tag: "bank_slip" }),
  fc
    .integer({ min: 1, max: installmentsMax })
    .map((count): Method => ({ _tag: "credit", installments: InstallmentCount.make(count) })),
)

/**
 * Quotes of an order's amount with a new company's fees.
 *
 * @param order - an amount of at least 12 centavos
 */
export const quotesOf = ({ amount, feeMode = "none" }: Pick<OrderDetails, "amount" | "feeMode">): fc.Arbitrary<Quote> =>
  methods.map((method) => Result.getOrThrow(quote({ amount, method, feeMode, fees: demoFeeSchedule })))

/** Cards of every brand, with only their stored part. */
export const chargedCards: fc.Arbitrary<ChargedCard> = fc.record({
  token: identifiers.savedCard,
  brand: fc.constantFrom(...CardBrand.literals),
  firstDigits: text(digits, 6, 6),
  lastDigits: text(digits, 4, 4),
})

const codeOf = (location: string): string =>
  Result.getOrThrow(
    encodeDynamicCode({
      name: "Empresa Exemplo",
      city: "São Paulo",
      postalCode: null,
      location: PixLocation.make(`pix.example.com/v2/${location}`),
    }),
  )

/**
 * A Pix that lasts ten minutes, or a slip that is due in three days. @param amount - centavos, at most 9 999 999 999
 */
export const instrumentsOf = (method: Instrument["_tag"], amount: Centavos, at: Instant): fc.Arbitrary<Instrument> => {
  switch (method) {
    case "pix":
      return text(lowerCase + digits, 1, 32).map((location) => ({
        _tag: "pix",
        code: codeOf(location),
        expiresAt: instant(at + 10 * 60_000),
      }))
    case "bank_slip":
      return text(digits, 25, 25).map((freeField) => {
        const dueDate = addDays(saoPauloDate(at), 3)
        const slip = { bank: BankCode.make("001"), dueDate, amount, freeField: FreeField.make(freeField) }
        const barcode = Result.getOrThrow(barcodeFromSlip(slip))
        return { _tag: "bank_slip", line: digitableLineFromBarcode(barcode), barcode, dueDate }
      })
  }
}

// Histories

/**
 * The parts of an order's history: an order, its attempts, refunds and disputes, and the reports about each. The
 * acquirer may report any of them at any time, even a refund that was not requested, and may contradict itself later.
 */
export interface Cast {
  readonly placing: OrderPlaced
  readonly attempts: ReadonlyArray<CastAttempt>
  readonly refunds: ReadonlyArray<CastRefund>
  readonly cases: ReadonlyArray<CastCase>
}

/** An attempt that a history may make: its values before anything happens. */
export interface CastAttempt {
  readonly key: AttemptKey
  readonly charge: Charge
  /** Centavos that arrive if it is confirmed: usually the charged ones, sometimes less or more. */
  readonly captured: Centavos
  /** The details that may come with any fact. Two reports may differ in every field, and each lacks some. */
  readonly reports: ReadonlyArray<AttemptReport>
}

/** Money of one attempt, by its number. `amount` is centavos. */
interface Share {
  readonly attempt: AttemptId
  readonly amount: Centavos
}

/** A refund: our request, if there is one, and the acquirer's details for any fact of it. */
export interface CastRefund extends Share {
  readonly key: RefundKey
  readonly reports: ReadonlyArray<Share & { readonly report?: RefundReport }>
}

/** A dispute, and the acquirer's details for any fact of it. */
export interface CastCase {
  readonly key: CaseKey
  readonly reports: ReadonlyArray<Share>
}

/** Each fact of an attempt, a refund or a dispute comes with two of its reports. */
const reportCount = { minLength: 2, maxLength: 3 }

/** Two of them have equal lengths. */
const reasons = fc.constantFrom("Saldo insuficiente", "Prazo já encerrado", "Outra")

/** Instruments of one attempt, for one day or several. Slips of a weekend and of the Monday after it end together. */
const castInstruments = (method: Method["_tag"], amount: Centavos, at: Instant) =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom<Instrument["_tag"]>(method === "bank_slip" ? "bank_slip" : "pix", "pix", "bank_slip"),
        fc.integer({ min: 0, max: 3 }),
      )
      .chain(([kind, days]) => instrumentsOf(kind, amount, instant(at + days * 86_400_000))),
    reportCount,
  )

/** Every field may be reported for every attempt, including fields that its method cannot have. */
const attemptReports = (
  { method, charged }: Quote,
  captured: Centavos,
  at: Instant,
): fc.Arbitrary<ReadonlyArray<AttemptReport>> => {
  const told = {
    captured: fc
      .oneof({ weight: 3, arbitrary: fc.constant<number>(captured) }, fc.integer({ min: 1, max: charged * 2 }))
      .map((amount) => centavos(amount)),
    tid: fc.constantFrom("tid-1", "tid-2", "tid-3"),
    nsu: fc.constantFrom("000123", "000124", "99"),
    reason: reasons,
    decline: fc.constantFrom(...Decline.literals),
    cardToken: fc.constantFrom("card-1", "card-2", "card-3"),
  }
  return castInstruments(method._tag, charged, at).chain((instruments) => {
    const instrument = fc.constantFrom(...instruments)
    return fc.array(fc.record({ ...told, instrument }, { requiredKeys: [] }), reportCount)
  })
}

const castAttempts = ({ details }: OrderPlaced): fc.Arbitrary<CastAttempt> =>
  quotesOf(details).chain((quoted) => {
    const { method, charged } = quoted
    return fc
      .oneof({ weight: 6, arbitrary: fc.constant<number>(charged) }, fc.integer({ min: 1, max: charged * 2 }))
      .chain((amount) =>
        fc.record({
          key: identifiers.attempt,
          charge: (method._tag === "credit" ? chargedCards : fc.constant(null)).map((card) =>
            Option.getOrThrow(chargeFrom(quoted, card)),
          ),
          captured: fc.constant(centavos(amount)),
          reports: attemptReports(quoted, centavos(amount), details.placedAt),
        }),
      )
  })

/** Some of an attempt's money, usually all of it. */
const shares = (attempts: ReadonlyArray<CastAttempt>): fc.Arbitrary<Share> =>
  fc.integer({ min: 1, max: attempts.length }).chain((attempt) => {
    const whole = attempts[attempt - 1]?.captured ?? 1
    return fc
      .oneof(fc.constant<number>(whole), fc.integer({ min: 1, max: whole }))
      .map((amount) => ({ attempt: AttemptId.make(attempt), amount: centavos(amount) }))
  })

/** A share that is reported unchanged half of the time, and otherwise as another one. */
const sharesTold = (attempts: ReadonlyArray<CastAttempt>, share: Share): fc.Arbitrary<Share> =>
  fc.oneof(fc.constant(share), shares(attempts))

const castRefunds = (attempts: ReadonlyArray<CastAttempt>): fc.Arbitrary<CastRefund> =>
  shares(attempts).chain((share) => {
    const report = fc.record({ reason: reasons }, { requiredKeys: [] })
    const told = fc
      .tuple(sharesTold(attempts, share), fc.record({ report }, { requiredKeys: [] }))
      .map(([one, beside]) => ({ ...one, ...beside }))
    return fc
      .record({ key: identifiers.refund, reports: fc.array(told, reportCount) })
      .map((refund) => ({ ...share, ...refund }))
  })

const castCases = (attempts: ReadonlyArray<CastAttempt>): fc.Arbitrary<CastCase> =>
  shares(attempts).chain((share) =>
    fc.record({ key: identifiers.case, reports: fc.array(sharesTold(attempts, share), reportCount) }),
  )

/** One to `attemptsMax` attempts, up to two refunds and up to two disputes. */
export const castsOf = ({ attemptsMax = 3 } = {}): fc.Arbitrary<Cast> =>
  ordersPlaced.chain((placing) =>
    fc
      .uniqueArray(castAttempts(placing), { minLength: 1, maxLength: attemptsMax, selector: ({ key }) => key })
      .chain((attempts) =>
        fc.record({
          placing: fc.constant(placing),
          attempts: fc.constant(attempts),
          refunds: fc.uniqueArray(castRefunds(attempts), { maxLength: 2, selector: ({ key }) => key }),
          cases: fc.uniqueArray(castCases(attempts), { maxLength: 2, selector: ({ key }) => key }),
        }),
      ),
  )

/** One to three attempts, up to two refunds and up to two disputes. */
export const casts: fc.Arbitrary<Cast> = castsOf()

/**
 * Pairs each fact with two of the details, and the next fact with two others, because nothing shows which belong
 * together.
 */
const reportsOf = <Fact, Details, Report>(
  facts: ReadonlyArray<Fact>,
  details: ReadonlyArray<Details>,
  reportOf: (fact: Fact, details: Details) => Report,
): ReadonlyArray<Report> =>
  facts.flatMap((fact, index) =>
    [index, index + 1].flatMap((position) => {
      const told = details[position % details.length]
      return told === undefined ? [] : [reportOf(fact, told)]
    }),
  )

/** Everything that the acquirer could report about an order of this cast, each once. */
export const allReportsOf = ({ attempts, refunds, cases, placing }: Cast): ReadonlyArray<OrderReport> => {
  const { at } = placing
  return [
    ...attempts.flatMap(({ reports }, index) =>
      reportsOf(
        AttemptFact.literals,
        reports,
        (fact, report): OrderReport => ({
          _tag: "AttemptUpdate",
          attempt: AttemptId.make(index + 1),
          fact,
          report,
          at,
        }),
      ),
    ),
    ...refunds.flatMap(({ key, reports }) =>
      reportsOf(
        RefundFact.literals,
        reports,
        (fact, told): OrderReport => ({ _tag: "RefundUpdate", refund: key, ...told, fact, at }),
      ),
    ),
    ...cases.flatMap(({ key, reports }) =>
      reportsOf(
        CaseFact.literals,
        reports,
        (fact, told): OrderReport => ({ _tag: "CaseUpdate", case: key, ...told, fact, at }),
      ),
    ),
  ]
}

const anotherOrder = OrderNumber.make("OUTRA1")

/** One report: a payment, or anything that the acquirer could report, or the timer. */
export const reportOf = (cast: Cast): fc.Arbitrary<OrderReport> => {
  const all = allReportsOf(cast)
  const payments = all.filter((one) => one._tag === "AttemptUpdate" && one.fact === "confirmed")
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...all) },
    { weight: 2, arbitrary: fc.constantFrom(...payments) },
    { weight: 1, arbitrary: fc.constant<OrderReport>({ _tag: "AbandonTimer", at: cast.placing.at }) },
    {
      weight: 1,
      arbitrary: fc.constant<OrderReport>({ _tag: "DuplicatePayment", of: anotherOrder, at: cast.placing.at }),
    },
  )
}

/** One command. Attempts and refunds are those of the cast, so repetitions are frequent. */
export const commandsOf = ({ attempts, refunds, placing }: Cast): fc.Arbitrary<OrderCommand> => {
  const { at } = placing
  const charges = attempts.map(({ key, charge }): OrderCommand => ({ _tag: "StartAttempt", key, ...charge, at }))
  const returns = refunds.map(
    ({ key, attempt, amount }): OrderCommand => ({ _tag: "RequestRefund", refund: key, attempt, amount, at }),
  )
  const verdicts = attempts.flatMap((_, index) =>
    Verdict.literals.map(
      (verdict): OrderCommand => ({ _tag: "Resolve", attempt: AttemptId.make(index + 1), verdict, at }),
    ),
  )
  const others: ReadonlyArray<OrderCommand> = [
    { _tag: "Cancel", at },
    { _tag: "Complete", at },
    { _tag: "Contest", at },
  ]
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...charges) },
    { weight: 2, arbitrary: fc.constantFrom(...others, ...returns) },
    { weight: 1, arbitrary: fc.constantFrom(...verdicts) },
  )
}

/**
 * A life of one order, with the steps of all moves, including refused and idle ones. It prints as the list of its
 * steps.
 */
export interface History {
  /** How fast-check prints it. */
  readonly [fc.toStringMethod]: () => string
  readonly cast: Cast
  readonly moves: ReadonlyArray<OrderMove>
  readonly steps: ReadonlyArray<OrderStep>
  readonly changes: ReadonlyArray<OrderChange>
  readonly order: Order
}

/** Time between two moves: mostly short, sometimes longer than the window for refunds. */
const pausesMillis = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3_600_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 120 * 86_400_000 }) },
)

/** Lives of up to 25 moves in order of time, with any commands and reports. */
export const histories: fc.Arbitrary<History> = casts.chain((cast) =>
  fc
    .array(fc.tuple(fc.oneof(commandsOf(cast), reportOf(cast)), pausesMillis), { maxLength: 25, size: "max" })
    .map((drawn) => {
      const moves = timed(
        cast.placing.at,
        drawn.map(([move, pause]) => [(at: Instant): OrderMove => ({ ...move, at }), pause] as const),
      )
      const start = placed(cast.placing)
      const steps = stepsOf(orderMachine, start, moves)
      return {
        [fc.toStringMethod]: () => describeSteps(testedOrder, steps),
        cast,
        moves,
        steps,
        changes: steps.flatMap(({ changes }) => changes),
        order: steps.at(-1)?.after ?? start,
      }
    }),
)

/** An order whose attempts are all sent, and a set of reports about it that have not arrived yet. */
export interface Situation {
  readonly order: Order
  readonly reports: ReadonlyArray<OrderReport>
}

const reportsMax = 12

/**
 * @param paymentsMax - most confirmations among the reports; with 1 there is a single payment, and a single amount of
 *   it
 */
export const situations = ({ paymentsMax = reportsMax } = {}): fc.Arbitrary<Situation> =>
  casts.chain((cast) =>
    fc
      .record({
        decided: fc.constantFrom<ReadonlyArray<OrderChange>>(
          [],
          [{ _tag: "OrderCanceled", at: cast.placing.at }],
          [{ _tag: "OrderCompleted", at: cast.placing.at }],
        ),
        drawn: fc.shuffledSubarray([...allReportsOf(cast)]),
      })
      .map(({ decided, drawn }) => {
        const reports = drawn.slice(0, reportsMax)
        const sent = cast.attempts.map(
          ({ key, charge }, index): OrderChange => ({
            _tag: "AttemptStarted",
            attempt: AttemptId.make(index + 1),
            key,
            ...charge,
            at: cast.placing.at,
          }),
        )
        const payments = reports.filter((one) => one._tag === "AttemptUpdate" && one.fact === "confirmed")
        const excessive = new Set(payments.slice(paymentsMax))
        return {
          order: [...sent, ...decided].reduce(evolve, placed(cast.placing)),
          reports: reports.filter((one) => !excessive.has(one)),
        }
      }),
  )

/** All of it, in any order, and some of it more than once. */
export const arrivalsOf = <A>(all: ReadonlyArray<A>): fc.Arbitrary<ReadonlyArray<A>> =>
  all.length === 0
    ? fc.constant([])
    : fc
        .array(fc.constantFrom(...all), { maxLength: 4 })
        .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }))

/** The reports of a situation, in two orders of arrival. @param options - as for `situations` */
export const arrivals = (options: { readonly paymentsMax?: number } = {}): fc.Arbitrary<Arrivals> =>
  situations(options).chain(({ order, reports }) =>
    fc.record({ order: fc.constant(order), one: arrivalsOf(reports), other: arrivalsOf(reports) }),
  )
