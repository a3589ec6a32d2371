/**
 * Records in the trail what companies set up: products, checkouts, coupons and reminder rules.
 *
 * It wraps their stores. Only people and API keys write to these, so every change has an entry, whichever endpoint made
 * it.
 */

import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { Checkout, Coupon, Product, ReminderRule } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { decimalString, percentNumber } from "@vintem/domain/money"
import {
  CheckoutRepository,
  CouponRepository,
  ProductRepository,
  ReminderRuleRepository,
  type StorageUnavailable,
  Trail,
  UnitOfWork,
} from "@vintem/domain/ports"
import type { TrailAction } from "@vintem/domain/trail"
import { Effect, Layer, Option } from "effect"
import { recordInCompany, typedSubject } from "./record-change.ts"

/** The kinds of things, as the first part of their actions. */
type Kind = "product" | "checkout" | "coupon" | "rule"

/** The name and the facts of one kind. */
interface Told<Entry> {
  readonly kind: Kind
  readonly subject: (entry: Entry) => string
  /** Without what never changes; amounts in reais, as decimal strings. */
  readonly fields: (entry: Entry) => object
}

const recorder = <Entry extends { readonly company: CompanyId }>({ fields, kind, subject }: Told<Entry>) =>
  Effect.map(Effect.all([Trail, UnitOfWork]), ([log, { commit }]) => {
    const record = (action: TrailAction, named: Entry, before: Entry | null, after: Entry | null) =>
      recordInCompany(named.company, {
        action,
        subject: subject(named),
        before: before === null ? null : fields(before),
        after: after === null ? null : fields(after),
      }).pipe(Effect.provideService(Trail, log))
    return {
      /** `made` is null if nothing was made. */
      creating: <A, E>(add: Effect.Effect<A, E>, made: (added: A) => Entry | null) =>
        commit(
          Effect.tap(add, (added) => {
            const entry = made(added)
            return entry === null ? Effect.void : record(`${kind}.create`, entry, null, entry)
          }),
        ),
      changing: (
        found: Effect.Effect<Option.Option<Entry>, StorageUnavailable>,
        after: Entry,
        save: Effect.Effect<boolean, StorageUnavailable>,
      ) =>
        commit(
          Effect.flatMap(found, (before) =>
            Effect.tap(save, (isSaved) =>
              isSaved && Option.isSome(before) && !isSame(fields(before.value), fields(after))
                ? record(`${kind}.change`, after, before.value, after)
                : Effect.void,
            ),
          ),
        ),
      removing: <E>(
        found: Effect.Effect<Option.Option<Entry>, StorageUnavailable>,
        remove: Effect.Effect<boolean, E>,
      ) =>
        commit(
          Effect.flatMap(found, (before) =>
            Effect.tap(remove, (isRemoved) =>
              isRemoved && Option.isSome(before)
                ? record(`${kind}.remove`, before.value, before.value, null)
                : Effect.void,
            ),
          ),
        ),
    }
  })

/** Saving an unchanged entry records nothing. */
const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

const products = Layer.effect(
  ProductRepository,
  Effect.gen(function* () {
    const store = yield* ProductRepository
    const { changing, creating, removing } = yield* recorder<Product>({
      kind: "product",
      subject: ({ id }) => String(id),
      fields: ({ priceCost, sku, title, unitPrice }) => ({
        sku,
        title,
        unitPrice: decimalString(unitPrice),
        priceCost: priceCost === null ? null : decimalString(priceCost),
      }),
    })
    return ProductRepository.of({
      ...store,
      add: (product) => creating(store.add(product), (added) => added),
      save: (product) => changing(store.find(product.company, product.id), product, store.save(product)),
      remove: (company, id) => removing(store.find(company, id), store.remove(company, id)),
    })
  }),
)

const checkouts = Layer.effect(
  CheckoutRepository,
  Effect.gen(function* () {
    const store = yield* CheckoutRepository
    const { changing, creating, removing } = yield* recorder<Checkout>({
      kind: "checkout",
      subject: ({ slug }) => slug,
      fields: ({ company: _company, createdAt: _createdAt, slug: _slug, ...fields }) => fields,
    })
    return CheckoutRepository.of({
      ...store,
      add: (checkout) => creating(store.add(checkout), (isAdded) => (isAdded ? checkout : null)),
      save: (checkout) => changing(store.find(checkout.company, checkout.slug), checkout, store.save(checkout)),
      remove: (company, slug) => removing(store.find(company, slug), store.remove(company, slug)),
    })
  }),
)

const coupons = Layer.effect(
  CouponRepository,
  Effect.gen(function* () {
    const store = yield* CouponRepository
    const { changing, creating, removing } = yield* recorder<Coupon>({
      kind: "coupon",
      subject: ({ code }) => typedSubject(code),
      fields: ({ discount, expiresAt, maxUses }) => ({
        percent: discount._tag === "percent" ? percentNumber(discount.percent) : null,
        amount: discount._tag === "amount" ? decimalString(discount.amount) : null,
        expiresAt: expiresAt === null ? null : saoPauloTimestamp(expiresAt),
        maxUses,
      }),
    })
    return CouponRepository.of({
      ...store,
      add: (coupon) => creating(store.add(coupon), Option.getOrNull),
      save: (coupon) => changing(store.find(coupon.company, coupon.code), coupon, store.save(coupon)),
      remove: (company, code) => removing(store.find(company, code), store.remove(company, code)),
    })
  }),
)

const rules = Layer.effect(
  ReminderRuleRepository,
  Effect.gen(function* () {
    const store = yield* ReminderRuleRepository
    const { changing, creating, removing } = yield* recorder<ReminderRule>({
      kind: "rule",
      subject: ({ token }) => token,
      fields: ({ company: _company, createdAt: _createdAt, token: _token, ...fields }) => fields,
    })
    return ReminderRuleRepository.of({
      ...store,
      add: (rule) => creating(store.add(rule), () => rule),
      save: (rule) => changing(store.find(rule.company, rule.token), rule, store.save(rule)),
      remove: (company, token) => removing(store.find(company, token), store.remove(company, token)),
    })
  }),
)

/** Needs the stores. */
export const trackedStores = Layer.mergeAll(products, checkouts, coupons, rules)
