import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { instanceId } from "./instance-id.ts"

const within = (environment: Readonly<Record<string, string>>) =>
  Effect.provide(instanceId, ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))

describe("the id of an instance", () => {
  it.effect("is another one in each process", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* within({}), yield* within({ OTEL_RESOURCE_ATTRIBUTES: "host.name=a" })]
      expect(one).toMatch(/^[0-9a-f-]{36}$/u)
      expect(other).not.toBe(one)
    }),
  )

  it.effect("is the environment's, if it gives one", () =>
    Effect.gen(function* () {
      expect(yield* within({ OTEL_RESOURCE_ATTRIBUTES: "host.name=a,service.instance.id=vintem%403001" })).toBe(
        "vintem@3001",
      )
    }),
  )
})
