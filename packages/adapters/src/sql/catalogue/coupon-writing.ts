/**
 * Counts the uses of coupons.
 */
import type { Instant } from "@vintem/domain/calendar"
import { CouponRefused, couponKey, usableCoupon } from "@vintem/domain/catalogue"
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import type { CouponTaking } from "@vintem/domain/ports"
import { Option, Result } from "effect"
import type { RawBuilder } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { hold, type Procedure, read, write, writeUnread } from "../engine/procedure.ts"
import type { CouponRow } from "./coupon-row.ts"

export const couponWriting = ({ build }: Dialect) => {
  const selectByKey = preparedQuery<{ company: number; key: string }, CouponRow>((value) =>
    build
      .selectFrom("coupon")
      .selectAll()
      .where("company_id", "=", value("company"))
      .where("code_key", "=", value("key")),
  )

  const selectById = preparedQuery<{ company: number; id: number }, CouponRow>((value) =>
    build.selectFrom("coupon").selectAll().where("company_id", "=", value("company")).where("id", "=", value("id")),
  )

  const selectUse = preparedQuery<{ company: number; order: string }, { coupon_id: number; is_counted: number }>(
    (value) =>
      build
        .selectFrom("coupon_use")
        .select(["coupon_id", "is_counted"])
        .where("company_id", "=", value("company"))
        .where("order_number", "=", value("order")),
  )

  /** The counting statement checks the limit itself: if two orders come at once, only one gets the last use. */
  const countWithin = (at: RawBuilder<number>) =>
    build
      .updateTable("coupon")
      .set((e) => ({ uses: e("uses", "+", 1) }))
      .where((e) => e.or([e("expires_at", "is", null), e("expires_at", ">=", at)]))
      .where((e) => e.or([e("max_uses", "is", null), e("uses", "<", e.ref("max_uses"))]))
      .returningAll()

  const countByCode = preparedQuery<{ company: number; key: string; at: number }, CouponRow>((value) =>
    countWithin(value("at")).where("company_id", "=", value("company")).where("code_key", "=", value("key")),
  )

  const countById = preparedQuery<{ company: number; id: number; at: number }, CouponRow>((value) =>
    countWithin(value("at")).where("company_id", "=", value("company")).where("id", "=", value("id")),
  )

  const putUse = preparedQuery<{ company: number; order: string; coupon: number }, unknown>((value) =>
    build
      .insertInto("coupon_use")
      .values({
        company_id: value("company"),
        order_number: value("order"),
        coupon_id: value("coupon"),
        is_counted: 1,
      })
      // A returned use, or a use of a deleted coupon: it now belongs to this coupon.
      .onConflict((conflict) =>
        conflict.columns(["company_id", "order_number"]).doUpdateSet({ coupon_id: value("coupon"), is_counted: 1 }),
      ),
  )

  const markUse = preparedQuery<{ company: number; order: string; from: number; to: number }, { coupon_id: number }>(
    (value) =>
      build
        .updateTable("coupon_use")
        .set({ is_counted: value("to") })
        .where("company_id", "=", value("company"))
        .where("order_number", "=", value("order"))
        .where("is_counted", "=", value("from"))
        .returning("coupon_id"),
  )

  const countMore = preparedQuery<{ company: number; coupon: number }, unknown>((value) =>
    build
      .updateTable("coupon")
      .set((e) => ({ uses: e("uses", "+", 1) }))
      .where("company_id", "=", value("company"))
      .where("id", "=", value("coupon")),
  )

  const countLess = preparedQuery<{ company: number; coupon: number }, unknown>((value) =>
    build
      .updateTable("coupon")
      .set((e) => ({
        uses: e("uses", "-", 1),
        kept_uses: e
          .case()
          .when("kept_uses", "<", e.ref("uses"))
          .then(e.ref("kept_uses"))
          .else(e("uses", "-", 1))
          .end(),
      }))
      .where("company_id", "=", value("company"))
      .where("id", "=", value("coupon")),
  )

  /** @see CouponRepository.take @returns the row of the coupon, with this use */
  function* take({ at, code, company, order }: CouponTaking): Procedure<Result.Result<CouponRow, CouponRefused>> {
    yield* hold(useOf(company, order))
    const [use] = yield* read(selectUse({ company, order }))
    const [known] = use === undefined ? [] : yield* read(selectById({ company, id: use.coupon_id }))
    if (use?.is_counted === 1 && known !== undefined) return Result.succeed(known)
    const key = couponKey(code)
    const { rows } = yield* write(
      known === undefined ? countByCode({ company, key, at }) : countById({ company, id: known.id, at }),
    )
    const [counted] = rows
    if (counted === undefined) {
      const [found] = known === undefined ? yield* read(selectByKey({ company, key })) : [known]
      return Result.fail(refusalOf(found, at))
    }
    yield* writeUnread(putUse({ company, order, coupon: counted.id }))
    return Result.succeed(counted)
  }

  /** @see CouponRepository.takeAgain */
  function* takeAgain(
    company: CompanyId,
    order: OrderNumber,
    at: Instant,
  ): Procedure<Result.Result<void, CouponRefused>> {
    yield* hold(useOf(company, order))
    const [use] = yield* read(selectUse({ company, order }))
    if (use === undefined) return Result.fail(new CouponRefused({ reason: "absent" }))
    if (use.is_counted === 1) return Result.void
    const id = use.coupon_id
    const { rows } = yield* write(countById({ company, id, at }))
    if (rows.length === 0) {
      const [found] = yield* read(selectById({ company, id }))
      return Result.fail(refusalOf(found, at))
    }
    yield* writeUnread(putUse({ company, order, coupon: id }))
    return Result.void
  }

  /** Sets whether an order's use counts. @returns whether that changed */
  function* setCounted(company: CompanyId, order: OrderNumber, isCounted: boolean): Procedure<boolean> {
    const { rows } = yield* write(markUse({ company, order, from: isCounted ? 0 : 1, to: isCounted ? 1 : 0 }))
    const [use] = rows
    if (use === undefined) return false
    const coupon = use.coupon_id
    yield* writeUnread(isCounted ? countMore({ company, coupon }) : countLess({ company, coupon }))
    return true
  }

  return { setCounted, take, takeAgain }
}

/**
 * Why a coupon cannot be used, after its use was not counted. If another use was returned just now, the coupon still
 * counts as used up.
 */
const refusalOf = (found: CouponRow | undefined, at: Instant): CouponRefused =>
  Result.match(
    usableCoupon(
      Option.map(Option.fromUndefinedOr(found), ({ expires_at, max_uses, uses }) => ({
        expiresAt: expires_at,
        maxUses: max_uses,
        uses,
      })),
      at,
    ),
    {
      onFailure: (refused) => refused,
      onSuccess: () => new CouponRefused({ reason: "used_up" }),
    },
  )

/** The name that a unit locks while it counts an order's use. */
const useOf = (company: CompanyId, order: OrderNumber): string => `coupon of order ${company} ${order}`
