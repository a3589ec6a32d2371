/**
 * Users in SQL, and their credentials.
 */
import {
  type Credentials,
  Credentials as CredentialsSchema,
  platform,
  type UserDetails,
  UserId,
} from "@vintem/domain/access"
import { emailKey } from "@vintem/domain/customer"
import { type PageRequest, UserRepository } from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"
import { type UserRow, userColumns, userFromRow } from "./user-row.ts"

export const layer = Layer.effect(
  UserRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const users = build.selectFrom("users").select(userColumns)

    const selectById = preparedQuery<{ id: number }, UserRow>((value) => users.where("id", "=", value("id")))
    const selectByKey = preparedQuery<{ key: string }, UserRow>((value) => users.where("email_key", "=", value("key")))
    const selectCredentials = preparedQuery<{ id: number }, CredentialsRow>((value) =>
      build.selectFrom("users").select(["password", "second_factor", "generation"]).where("id", "=", value("id")),
    )

    const selectSecured = preparedQuery<{ after: number; limit: number }, { id: number }>((value) =>
      build
        .selectFrom("users")
        .select("id")
        .where("id", ">", value("after"))
        .where("second_factor", "is not", null)
        .orderBy("id")
        .limit(value("limit")),
    )

    const only = (operation: string, [row]: ReadonlyArray<UserRow>) =>
      row === undefined ? Effect.succeedNone : Effect.asSome(userFromRow(operation, row))

    return UserRepository.of({
      add: (details: UserDetails) =>
        Effect.map(
          executor.write(
            "users.add",
            build
              .insertInto("users")
              .values({
                email: details.email,
                email_key: emailKey(details.email),
                name: details.name,
                language: details.language,
                password: null,
                second_factor: null,
                generation: 0,
                created_at: details.createdAt,
              })
              .onConflict((conflict) => conflict.column("email_key").doNothing())
              .returning("id")
              .compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined ? Option.none() : Option.some({ id: UserId.make(row.id), ...details }),
        ),
      find: (id) => Effect.flatMap(executor.read("users.find", selectById({ id })), (rows) => only("users.find", rows)),
      findByEmail: (email) =>
        Effect.flatMap(executor.read("users.findByEmail", selectByKey({ key: emailKey(email) })), (rows) =>
          only("users.findByEmail", rows),
        ),
      list: (page: PageRequest) =>
        readUncountedPage(
          executor,
          platform,
          "users.list",
          {
            count: build
              .selectFrom("users")
              .select((e) => e.fn.countAll<number>().as("total"))
              .compile(),
            rows: ({ limit, offset }) => users.orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => userFromRow("users.list", row),
        ),
      credentials: (id) =>
        Effect.flatMap(executor.readEntry("users.credentials", entryOf(id), selectCredentials({ id })), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.asSome(credentialsFromRow(id, row)),
        ),
      saveCredentials: (id, { generation, password, secondFactor }: Credentials) =>
        Effect.map(
          executor.write(
            "users.saveCredentials",
            build
              .updateTable("users")
              .set({
                password,
                second_factor: secondFactor === null ? null : JSON.stringify(secondFactor),
                generation,
              })
              .where("id", "=", id)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      withSecondFactor: (after, limit) =>
        Effect.map(executor.read("users.withSecondFactor", selectSecured({ after, limit })), (rows) =>
          rows.map(({ id }) => UserId.make(id)),
        ),
    })
  }),
)

interface CredentialsRow {
  readonly password: string | null
  readonly second_factor: string | null
  readonly generation: number
}

/** The name that a unit locks while it replaces a user's credentials. */
const entryOf = (id: UserId): string => `credentials of user ${id}`

const readCredentials = readerOf(CredentialsSchema)

const credentialsFromRow = (id: UserId, row: CredentialsRow) =>
  readCredentials("users.credentials", `What user ${id} signs in with`, {
    password: row.password,
    secondFactor: row.second_factor === null ? null : parsedJson(row.second_factor),
    generation: row.generation,
  })
