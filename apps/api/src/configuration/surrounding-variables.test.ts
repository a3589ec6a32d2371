import { describe, expect, it } from "vitest"
import { unknownVariables } from "./surrounding-variables.ts"
import { variables } from "./variables.ts"

const names = Object.values(variables).map(({ name }) => name)
const ours = names.filter((name) => name.startsWith("VINTEM_"))

describe("unknownVariables", () => {
  it("has none of those that are read", () => {
    expect(unknownVariables(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([])
  })

  it("names the one that was meant, wherever one letter is missing, doubled or another", () => {
    for (const name of ours) {
      for (let at = "VINTEM_".length; at < name.length; at++) {
        for (const instead of ["", "Z", "ZZ"]) {
          const misspelt = `${name.slice(0, at)}${instead}${name.slice(at + 1)}`
          expect(unknownVariables({ [misspelt]: "x" })).toEqual([{ name: misspelt, nearest: name }])
        }
      }
    }
  })

  it("names some variable for a name that is like none", () => {
    const [unknown, ...others] = unknownVariables({ VINTEM_: "x" })
    expect(others).toEqual([])
    expect(names).toContain(unknown?.nearest)
  })

  it("is in the order of the names, and leaves out what is unset, empty or blank", () => {
    const surroundings = { VINTEM_B: "x", VINTEM_C: undefined, VINTEM_D: "", VINTEM_E: " \n", VINTEM_A: "x" }
    expect(unknownVariables(surroundings).map(({ name }) => name)).toEqual(["VINTEM_A", "VINTEM_B"])
  })

  it("has nothing of other programs and of the tools of this repository", () => {
    const others = ["PATH", "VINTEMA", "MY_VINTEM_ENV", "vintem_env", "VINTEM_TEST_POSTGRES_URL"]
    expect(unknownVariables(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([])
  })

  it("has nothing of what Kubernetes and Docker say of a service called vintem, or vintem-api", () => {
    const links = ["VINTEM", "VINTEM_API"].map((service) => ({
      [`${service}_SERVICE_HOST`]: "10.0.0.11",
      [`${service}_SERVICE_PORT`]: "3000",
      [`${service}_SERVICE_PORT_HTTP`]: "3000",
      [`${service}_PORT`]: "tcp://10.0.0.11:3000",
      [`${service}_PORT_3000_TCP`]: "tcp://10.0.0.11:3000",
      [`${service}_PORT_3000_TCP_PROTO`]: "tcp",
      [`${service}_PORT_3000_TCP_PORT`]: "3000",
      [`${service}_PORT_3000_TCP_ADDR`]: "10.0.0.11",
    }))
    expect(unknownVariables(Object.assign({}, ...links))).toEqual([])
  })

  it("has a port that somebody chose under our name", () => {
    expect(unknownVariables({ VINTEM_PORT: "8080" }).map(({ name }) => name)).toEqual(["VINTEM_PORT"])
  })
})
