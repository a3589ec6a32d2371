/** The stored data of an order, by its number alone. */
import { companyOfName } from "@vintem/application"
import { OrderNumber } from "@vintem/domain/identifiers"
import { OrderRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

const named = Effect.fnUntraced(function* (number: string) {
  const company = Option.getOrThrow(yield* companyOfName(number))
  return { company: company.id, number: OrderNumber.make(number) }
})

/** The current order. */
export const storedOrder = Effect.fnUntraced(function* (text: string) {
  const { company, number } = yield* named(text)
  return Option.getOrThrow(yield* (yield* OrderRepository).find(company, number)).order
})

/** Its log. */
export const storedHistory = Effect.fnUntraced(function* (text: string) {
  const { company, number } = yield* named(text)
  return yield* (yield* OrderRepository).history(company, number)
})
