/** Pages of a list: the envelope `{data, links, meta}`, as Laravel's paginator prints it. */
import { firstPage, PageNumber } from "@vintem/domain/ports"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Read, refusedAs } from "./input/codec.ts"
import { integerOf, notAnInteger } from "./input/integer.ts"
import { queryField } from "./input/query.ts"

/** Up to here, positions in a list are exact numbers. */
const pageMax = 1_000_000_000_000

/**
 * Every page past the end is empty, so a number that is too large to be exact is replaced by the largest allowed one.
 */
const readPage: Read<PageNumber> = (input) => {
  if (typeof input === "string" && /^[1-9]\d{12,}$/u.test(trimCode(input)))
    return Result.succeed(PageNumber.make(pageMax))
  const page = integerOf(input)
  if (page === undefined) return notAnInteger
  return page < 1 ? tooSmall : Result.succeed(PageNumber.make(Math.min(page, pageMax)))
}

const tooSmall = refusedAs({ code: "too_small", min: firstPage })

/** The requested page. Missing for the first. */
export const pageField = queryField(
  Schema.String.annotate({ description: "Page number, from 1.", format: "int64", examples: ["1"] }),
  PageNumber,
  readPage,
  String,
)

/** The query of a list without filters. */
export const PageQuery = Schema.Struct({ page: pageField })
export type PageQuery = typeof PageQuery.Type

/** The page that a query requests. */
export const pageOf = ({ page = firstPage }: PageQuery): PageNumber => page

const exampleUrl = "https://payments.example.com/api/v1/order"

const Link = Schema.Struct({ url: Schema.NullOr(Schema.String), label: Schema.String, active: Schema.Boolean })

const PageLinks = Schema.Struct({
  first: Schema.String,
  last: Schema.String,
  prev: Schema.NullOr(Schema.String),
  next: Schema.NullOr(Schema.String),
}).annotate({
  identifier: "PageLinks",
  examples: [{ first: `${exampleUrl}?page=1`, last: `${exampleUrl}?page=1`, prev: null, next: null }],
})

const PageMeta = Schema.Struct({
  current_page: Schema.Int,
  from: Schema.NullOr(Schema.Int).annotate({
    description: "Position of the first entry, from 1; null on an empty page.",
  }),
  last_page: Schema.Int,
  links: Schema.Array(Link),
  path: Schema.String,
  per_page: Schema.Int,
  to: Schema.NullOr(Schema.Int).annotate({ description: "Position of the last entry." }),
  total: Schema.Int,
}).annotate({
  identifier: "PageMeta",
  examples: [
    {
      current_page: 1,
      from: 1,
      last_page: 1,
      links: [
        { url: null, label: "&laquo; Previous", active: false },
        { url: `${exampleUrl}?page=1`, label: "1", active: true },
        { url: null, label: "Next &raquo;", active: false },
      ],
      path: exampleUrl,
      per_page: 15,
      to: 1,
      total: 1,
    },
  ],
})

/** The envelope of a list of `item`. */
export const PageEnvelope = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    links: PageLinks,
    meta: PageMeta,
  })

/** A page of a list, with the links to the others. */
export interface PageEnvelope<A> {
  readonly data: ReadonlyArray<A>
  readonly links: typeof PageLinks.Type
  readonly meta: typeof PageMeta.Type
}

/** The content of a page. Pages are counted from 1. */
export interface PageEnvelopeOptions<A> {
  /** Entries of this page, as they are shown. */
  readonly entries: ReadonlyArray<A>
  /** Entries of the whole list. */
  readonly total: number
  readonly page: number
  readonly perPage: number
  /** URL of the list without query. */
  readonly path: string
  /** Parameters of the request in order, decoded, for example a `URLSearchParams`. */
  readonly query: Iterable<readonly [name: string, value: string]>
}

/** A page past the end is empty, and its links lead back. */
export const pageEnvelope = <A>({
  entries,
  total,
  page,
  perPage,
  path,
  query,
}: PageEnvelopeOptions<A>): PageEnvelope<A> => {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const base = `${path}?${preserved(query)}`
  const urlOf = (target: number): string => `${base}page=${target}`
  const previous = page > 1 ? urlOf(page - 1) : null
  const next = page < lastPage ? urlOf(page + 1) : null
  const from = entries.length === 0 ? null : (page - 1) * perPage + 1
  return {
    data: entries,
    links: { first: urlOf(1), last: urlOf(lastPage), prev: previous, next },
    meta: {
      current_page: page,
      from,
      last_page: lastPage,
      links: [
        { url: previous, label: "&laquo; Previous", active: false },
        ...pageWindow(page, lastPage).map((entry) =>
          entry === gap
            ? { url: null, label: gap, active: false }
            : { url: urlOf(entry), label: String(entry), active: entry === page },
        ),
        { url: next, label: "Next &raquo;", active: false },
      ],
      path,
      per_page: perPage,
      to: from === null ? null : from + entries.length - 1,
      total,
    },
  }
}

const gap = "..."

/** Pages listed on each side of the current one, if that is far from both ends. */
const side = 3

/** The listed pages, as Laravel's `UrlWindow` chooses them: a long list shows both its ends and the current part. */
export const pageWindow = (current: number, last: number): ReadonlyArray<number | typeof gap> => {
  if (last < side * 2 + 8) return range(1, last)
  const nearEnd = side + 4
  if (current <= nearEnd) return [...range(1, nearEnd + side), gap, ...range(last - 1, last)]
  if (current > last - nearEnd) return [...range(1, 2), gap, ...range(last - (nearEnd + side - 1), last)]
  return [...range(1, 2), gap, ...range(current - side, current + side), gap, ...range(last - 1, last)]
}

const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/**
 * Every parameter except `page`, in order, so that `page` can follow. A parameter without a value is dropped, as
 * Laravel does.
 */
const preserved = (query: Iterable<readonly [name: string, value: string]>): string =>
  Array.from(query)
    .filter(([name, value]) => name !== "page" && value !== "")
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}&`)
    .join("")

/** Percent-encodes all except the unreserved characters of RFC 3986. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
