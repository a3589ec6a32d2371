/**
 * Identifiers in paths. A text that could name nothing is no fault of the request: nothing is under it.
 */
import { ApiKeyId, CompanyId, OrderNumber } from "@vintem/domain"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { integerOf } from "./input/integer.ts"

const isOrderNumber = Schema.is(OrderNumber)
const isCompanyId = Schema.is(CompanyId)
const isApiKeyId = Schema.is(ApiKeyId)

export const orderNumberFromPath = (text: string): Option.Option<OrderNumber> =>
  isOrderNumber(text) ? Option.some(text) : Option.none()

export const companyIdFromPath = (text: string): Option.Option<CompanyId> => {
  const id = integerOf(text)
  return isCompanyId(id) ? Option.some(id) : Option.none()
}

export const apiKeyIdFromPath = (text: string): Option.Option<ApiKeyId> => {
  const id = integerOf(text)
  return isApiKeyId(id) ? Option.some(id) : Option.none()
}
