// What the check finds wrong with a webhook delivery.

import { CompanyId } from "@vintem/domain/identifiers"
import { checkDelivery, newDelivery } from "@vintem/domain/webhook"
import { exampleWebhookEvent } from "@vintem/testing"
import { describe, expect, it } from "vitest"

const third = newDelivery({ ...exampleWebhookEvent(CompanyId.make(1), 1), sequence: 3 })

describe("checkDelivery", () => {
  it("finds nothing if the one before is there", () => {
    expect(checkDelivery({ delivery: third, previous: 2 })).toEqual([])
  })

  it("finds nothing if none is stored before it, nor in an unreadable one", () => {
    expect(checkDelivery({ delivery: third, previous: null })).toEqual([])
    expect(checkDelivery({ delivery: null, previous: 1 })).toEqual([])
  })

  it.each([1, 3, 4])("finds a gap after number %i", (previous) => {
    expect(checkDelivery({ delivery: third, previous })).toEqual([{ _tag: "SequenceGap", sequence: 3, previous }])
  })
})
