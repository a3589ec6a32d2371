import { describe, expect, it } from "vitest"
import { unknownVariables } from "./surrounding-variables.ts"
import { variables } from "./variables.ts"

const names = Object.values(variables).map(({ name }) => name)
const ours = names.filter((name) => name.startsWith("VINTEM_"))

describe("unknownVariables", () => {
  it("lists none of the known variables", () => {
    expect(unknownVariables(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([])
  })

  it("suggests the known name, wherever one letter is missing, doubled or wrong", () => {
    for (const name of ours) {
      for (let at = "VINTEM_".length; at < name.length; at++) {
        for (const instead of ["", "Z", "ZZ"]) {
          const misspelt = `${name.slice(0, at)}${instead}${name.slice(at + 1)}`
          expect(unknownVariables({ [misspelt]: "x" })).toEqual([{ name: misspelt, nearest: name }])
        }
      }
    }
  })

  it("suggests some variable even for a name that resembles none", () => {
    const [unknown, ...others] = unknownVariables({ VINTEM_: "x" })
    expect(others).toEqual([])
    expect(names).toContain(unknown?.nearest)
  })

  it("sorts by name, and leaves out unset, empty and blank variables", () => {
    const surroundings = { VINTEM_B: "x", VINTEM_C: undefined, VINTEM_D: "", VINTEM_E: " \n", VINTEM_A: "x" }
    expect(unknownVariables(surroundings).map(({ name }) => name)).toEqual(["VINTEM_A", "VINTEM_B"])
  })

  it("leaves out variables of other programs and of this repository's tools", () => {
    const others = ["PATH", "VINTEMA", "MY_VINTEM_ENV", "vintem_env", "VINTEM_TEST_POSTGRES_URL"]
    expect(unknownVariables(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([])
  })

  it("leaves out the variables that Kubernetes and Docker set for a service called vintem, or vintem-api", () => {
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

  it("lists a port that somebody chose under our prefix", () => {
    expect(unknownVariables({ VINTEM_PORT: "8080" }).map(({ name }) => name)).toEqual(["VINTEM_PORT"])
  })
})
