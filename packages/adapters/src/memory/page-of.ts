/** One page of a sorted list. */
import type { Page, PageRequest } from "@vintem/domain/ports"

export const pageOf = <Row>(rows: ReadonlyArray<Row>, { page, size }: PageRequest): Page<Row> => ({
  entries: rows.slice((page - 1) * size, page * size),
  total: rows.length,
})
