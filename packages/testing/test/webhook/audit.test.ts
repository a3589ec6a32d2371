// The faults that the audit finds in a webhook delivery.

import { CompanyId } from "@vintem/domain/identifiers"
import { auditDelivery, newDelivery } from "@vintem/domain/webhook"
import { exampleWebhookEvent } from "@vintem/testing"
import { describe, expect, it } from "vitest"

const third = newDelivery({ ...exampleWebhookEvent(CompanyId.make(1), 1), sequence: 3 })

describe("auditDelivery", () => {
  it("finds nothing if the previous one is there", () => {
    expect(auditDelivery({ delivery: third, previous: 2 })).toEqual([])
  })

  it("finds nothing if none is stored before it, nor in an unreadable one", () => {
    expect(auditDelivery({ delivery: third, previous: null })).toEqual([])
    expect(auditDelivery({ delivery: null, previous: 1 })).toEqual([])
  })

  it.each([1, 3, 4])("finds a gap after number %i", (previous) => {
    expect(auditDelivery({ delivery: third, previous })).toEqual([{ _tag: "SequenceGap", sequence: 3, previous }])
  })
})
