/**
 * The back office: products.
 */
import { changeProduct } from "@vintem/application"
import {
  BackOffice,
  fault,
  invalid,
  invalidFields,
  productBody,
  productChangeBody,
  productIdFromPath,
  productView,
} from "@vintem/contract"
import { type ProductInUse, ProductRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { changeEntry, createEntry, listEntries, removeEntry, showEntry } from "./company-entries.ts"

export const products = HttpApiBuilder.group(BackOffice, "products", (handlers) =>
  handlers
    .handleRaw(
      "create",
      ({ params }) =>
        createEntry(params, {
          body: productBody,
          add: (company, details, createdAt) =>
            Effect.flatMap(ProductRepository, ({ add }) => add({ company, ...details, createdAt })),
          view: productView,
        }),
      uninterruptible,
    )
    .handle("list", ({ params, query }) =>
      Effect.flatMap(ProductRepository, ({ list }) => listEntries(params, query, list, productView)),
    )
    .handle("get", ({ params }) =>
      Effect.flatMap(ProductRepository, ({ find }) =>
        showEntry(params, productIdFromPath(params.product), find, productView),
      ),
    )
    .handleRaw("update", ({ params }) => updateProduct(params), uninterruptible)
    .handle("remove", ({ params }) =>
      Effect.flatMap(ProductRepository, ({ remove }) =>
        removeEntry(params, productIdFromPath(params.product), remove, "The product was deleted."),
      ).pipe(Effect.catchTag("ProductInUse", (inUse) => Effect.fail(invalid(isSold(inUse))))),
    ),
)

const updateProduct = (params: { readonly company: string; readonly product: string }) =>
  changeEntry(params, {
    body: productChangeBody,
    change: (company, change) => {
      const id = productIdFromPath(params.product)
      return Option.isNone(id) ? Effect.succeedNone : changeProduct(company, id.value, change)
    },
    view: productView,
  })

const isSold = ({ checkout }: ProductInUse) => invalidFields([fault("product", { code: "product_in_use", checkout })])
