/**
 * The trace header of requests to other services: W3C `traceparent`, if the work is traced and exported.
 *
 * @see https://www.w3.org/TR/trace-context/
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** The header's value; null if nothing is exported: spans of the native tracer name no trace. */
export const traceParent: Effect.Effect<string | null> = Effect.flatMap(Effect.tracer, (tracer) =>
  tracer === Tracer.nativeTracer
    ? Effect.succeed(null)
    : Effect.map(Effect.option(Effect.currentParentSpan), (span) =>
        Option.getOrNull(Option.map(Option.filter(span, isSampled), headerOf)),
      ),
)

const isSampled = ({ sampled }: Tracer.AnySpan): boolean => sampled

const headerOf = ({ spanId, traceId }: Tracer.AnySpan): string => `00-${traceId.padStart(32, "0")}-${spanId}-01`

/** The span that a `traceparent` names; none if the header is not in the standard's version 00. */
export const spanFromTraceParent = (header: string): Option.Option<Tracer.ExternalSpan> => {
  const [, traceId = "", spanId = "", flags = ""] = traceParentForm.exec(header) ?? []
  return traceId === "" || /^0+$/u.test(traceId) || /^0+$/u.test(spanId)
    ? Option.none()
    : Option.some(Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }))
}

const traceParentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/u
