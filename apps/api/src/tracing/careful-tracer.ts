/**
 * Exports only known parts of a span: attributes on a list of names, and of a failure only its kind.
 *
 * Libraries put addresses, headers and error messages into spans, and these may contain a slug, a key or a card number.
 * Everything that is not listed stays in the process.
 */
import { Cause, type Context, Exit, type Option, Tracer } from "effect"

/** Attributes that may be exported, and the form of their values. */
const allowed: Readonly<Record<string, RegExp>> = {
  "http.request.method": /^[A-Z_]{1,10}$/u,
  "http.route": /^[\w/:.-]{1,100}$/u,
  "http.response.status_code": /^[1-5][0-9]{2}$/u,
  "vintem.job.kind": /^[A-Za-z]{1,40}$/u,
  // The acquirer knows an attempt or a refund by its key: both sides find the charge.
  key: /^[0-9A-Za-z]{1,35}$/u,
}

/** @param exporting - sends spans away */
export const carefulTracer = (exporting: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({ span: (options) => new CarefulSpan(exporting.span({ ...options, links: [] })) })

/** Wraps the span that is exported. */
class CarefulSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly #sent: Tracer.Span

  constructor(sent: Tracer.Span) {
    this.#sent = sent
  }

  get name(): string {
    return this.#sent.name
  }
  get spanId(): string {
    return this.#sent.spanId
  }
  get traceId(): string {
    return this.#sent.traceId
  }
  get parent(): Option.Option<Tracer.AnySpan> {
    return this.#sent.parent
  }
  get annotations(): Context.Context<never> {
    return this.#sent.annotations
  }
  get status(): Tracer.SpanStatus {
    return this.#sent.status
  }
  get attributes(): ReadonlyMap<string, unknown> {
    return this.#sent.attributes
  }
  get links(): ReadonlyArray<Tracer.SpanLink> {
    return this.#sent.links
  }
  get sampled(): boolean {
    return this.#sent.sampled
  }
  get kind(): Tracer.SpanKind {
    return this.#sent.kind
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    this.#sent.end(endTime, bareExit(exit))
  }

  attribute(key: string, value: unknown): void {
    if (allowed[key]?.test(String(value)) === true) this.#sent.attribute(key, value)
  }

  /** Log lines come this way. They have a place of their own. */
  event(): void {}

  addLinks(): void {}
}

/** A failure in a trace: only its tag. */
class TracedFailure extends Error {
  constructor(tag: string) {
    super(tag)
    this.name = tag
    this.stack = tag
  }
}

const bareExit = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
    ? exit
    : Exit.die(new TracedFailure(tagOf(Cause.squash(exit.cause))))

const tagOf = (error: unknown): string => {
  const tag = typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : "fault"
  return /^[A-Za-z]{1,60}$/u.test(tag) ? tag : "fault"
}
