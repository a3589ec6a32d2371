/**
 * A user as a row, and a row as a user.
 */
import { User } from "@vintem/domain/access"
import { readerOf } from "../engine/stored-value.ts"

/** Without the credentials, which are read separately. */
export interface UserRow {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly language: string
  readonly created_at: number
}

export const userColumns = ["id", "email", "name", "language", "created_at"] as const

const readUser = readerOf(User)

export const userFromRow = (operation: string, row: UserRow) =>
  readUser(operation, `User ${row.id}`, {
    id: row.id,
    email: row.email,
    name: row.name,
    language: row.language,
    createdAt: row.created_at,
  })
