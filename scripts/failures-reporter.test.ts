// The last lines of a red run suffice to continue: the fault, the seed, and a command that runs that test alone.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { describeFailures, type FailedModule, messageOf } from "./failures-reporter.ts"

const inDomain = (failed: Partial<FailedModule>): FailedModule => ({
  file: "src/money/decimal.laws.test.ts",
  folder: "packages/domain",
  project: "broad",
  errors: [],
  tests: [],
  ...failed,
})

describe("the report of a failure", () => {
  it("names the test, its first line, and the command that runs it alone", () => {
    const tests = [{ title: "decimals > (of R$ 1.00) are read", error: "expected 1 to be 2\n- Expected\n+ Received" }]
    expect(describeFailures([inDomain({ tests })])).toEqual([
      [
        "✗ src/money/decimal.laws.test.ts > decimals > (of R$ 1.00) are read",
        "    expected 1 to be 2",
        "    alone: npm run test --workspace packages/domain -- src/money/decimal.laws.test.ts --testNamePattern " +
          "'decimals > \\(of R\\$ 1\\.00\\) are read'",
      ].join("\n"),
    ])
  })

  it("gives the seed of a property to the command", () => {
    const error = `Property failed after 3 tests\n{ seed: -1234567, path: "2:0", endOnFailure: true }\nCounterexample: [1]`
    expect(describeFailures([inDomain({ tests: [{ title: "a law", error }] })])[0]).toContain(
      "alone: VINTEM_TEST_SEED=-1234567 npm run test --workspace packages/domain",
    )
  })

  it("gives a command that runs (as vitest understands it) that test alone", () => {
    const { currentTestName: title = "" } = expect.getState()
    const [said = ""] = describeFailures([inDomain({ tests: [{ title, error: "x" }] })])
    const [, pattern = ""] = /--testNamePattern '(.*)'$/u.exec(said) ?? []
    const vitest = join(import.meta.dirname, "..", "node_modules", "vitest", "vitest.mjs")
    const options = ["list", "--root", import.meta.dirname, "failures-reporter", "--json", "--testNamePattern", pattern]
    const listed: unknown = JSON.parse(execFileSync(process.execPath, [vitest, ...options], { encoding: "utf8" }))
    expect(listed).toMatchObject([{ name: title }])
  })

  it("shows a property's counterexample", () => {
    const error = `Property failed after 3 tests\n{ seed: 7, path: "2:0" }\nCounterexample: [1,${"0".repeat(400)}]\nShrunk 2 time(s)`
    const said = describeFailures([inDomain({ tests: [{ title: "a law", error }] })])[0] ?? ""
    expect(said).toMatch(/^✗ .*\n {4}Property failed after 3 tests\n {4}Counterexample: \[1,0{281}\n {4}alone: /u)
  })

  it("shows any thrown value", () => {
    expect(messageOf(new Error("no such file"))).toBe("no such file")
    expect(messageOf({ _tag: "Missing", file: "a.ts" })).toBe(
      "thrown without a message: { _tag: 'Missing', file: 'a.ts' }",
    )
    expect(messageOf(undefined)).toBe("thrown without a message: undefined")
    expect(messageOf({ message: 7 })).toBe("thrown without a message: { message: 7 }")
  })

  it("quotes a title for a shell", () => {
    const tests = [{ title: "the company's own", error: "x" }]
    expect(describeFailures([inDomain({ tests })])[0]).toContain(`'the company'\\''s own'`)
  })

  it("names the command of deep tests, and the repository's own", () => {
    const tests = [{ title: "holds", error: "x" }]
    expect(describeFailures([inDomain({ project: "deep", tests })])[0]).toContain("npm run test:deep --workspace")
    expect(
      describeFailures([inDomain({ folder: "scripts", file: "packages.test.ts", project: "", tests })])[0],
    ).toContain("alone: npx vitest run --root scripts packages.test.ts")
  })

  it("names an unreadable file", () => {
    expect(describeFailures([inDomain({ errors: ["Cannot find module 'x'"] })])).toEqual([
      "✗ src/money/decimal.laws.test.ts\n    Cannot find module 'x'\n    alone: npm run test --workspace packages/domain -- src/money/decimal.laws.test.ts",
    ])
  })
})
