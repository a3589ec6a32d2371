/** Writes what is asked of institutions, and what they answer. */
import type { AttemptKey, CompanyId } from "@vintem/domain/identifiers"
import type { BookedAnswer, BookedCharge, BookedRefund, RefundAnswer } from "@vintem/domain/ports"
import type { Dialect } from "../engine/dialect.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { type Procedure, write, writeUnread } from "../engine/procedure.ts"

export const chargeBookWriting = ({ build }: Dialect) => {
  const insertCharge = preparedQuery<ChargePlace & { charge: string }, unknown>((value) =>
    build
      .insertInto("booked_charge")
      .values({
        company_id: value("company_id"),
        key: value("key"),
        charge: value("charge"),
        answer: null,
        is_voided: 0,
      })
      .onConflict((conflict) => conflict.columns(["company_id", "key"]).doNothing()),
  )

  const updateAnswer = preparedQuery<ChargePlace & { answer: string }, unknown>((value) =>
    build
      .updateTable("booked_charge")
      .set({ answer: value("answer") })
      .where("company_id", "=", value("company_id"))
      .where("key", "=", value("key")),
  )

  const voidKey = preparedQuery<ChargePlace, unknown>((value) =>
    build
      .insertInto("booked_charge")
      .values({ company_id: value("company_id"), key: value("key"), charge: null, answer: null, is_voided: 1 })
      .onConflict((conflict) => conflict.columns(["company_id", "key"]).doUpdateSet({ is_voided: 1 })),
  )

  const insertRefund = preparedQuery<RefundPlace & { amount: number }, unknown>((value) =>
    build
      .insertInto("booked_refund")
      .values({
        company_id: value("company_id"),
        charge_key: value("charge_key"),
        key: value("key"),
        amount: value("amount"),
        answer: null,
        is_final: 0,
      })
      .onConflict((conflict) => conflict.columns(["company_id", "charge_key", "key"]).doNothing()),
  )

  const updateRefund = preparedQuery<RefundPlace & { answer: string; is_final: number }, unknown>((value) =>
    build
      .updateTable("booked_refund")
      .set({ answer: value("answer"), is_final: value("is_final") })
      .where("company_id", "=", value("company_id"))
      .where("charge_key", "=", value("charge_key"))
      .where("key", "=", value("key"))
      .where("is_final", "=", 0),
  )

  /** @see ChargeBooks.open */
  function* open(charge: BookedCharge): Procedure<boolean> {
    const { company, key, ...asked } = charge
    const { changes } = yield* write(insertCharge({ company_id: company, key, charge: JSON.stringify(asked) }))
    return changes === 1
  }

  /** @see ChargeBooks.answer */
  function* answer({ answer: given, company, key }: BookedAnswer): Procedure<void> {
    yield* writeUnread(updateAnswer({ company_id: company, key, answer: JSON.stringify(given) }))
  }

  /** @see ChargeBooks.fence */
  function* fence(company: CompanyId, key: AttemptKey): Procedure<void> {
    yield* writeUnread(voidKey({ company_id: company, key }))
  }

  /** @returns true if the refund was added */
  function* openRefund(refund: BookedRefund): Procedure<boolean> {
    const { changes } = yield* write(insertRefund({ ...refundPlace(refund), amount: refund.amount }))
    return changes === 1
  }

  /** @see ChargeBooks.answerRefund */
  function* answerRefund(refund: BookedRefund, given: RefundAnswer): Procedure<void> {
    const is_final = given.fact === "processing" ? 0 : 1
    yield* writeUnread(updateRefund({ ...refundPlace(refund), answer: JSON.stringify(given), is_final }))
  }

  return { answer, answerRefund, fence, open, openRefund }
}

export interface ChargePlace {
  readonly company_id: number
  readonly key: string
}

export interface RefundPlace extends ChargePlace {
  readonly charge_key: string
}

export const refundPlace = ({ charge, company, key }: BookedRefund): RefundPlace => ({
  company_id: company,
  charge_key: charge,
  key,
})
