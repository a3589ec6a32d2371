/**
 * Products in SQL.
 */
import { inCompany } from "@vintem/domain/access"
import { CheckoutSlug, Product, type ProductDetails, ProductId } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type PageRequest,
  ProductInUse,
  ProductRepository,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  ProductRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    /** Every order of a checkout reads its product. */
    const selectOne = preparedQuery<{ company: number; id: number }, ProductRow>((value) =>
      build.selectFrom("product").selectAll().where("id", "=", value("id")).where("company_id", "=", value("company")),
    )

    return ProductRepository.of({
      add: ({ company, createdAt, ...details }) =>
        Effect.flatMap(
          executor.write(
            "products.add",
            build
              .insertInto("product")
              .values({ company_id: company, ...columnsOf(details), created_at: createdAt })
              .returning("id")
              .compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined
              ? Effect.die("insert … returning gave no row")
              : Effect.succeed({ id: ProductId.make(row.id), company, ...details, createdAt }),
        ),
      find: (company: CompanyId, id: ProductId) =>
        Effect.flatMap(executor.readEntry("products.find", entryOf(id), selectOne({ company, id })), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.asSome(productFromRow("products.find", row)),
        ),
      list: (company: CompanyId, page: PageRequest) => {
        const ofCompany = build.selectFrom("product").where("company_id", "=", company)
        return readUncountedPage(
          executor,
          inCompany(company),
          "products.list",
          {
            count: ofCompany.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofCompany.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => productFromRow("products.list", row),
        )
      },
      save: ({ id, company, createdAt: _, ...details }) =>
        Effect.map(
          executor.write(
            "products.save",
            build
              .updateTable("product")
              .set(columnsOf(details))
              .where("id", "=", id)
              .where("company_id", "=", company)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      remove: Effect.fnUntraced(function* (company: CompanyId, id: ProductId) {
        const checkoutOfIt = build
          .selectFrom("checkout")
          .select("slug")
          .where("product_id", "=", id)
          .where("company_id", "=", company)
        const { changes } = yield* executor.write(
          "products.remove",
          build
            .deleteFrom("product")
            .where("id", "=", id)
            .where("company_id", "=", company)
            .where((e) => e.not(e.exists(checkoutOfIt)))
            .compile(),
        )
        if (changes === 1) return true
        const [found] = yield* executor.read("products.remove", checkoutOfIt.limit(1).compile())
        if (found === undefined) return false
        return yield* new ProductInUse({ product: id, checkout: CheckoutSlug.make(found.slug) })
        // A checkout that was added meanwhile makes the deletion fail, and is found when the unit is run again.
      }, commit),
    })
  }),
)

/** The name that a unit locks while it replaces a product. */
const entryOf = (id: ProductId): string => `product ${id}`

interface ProductRow {
  readonly id: number
  readonly company_id: number
  readonly sku: string
  readonly title: string
  readonly unit_price: number
  readonly price_cost: number | null
  readonly created_at: number
}

const columnsOf = ({ sku, title, unitPrice, priceCost }: ProductDetails) => ({
  sku,
  title,
  unit_price: unitPrice,
  price_cost: priceCost,
})

const readProduct = readerOf(Product)

const productFromRow = (operation: string, row: ProductRow): Effect.Effect<Product, StorageUnavailable> =>
  readProduct(operation, `Product ${row.id}`, {
    id: row.id,
    company: row.company_id,
    sku: row.sku,
    title: row.title,
    unitPrice: row.unit_price,
    priceCost: row.price_cost,
    createdAt: row.created_at,
  })
