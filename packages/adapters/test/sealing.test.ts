/**
 * Sealed texts: the key with their id opens them, for their owner alone, and they are resealed when the key was
 * changed.
 */
import { Option, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { sealingFor } from "../src/node/sealing.ts"
import { keyIdOf, newSecretKey, onlyKey } from "../src/node/secret-key.ts"

const [one, other] = [newSecretKey(), newSecretKey()]
const secret = Buffer.from("the secret of an authenticator")
const under = (current: typeof one, ...former: ReadonlyArray<typeof one>) =>
  sealingFor({ current, former }, "second factor")
const textOf = (opened: Option.Option<Uint8Array>) => Option.map(opened, (bytes) => Buffer.from(bytes).toString())

describe("a sealed text", () => {
  it("begins with the id of its key, differs each time, and reveals neither key nor secret", () => {
    const texts = [1, 2].map(() => under(one).seal("user 1", secret))
    expect(new Set(texts).size).toBe(2)
    for (const text of texts) {
      expect(text).toMatch(/^[\w-]{8}\.[\w-]+$/u)
      expect(text.startsWith(`${keyIdOf(one)}.`)).toBe(true)
      expect(text).not.toContain(secret.toString("base64url"))
    }
    expect(Buffer.from(Redacted.value(one)).toString("base64url")).not.toContain(keyIdOf(one))
    expect(keyIdOf(one)).not.toBe(keyIdOf(other))
  })

  it("has an id that was computed elsewhere", () => {
    expect(keyIdOf(Redacted.make(Uint8Array.from({ length: 32 }, (_, n) => n)))).toBe("jT0FMD65")
  })

  it("opens under the current key and a former one, and under no other", () => {
    const text = under(one).seal("user 1", secret)
    const opened = Option.some(secret.toString())
    expect(textOf(under(one).open("user 1", text))).toEqual(opened)
    expect(textOf(under(other, one).open("user 1", text))).toEqual(opened)
    expect(under(other).open("user 1", text)).toEqual(Option.none())
  })

  it("opens for its owner and its purpose alone, and not if it was changed", () => {
    const text = under(one).seal("user 1", secret)
    expect(under(one).open("user 2", text)).toEqual(Option.none())
    expect(sealingFor(onlyKey(one), "device").open("user 1", text)).toEqual(Option.none())
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === "A" ? "Q" : "A"}${text.slice(at + 1)}`
      expect(under(one, other).open("user 1", changed)).toEqual(Option.none())
    }
    for (const damaged of ["", ".", keyIdOf(one), `${keyIdOf(one)}.`, `${keyIdOf(one)}.AAAA`, text.slice(9)]) {
      expect(under(one).open("user 1", damaged)).toEqual(Option.none())
    }
  })

  it("is resealed if its key is a former one, and stays if it is the current one", () => {
    const text = under(one).seal("user 1", secret)
    expect(under(one, other).reseal("user 1", text)).toEqual(Option.some(text))
    const anew = Option.getOrThrow(under(other, one).reseal("user 1", text))
    expect(textOf(under(other).open("user 1", anew))).toEqual(Option.some(secret.toString()))
    expect(under(other).reseal("user 1", text)).toEqual(Option.none())
    expect(under(other, one).reseal("user 2", text)).toEqual(Option.none())
  })
})
