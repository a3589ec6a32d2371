/**
 * Coupons in SQL, and which orders use them.
 */
import { inCompany } from "@vintem/domain/access"
import { type Coupon, couponKey } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CouponRepository, type PageRequest, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Layer, type Option } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { type CouponRow, columnsOf, couponFromRow } from "./coupon-row.ts"
import { couponWriting } from "./coupon-writing.ts"

export const layer = Layer.effect(
  CouponRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const selectOne = preparedQuery<{ company: number; key: string }, CouponRow>((value) =>
      build
        .selectFrom("coupon")
        .selectAll()
        .where("company_id", "=", value("company"))
        .where("code_key", "=", value("key")),
    )

    const writing = couponWriting(executor.dialect)

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
          executor.write(
            "coupons.save",
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
      take: (taking) =>
        Effect.flatMap(
          executor.attempt("coupons.take", () => writing.take(taking)),
          (row) => couponFromRow("coupons.take", row),
        ),
      takeAgain: (company, order, at) =>
        executor.attempt("coupons.takeAgain", () => writing.takeAgain(company, order, at)),
      giveBack: (company, order) => executor.run("coupons.giveBack", () => writing.setCounted(company, order, false)),
      countAgain: (company, order) =>
        executor.run("coupons.countAgain", () => writing.setCounted(company, order, true)),
    })
  }),
)

/** The name that a unit locks while it replaces a coupon. */
const entryOf = (company: CompanyId, code: string): string => `coupon ${company} ${couponKey(code)}`

const firstOf =
  (operation: string) =>
  ([row]: ReadonlyArray<CouponRow>): Effect.Effect<Option.Option<Coupon>, StorageUnavailable> =>
    row === undefined ? Effect.succeedNone : Effect.asSome(couponFromRow(operation, row))
