import { describe, expect, it } from "vitest"
import { advisoriesReport } from "./advisories-report.ts"

const printed = (...severities: ReadonlyArray<string>) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity, at) => [
        `package-${at}`,
        {
          name: `package-${at}`,
          severity,
          range: "<1.2.3",
          via: ["other", { title: "Reads what it should not", url: "https://github.com/advisories/GHSA-x" }],
        },
      ]),
    ),
  })

describe("the advisories on dependencies", () => {
  it("fails if a dependency has an advisory of high severity", () => {
    expect(advisoriesReport(printed("moderate", "high", "critical", "low"))).toEqual({
      _tag: "Asked",
      failing: [
        "high: package-1 <1.2.3; by way of other; Reads what it should not https://github.com/advisories/GHSA-x",
        "critical: package-2 <1.2.3; by way of other; Reads what it should not https://github.com/advisories/GHSA-x",
      ],
      milder: 2,
    })
  })

  it("fails if a severity is unknown", () => {
    expect(advisoriesReport('{"vulnerabilities":{"odd":{}}}')).toMatchObject({
      failing: ["of a severity nobody knows: odd"],
    })
    expect(advisoriesReport(printed("catastrophic"))).toMatchObject({
      failing: [expect.stringContaining("catastrophic")],
    })
  })

  it("passes if there are none", () => {
    expect(advisoriesReport(printed())).toEqual({ _tag: "Asked", failing: [], milder: 0 })
  })

  it.each([
    [
      '{"message":"request to https://registry.example failed","error":{}}',
      "request to https://registry.example failed",
    ],
    ['{"error":{"code":"ENOAUDIT","summary":"audit endpoint returned an error"}}', "audit endpoint returned an error"],
    ["", "npm printed nothing that can be read"],
    ["null", "npm printed nothing that can be read"],
    ["<html>", "npm printed nothing that can be read"],
  ])("never takes silence for an answer: %s", (text, why) => {
    expect(advisoriesReport(text)).toEqual({ _tag: "NotAsked", why })
  })
})
