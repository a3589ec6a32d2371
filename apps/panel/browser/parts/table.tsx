/** A table. On a narrow screen each row becomes a block, with the column's name beside each value. */
import type { ComponentChildren } from "preact"

export interface Column<A> {
  readonly title: string
  readonly cell: (row: A) => ComponentChildren
  readonly isNumber?: boolean
}

interface TableProps<A> {
  readonly label: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
  readonly keyOf: (row: A) => string | number
  /** The text without rows: what to do first. */
  readonly empty: ComponentChildren
}

export const Table = <A,>({ columns, empty, keyOf, label, rows }: TableProps<A>) =>
  rows.length === 0 ? (
    <div class="empty">{empty}</div>
  ) : (
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ isNumber, title }) => (
            <th key={title} scope="col" class={isNumber === true ? "number" : ""}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ cell, isNumber, title }) => (
              <td key={title} data-title={title} class={isNumber === true ? "number" : ""}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
