// The machines in the transitions benchmark behave alike, or the benchmark does not run.
import { describe, expect, it } from "vitest"
import { eventful, ordinary, randomLives } from "../load/lives.ts"
import { actor, domain, type OrderMachine, pureFunctions } from "../order-machines.ts"
import { compareLives } from "./same-lives.ts"

const scripted = [...ordinary, ...eventful]

describe("the order in XState", () => {
  it.each([actor, pureFunctions])("$name: behaves like ours for all commands and reports", (machine) => {
    compareLives(domain, [machine], [...scripted, ...randomLives(100, 2)])
  })
})

describe("the comparison", () => {
  it("names the first move after which a machine differs", () => {
    const silent: OrderMachine = {
      name: "silent",
      begin: (life) => {
        const take = domain.begin(life)
        return (move) => ({ ...take(move), webhooks: [] })
      },
    }
    expect(() => compareLives(domain, [silent], scripted)).toThrow(/attempt 1 confirmed\n.*"paid".*\nsilent: /u)
  })
})
