/**
 * The back office: checkouts.
 */
import { type CheckoutRefused, changeCheckout, checkoutRefusal, createCheckout } from "@vintem/application"
import {
  BackOffice,
  checkoutBody,
  checkoutChangeBody,
  checkoutReferences,
  checkoutSlugFromPath,
  checkoutView,
  type Fault,
  fault,
  invalidFields,
  NotFound,
  unknownReference,
} from "@vintem/contract"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CheckoutRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { changeEntry, createEntry, listEntries, removeEntry, showEntry } from "./company-entries.ts"

export const checkouts = HttpApiBuilder.group(BackOffice, "checkouts", (handlers) =>
  handlers
    .handleRaw(
      "create",
      ({ params }) =>
        createEntry(params, {
          body: checkoutBody,
          faultsBeside,
          add: (company, draft, createdAt) =>
            Effect.catchTag(createCheckout(company, draft, createdAt), "CheckoutRefused", asInvalid),
          view: checkoutView,
        }),
      uninterruptible,
    )
    .handle("list", ({ params, query }) =>
      Effect.flatMap(CheckoutRepository, ({ list }) => listEntries(params, query, list, checkoutView)),
    )
    .handle("get", ({ params }) =>
      Effect.flatMap(CheckoutRepository, ({ find }) =>
        showEntry(params, checkoutSlugFromPath(params.slug), find, checkoutView),
      ),
    )
    .handleRaw("update", ({ params }) => updateCheckout(params), uninterruptible)
    .handle("remove", ({ params }) =>
      Effect.flatMap(CheckoutRepository, ({ remove }) =>
        removeEntry(params, checkoutSlugFromPath(params.slug), remove, "The checkout was deleted."),
      ),
    ),
)

const updateCheckout = Effect.fnUntraced(function* (params: { readonly company: string; readonly slug: string }) {
  const slug = checkoutSlugFromPath(params.slug)
  if (Option.isNone(slug)) return yield* new NotFound()
  return yield* changeEntry(params, {
    body: { read: (input, at, faults) => checkoutChangeBody.read(input, at, faults, { slug: slug.value }) },
    change: (company, change) =>
      Effect.catchTag(changeCheckout(company, slug.value, change), "CheckoutRefused", asInvalid),
    view: checkoutView,
  })
})

const faultsBeside = (company: CompanyId, body: unknown) =>
  Effect.map(
    checkoutRefusal(company, checkoutReferences(body)),
    Option.match({ onNone: () => [], onSome: faultsOfRefusal }),
  )

const asInvalid = (refused: CheckoutRefused) => Effect.fail(invalidFields(faultsOfRefusal(refused)))

const faultsOfRefusal = ({ isProductUnknown, isSlugTaken }: CheckoutRefused): ReadonlyArray<Fault> => [
  ...(isSlugTaken ? [fault("slug", { code: "taken", by: "checkout" })] : []),
  ...(isProductUnknown ? [unknownReference("product_id")] : []),
]
