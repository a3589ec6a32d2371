/** What was asked of institutions, in SQL. */
import { Instant } from "@vintem/domain/calendar"
import { OrderNumber } from "@vintem/domain/identifiers"
import { PaymentMethod } from "@vintem/domain/method"
import { Centavos, centavos } from "@vintem/domain/money"
import { AttemptReport, RefundReport } from "@vintem/domain/order"
import { ChargeBooks, type ChargeEntry, type RefundEntry } from "@vintem/domain/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { read } from "../engine/procedure.ts"
import { readerOfJson } from "../engine/stored-value.ts"
import { type ChargePlace, chargeBookWriting, type RefundPlace, refundPlace } from "./charge-book-writing.ts"

export const layer = Layer.effect(
  ChargeBooks,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const writing = chargeBookWriting(executor.dialect)

    const selectCharge = preparedQuery<ChargePlace, ChargeRow>((value) =>
      build
        .selectFrom("booked_charge")
        .select(["charge", "answer", "is_voided"])
        .where("company_id", "=", value("company_id"))
        .where("key", "=", value("key")),
    )

    const selectRefund = preparedQuery<RefundPlace, RefundRow>((value) =>
      build
        .selectFrom("booked_refund")
        .select(["amount", "answer"])
        .where("company_id", "=", value("company_id"))
        .where("charge_key", "=", value("charge_key"))
        .where("key", "=", value("key")),
    )

    return ChargeBooks.of({
      find: Effect.fnUntraced(function* (company, key) {
        const operation = "chargeBooks.find"
        const what = `The charge ${key}`
        const [row] = yield* executor.read(operation, selectCharge({ company_id: company, key }))
        if (row === undefined) return Option.none()
        const entry: ChargeEntry = {
          charge: row.charge === null ? null : { company, key, ...(yield* readCharge(operation, what, row.charge)) },
          answer: row.answer === null ? null : yield* readAnswer(operation, what, row.answer),
          isVoided: row.is_voided === 1,
        }
        return Option.some(entry)
      }),
      open: (charge) => executor.run("chargeBooks.open", () => writing.open(charge)),
      answer: (answered) => executor.run("chargeBooks.answer", () => writing.answer(answered)),
      fence: (company, key) => executor.run("chargeBooks.fence", () => writing.fence(company, key)),
      openRefund: Effect.fnUntraced(function* (refund) {
        const operation = "chargeBooks.openRefund"
        const { isFirst, row } = yield* executor.run(operation, function* () {
          const isFirst = yield* writing.openRefund(refund)
          const [row] = yield* read(selectRefund(refundPlace(refund)))
          return { isFirst, row }
        })
        if (row === undefined) return yield* Effect.die(new Error("A refund that was added is not there."))
        const entry: RefundEntry = {
          isFirst,
          refund: { ...refund, amount: centavos(row.amount) },
          answer:
            row.answer === null ? null : yield* readRefundAnswer(operation, `The refund ${refund.key}`, row.answer),
        }
        return entry
      }),
      answerRefund: (refund, answer) =>
        executor.run("chargeBooks.answerRefund", () => writing.answerRefund(refund, answer)),
    })
  }),
)

interface ChargeRow {
  readonly charge: string | null
  readonly answer: string | null
  readonly is_voided: number
}

interface RefundRow {
  readonly amount: number
  readonly answer: string | null
}

const readCharge = readerOfJson(
  Schema.Struct({
    account: Schema.String,
    method: PaymentMethod,
    order: OrderNumber,
    amount: Centavos,
    expiresAt: Schema.NullOr(Instant),
  }),
)

const readAnswer = readerOfJson(
  Schema.Struct({
    fact: Schema.Literals(["open", "review", "approved", "refused", "expired", "voided", "confirmed"]),
    report: AttemptReport,
  }),
)

const readRefundAnswer = readerOfJson(
  Schema.Struct({ fact: Schema.Literals(["processing", "settled", "failed"]), report: RefundReport }),
)
