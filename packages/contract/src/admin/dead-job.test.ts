// Given-up work, as the administration shows it.
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { type DeadJob, JobId } from "@vintem/domain/ports"
import { expect, it } from "vitest"
import { deadJobView } from "./dead-job.ts"

const dead: DeadJob = {
  id: JobId.make(7),
  queue: "work",
  kind: "ResolveAttempt",
  name: "resolve:key",
  company: CompanyId.make(2),
  orderingKey: null,
  dueAt: instant(0),
  payload: '{"order":"1M7YJD5YY14CE9K","attempt":1}',
  claims: 10,
  reason: "Failed 10 times",
  diedAt: instant(Date.UTC(2026, 10, 21, 2, 59)),
}

it("shows a job's payload, when it was given up and why", () => {
  expect(deadJobView(dead)).toEqual({
    id: 7,
    company: 2,
    kind: "ResolveAttempt",
    name: "resolve:key",
    reason: "Failed 10 times",
    claims: 10,
    died_at: "2026-11-20 23:59:00",
    payload: { order: "1M7YJD5YY14CE9K", attempt: 1 },
  })
})

it("shows a payload unchanged if it is not JSON", () => {
  expect(deadJobView({ ...dead, payload: "{broken" }).payload).toBe("{broken")
})
