/**
 * Coupons in SQL, and which orders use them.
 */
import { inCompany } from "@vintem/domain/access"
import type { Instant } from "@vintem/domain/calendar"
import { Coupon, CouponRefused, type CouponTerms, couponKey, usableCoupon } from "@vintem/domain/catalogue"
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import {
  CouponRepository,
  type CouponTaking,
  type PageRequest,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Effect, Layer, Option, Result } from "effect"
import type { RawBuilder } from "kysely"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { hold } from "../engine/procedure.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  CouponRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    const selectOne = preparedQuery<{ company: number; key: string }, CouponRow>((value) =>
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

    /** The limit is judged by the statement that counts, so that of two at once only one gets the last use. */
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
        // A use that was given back, or one of a deleted coupon: now it is of this coupon.
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

    const findOne = (operation: string, company: CompanyId, code: string) =>
      Effect.flatMap(executor.read(operation, selectOne({ company, key: couponKey(code) })), firstOf(operation))

    const byId = (operation: string, company: CompanyId, id: number) =>
      Effect.flatMap(executor.read(operation, selectById({ company, id })), firstOf(operation))

    const take = Effect.fnUntraced(function* ({ company, code, order, at }: CouponTaking) {
      const operation = "coupons.take"
      yield* executor.run(operation, () => hold(useOf(company, order)))
      const [use] = yield* executor.read(operation, selectUse({ company, order }))
      const known = use === undefined ? Option.none() : yield* byId(operation, company, use.coupon_id)
      if (use?.is_counted === 1 && Option.isSome(known)) return known.value
      const key = couponKey(code)
      const {
        rows: [counted],
      } = yield* executor.write(
        operation,
        Option.isSome(known) ? countById({ company, id: known.value.id, at }) : countByCode({ company, key, at }),
      )
      if (counted === undefined) {
        return yield* refusalOf(Option.isSome(known) ? known : yield* findOne(operation, company, code), at)
      }
      yield* executor.write(operation, putUse({ company, order, coupon: counted.id }))
      return yield* couponFromRow(operation, counted)
    }, commit)

    const takeAgain = Effect.fnUntraced(function* (company: CompanyId, order: OrderNumber, at: Instant) {
      const operation = "coupons.takeAgain"
      yield* executor.run(operation, () => hold(useOf(company, order)))
      const [use] = yield* executor.read(operation, selectUse({ company, order }))
      if (use === undefined) return yield* new CouponRefused({ reason: "absent" })
      if (use.is_counted === 1) return
      const {
        rows: [counted],
      } = yield* executor.write(operation, countById({ company, id: use.coupon_id, at }))
      if (counted === undefined) return yield* refusalOf(yield* byId(operation, company, use.coupon_id), at)
      yield* executor.write(operation, putUse({ company, order, coupon: counted.id }))
    }, commit)

    /** Sets whether an order's use counts. @returns whether that changed */
    const setCounted = (operation: string, company: CompanyId, order: OrderNumber, isCounted: boolean) =>
      commit(
        Effect.gen(function* () {
          const {
            rows: [use],
          } = yield* executor.write(
            operation,
            markUse({ company, order, from: isCounted ? 0 : 1, to: isCounted ? 1 : 0 }),
          )
          if (use === undefined) return false
          const coupon = use.coupon_id
          yield* executor.write(operation, isCounted ? countMore({ company, coupon }) : countLess({ company, coupon }))
          return true
        }),
      )

    return CouponRepository.of({
      add: ({ company, code, createdAt, ...terms }) =>
        Effect.flatMap(
          executor.write(
            "coupons.add",
            build
              .insertInto("coupon")
              .values({
                company_id: company,
                code,
                code_key: couponKey(code),
                ...columnsOf(terms),
                uses: 0,
                kept_uses: 0,
                created_at: createdAt,
              })
              .onConflict((conflict) => conflict.columns(["company_id", "code_key"]).doNothing())
              .returningAll()
              .compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined ? Effect.succeedNone : Effect.asSome(couponFromRow("coupons.add", row)),
        ),
      find: (company: CompanyId, code: string) =>
        Effect.flatMap(
          executor.readEntry("coupons.find", entryOf(company, code), selectOne({ company, key: couponKey(code) })),
          firstOf("coupons.find"),
        ),
      list: (company: CompanyId, page: PageRequest) => {
        const ofCompany = build.selectFrom("coupon").where("company_id", "=", company)
        return readUncountedPage(
          executor,
          inCompany(company),
          "coupons.list",
          {
            count: ofCompany.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofCompany.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => couponFromRow("coupons.list", row),
        )
      },
      save: ({ id, company, code, ...terms }) =>
        Effect.map(
          executor.replaceEntry(
            "coupons.save",
            entryOf(company, code),
            build
              .updateTable("coupon")
              .set((e) => ({
                ...columnsOf(terms),
                ...(terms.maxUses === null
                  ? {}
                  : {
                      kept_uses: e
                        .case()
                        .when(e.or([e("max_uses", "is", null), e("max_uses", ">", terms.maxUses)]))
                        .then(e.ref("uses"))
                        .else(e.ref("kept_uses"))
                        .end(),
                    }),
              }))
              .where("id", "=", id)
              .where("company_id", "=", company)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      remove: (company: CompanyId, code: string) =>
        Effect.map(
          executor.write(
            "coupons.remove",
            build
              .deleteFrom("coupon")
              .where("company_id", "=", company)
              .where("code_key", "=", couponKey(code))
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      take,
      takeAgain,
      giveBack: (company: CompanyId, order: OrderNumber) => setCounted("coupons.giveBack", company, order, false),
      countAgain: (company: CompanyId, order: OrderNumber) => setCounted("coupons.countAgain", company, order, true),
    })
  }),
)

/** Why a coupon whose use was not counted cannot be used. One whose use was given back in this moment counts as used up. */
const refusalOf = (found: Option.Option<Coupon>, at: CouponTaking["at"]): CouponRefused =>
  Result.match(usableCoupon(found, at), {
    onFailure: (refused) => refused,
    onSuccess: () => new CouponRefused({ reason: "used_up" }),
  })

/** What the use of an order is held by while a unit takes it. */
const useOf = (company: CompanyId, order: OrderNumber): string => `coupon of order ${company} ${order}`

/** What a coupon is held by while a unit replaces it. */
const entryOf = (company: CompanyId, code: string): string => `coupon ${company} ${couponKey(code)}`

const firstOf =
  (operation: string) =>
  ([row]: ReadonlyArray<CouponRow>): Effect.Effect<Option.Option<Coupon>, StorageUnavailable> =>
    row === undefined ? Effect.succeedNone : Effect.asSome(couponFromRow(operation, row))

interface CouponRow {
  readonly id: number
  readonly company_id: number
  readonly code: string
  readonly percent: number | null
  readonly amount: number | null
  readonly expires_at: number | null
  readonly max_uses: number | null
  readonly uses: number
  readonly created_at: number
}

const columnsOf = ({ discount, expiresAt, maxUses }: CouponTerms) => ({
  percent: discount._tag === "percent" ? discount.percent : null,
  amount: discount._tag === "amount" ? discount.amount : null,
  expires_at: expiresAt,
  max_uses: maxUses,
})

const readCoupon = readerOf(Coupon)

const couponFromRow = (operation: string, row: CouponRow): Effect.Effect<Coupon, StorageUnavailable> =>
  readCoupon(operation, `Coupon ${row.id}`, {
    id: row.id,
    company: row.company_id,
    code: row.code,
    discount: row.percent === null ? { _tag: "amount", amount: row.amount } : { _tag: "percent", percent: row.percent },
    expiresAt: row.expires_at,
    maxUses: row.max_uses,
    uses: row.uses,
    createdAt: row.created_at,
  })
