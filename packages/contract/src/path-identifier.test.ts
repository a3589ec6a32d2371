// Identifiers in paths. A text that cannot be one is "not found".
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import {
  apiKeyIdFromPath,
  checkoutSlugFromPath,
  companyIdFromPath,
  jobIdFromPath,
  orderNumberFromPath,
  productIdFromPath,
  reminderRuleTokenFromPath,
  subscriptionTokenFromPath,
  webhookEventIdFromPath,
} from "./path-identifier.ts"

describe("identifiers in paths", () => {
  it.each([
    ["7K3M9Q2X5R8T", true],
    ["0".repeat(32), true],
    ["0".repeat(33), false],
    ["7k3m", false],
    ["", false],
    ["7K3M/..", false],
  ])("%j is an order number: %s", (text, isOne) => {
    expect(orderNumberFromPath(text)).toEqual(isOne ? Option.some(text) : Option.none())
  })

  it.each([
    ["Curso_2", true],
    ["-curso", false],
    ["", false],
  ])("%j is a checkout's slug: %s", (text, isOne) => {
    expect(checkoutSlugFromPath(text)).toEqual(isOne ? Option.some(text) : Option.none())
  })

  it.each([
    ["8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11", true],
    ["8c7f1f52", false],
    ["", false],
  ])("%j is a reminder rule's token: %s", (text, isOne) => {
    expect(reminderRuleTokenFromPath(text)).toEqual(isOne ? Option.some(text) : Option.none())
  })

  it.each([
    ["3d0f7f0a-52b3-4d0e-9f0e-6a3d5c1b7e42", true],
    ["3d0f7f0a", false],
    ["", false],
  ])("%j is a subscription's token: %s", (text, isOne) => {
    expect(subscriptionTokenFromPath(text)).toEqual(isOne ? Option.some(text) : Option.none())
  })

  it.each([
    ["evt_7K3M9Q2X5R8T_12", true],
    ["evt_7K3M9Q2X5R8T_0", false],
    ["7K3M9Q2X5R8T_1", false],
    ["", false],
  ])("%j is a webhook's id: %s", (text, isOne) => {
    expect(webhookEventIdFromPath(text)).toEqual(isOne ? Option.some(text) : Option.none())
  })

  it.each([
    ["1", Option.some(1)],
    ["42", Option.some(42)],
    ["0", Option.none()],
    ["-1", Option.none()],
    ["1.5", Option.none()],
    ["one", Option.none()],
    ["", Option.none()],
    ["99999999999999999999", Option.none()],
  ])("%j is %j", (text, id) => {
    expect(companyIdFromPath(text)).toEqual(id)
    expect(apiKeyIdFromPath(text)).toEqual(id)
    expect(jobIdFromPath(text)).toEqual(id)
    expect(productIdFromPath(text)).toEqual(id)
  })
})
