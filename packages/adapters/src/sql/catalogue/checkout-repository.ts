/**
 * Checkouts in SQL.
 */
import { inCompany } from "@vintem/domain/access"
import { Checkout, type CheckoutDetails, type CheckoutSlug } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CheckoutRepository, type PageRequest, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  CheckoutRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    /** Every order of a checkout reads it. */
    const selectOne = preparedQuery<{ company: number; slug: string }, CheckoutRow>((value) =>
      build
        .selectFrom("checkout")
        .selectAll()
        .where("company_id", "=", value("company"))
        .where("slug", "=", value("slug")),
    )

    return CheckoutRepository.of({
      add: ({ company, slug, createdAt, ...details }) =>
        Effect.map(
          executor.write(
            "checkouts.add",
            build
              .insertInto("checkout")
              .values({ company_id: company, slug, ...columnsOf(details), created_at: createdAt })
              .onConflict((conflict) => conflict.columns(["company_id", "slug"]).doNothing())
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      find: (company: CompanyId, slug: CheckoutSlug) =>
        Effect.flatMap(
          executor.readEntry("checkouts.find", entryOf(company, slug), selectOne({ company, slug })),
          ([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(checkoutFromRow("checkouts.find", row))),
        ),
      list: (company: CompanyId, page: PageRequest) => {
        const ofCompany = build.selectFrom("checkout").where("company_id", "=", company)
        return readUncountedPage(
          executor,
          inCompany(company),
          "checkouts.list",
          {
            count: ofCompany.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofCompany.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => checkoutFromRow("checkouts.list", row),
        )
      },
      save: ({ company, slug, createdAt: _, ...details }) =>
        Effect.map(
          executor.write(
            "checkouts.save",
            build
              .updateTable("checkout")
              .set(columnsOf(details))
              .where("company_id", "=", company)
              .where("slug", "=", slug)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      remove: (company: CompanyId, slug: CheckoutSlug) =>
        Effect.map(
          executor.write(
            "checkouts.remove",
            build.deleteFrom("checkout").where("company_id", "=", company).where("slug", "=", slug).compile(),
          ),
          ({ changes }) => changes === 1,
        ),
    })
  }),
)

/** The name that a unit locks while it replaces a checkout. */
const entryOf = (company: CompanyId, slug: CheckoutSlug): string => `checkout ${company} ${slug}`

interface CheckoutRow {
  readonly company_id: number
  readonly slug: string
  readonly title: string
  readonly product_id: number
  readonly quantity: number
  readonly recurrence: string | null
  readonly redirect_after_success: string | null
  readonly created_at: number
}

const columnsOf = ({ title, product, quantity, recurrence, redirectAfterSuccess }: CheckoutDetails) => ({
  title,
  product_id: product,
  quantity,
  recurrence: recurrence === null ? null : JSON.stringify(recurrence),
  redirect_after_success: redirectAfterSuccess,
})

const readCheckout = readerOf(Checkout)

const checkoutFromRow = (operation: string, row: CheckoutRow): Effect.Effect<Checkout, StorageUnavailable> =>
  readCheckout(operation, `Checkout ${row.slug} of company ${row.company_id}`, {
    company: row.company_id,
    slug: row.slug,
    title: row.title,
    product: row.product_id,
    quantity: row.quantity,
    recurrence: row.recurrence === null ? null : parsedJson(row.recurrence),
    redirectAfterSuccess: row.redirect_after_success,
    createdAt: row.created_at,
  })
