/**
 * A person's saved cards by when they were saved: part of personal-data.ts. They are few, and an engine would sort them anyway.
 */

interface SavedRow {
  readonly created_at: number
  readonly token: string
}

/** Sorts cards, oldest first. Cards of the same instant are sorted by token. */
export const oldestFirst = <Row extends SavedRow>(cards: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  cards.toSorted((one, other) => one.created_at - other.created_at || (one.token < other.token ? -1 : 1))
