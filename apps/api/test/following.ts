/** A client that follows a company's changes, over a real connection and by the typed client, like any program. */
import { type ChangeEvent, type ChangeView, PanelClient, sessionCookie } from "@vintem/contract"
import { Cause, Effect, Exit, Fiber, Layer, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import type { Browser } from "./at-the-panel.ts"
import type { ServiceUnderTest } from "./service-under-test.ts"

export interface Following {
  /** The next event that is no beat; null if the stream has ended. */
  readonly next: () => Promise<ChangeEvent | null>
  /** The changes in the next event; fails the test if it is another kind of event. */
  readonly changes: () => Promise<ReadonlyArray<ChangeView>>
  readonly close: () => Promise<void>
}

/**
 * @param service - one that listens
 * @param after - the id of the last event of an earlier stream
 */
export const follow = async (
  service: ServiceUnderTest,
  { token }: Browser,
  company: number,
  after?: string,
): Promise<Following> => {
  const events: Array<ChangeEvent | null> = []
  const waiting: Array<(event: ChangeEvent | null) => void> = []
  const arrive = (event: ChangeEvent | null): void => {
    const first = waiting.shift()
    if (first === undefined) events.push(event)
    else first(event)
  }
  const withCookie = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(
      HttpClient.HttpClient,
      HttpClient.mapRequest(HttpClientRequest.setHeader("cookie", `${sessionCookie.https}=${token}`)),
    ),
  ).pipe(Layer.provide(FetchHttpClient.layer))
  const client = await PanelClient.make(await service.base()).pipe(Effect.provide(withCookie), Effect.runPromise)
  const opened = await Effect.runPromise(
    client.changes.follow({
      params: { company: String(company) },
      headers: after === undefined ? {} : { "last-event-id": after },
    }),
  )
  const reading = Effect.runFork(
    Stream.runForEach(opened, (event) => Effect.sync(() => (event.event === "beat" ? undefined : arrive(event)))),
  )
  reading.addObserver((exit) => {
    if (Exit.isSuccess(exit) || !Cause.hasInterruptsOnly(exit.cause)) arrive(null)
  })
  const next = () =>
    events.length > 0
      ? Promise.resolve(events.shift() ?? null)
      : new Promise<ChangeEvent | null>((resolve) => waiting.push(resolve))
  return {
    next,
    changes: async () => {
      const event = await next()
      if (event?.event !== "changes") throw new Error(`Expected changes, found ${JSON.stringify(event)}.`)
      return event.data.changes
    },
    close: () => Effect.runPromise(Fiber.interrupt(reading)),
  }
}
