/**
 * The links between pages of a list. The page is in the address, with the filters; a page beyond the last leads to the
 * last.
 */
import { useEffect } from "preact/hooks"
import { useLocation } from "preact-iso"
import { useWords } from "../state/language.ts"

interface PagerProps {
  readonly meta: { readonly current_page: number; readonly last_page: number; readonly total: number }
  /** For a second list on the page: its label, and its name in the address. */
  readonly of?: { readonly label: string; readonly name: string }
}

export const Pager = ({ meta, of }: PagerProps) => {
  const words = useWords()
  const { path, query, route } = useLocation()
  const { current_page: page, last_page: last, total } = meta
  const to = (target: number): string => addressWith(path, { ...query, [of?.name ?? "page"]: String(target) })
  const instead = page > last ? to(last) : null
  useEffect(() => {
    if (instead !== null) route(instead, true)
  }, [instead, route])
  if (total === 0 || instead !== null) return null
  return (
    <nav class="pager" aria-label={of === undefined ? words.pager.label : `${words.pager.label}: ${of.label}`}>
      {page > 1 ? (
        <a class="button" href={to(page - 1)}>
          {words.pager.previous}
        </a>
      ) : null}
      <span>{words.pager.position(page, last, total)}</span>
      {page < last ? (
        <a class="button" href={to(page + 1)}>
          {words.pager.next}
        </a>
      ) : null}
    </nav>
  )
}

/** An address with its list's filters. Leaves out empty ones and the first page's number. */
export const addressWith = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" || (name === "page" && value === "1") ? [] : [[name, value]],
  )
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`
}

/** More than any list has. */
const pageMax = 1_000_000_000

/** The page in an address; the first one if it names none. */
export const pageIn = (query: Readonly<Record<string, string>>, name = "page"): number => {
  const page = Number(query[name])
  return Number.isInteger(page) && page >= 1 && page <= pageMax ? page : 1
}
