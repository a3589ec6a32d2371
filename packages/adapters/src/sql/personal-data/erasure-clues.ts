/**
 * Clues that lead to further data of a person during their erasure: part of person-erasure.ts. They are stored from
 * piece to piece, because their sources are overwritten.
 *
 * A clue is a value that the person gave, the slug of a link that they paid, or the key to stored answers: a name in an
 * answer, or an answer's scope.
 */
import { emailKey } from "@vintem/domain/customer"
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import type { GivenDetails, KnownPerson } from "@vintem/domain/personal-data"
import { Effect } from "effect"
import type { Executor } from "../engine/executor.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { writeAllUnread, writeUnread } from "../engine/procedure.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

const kinds = ["document", "email", "telephone", "name", "paid link", "named in answers", "scope of answers"] as const

/** The kinds of clues. */
export type ClueKind = (typeof kinds)[number]

/** One kind. */
export interface Clue {
  readonly kind: ClueKind
  readonly value: string
}

/** From the details that a payer gave. */
export const cluesOf = ({ document, email, fullname, telephone }: GivenDetails): ReadonlyArray<Clue> => [
  { kind: "document", value: document },
  { kind: "email", value: emailKey(email) },
  { kind: "telephone", value: telephone },
  { kind: "name", value: fullname },
]

/** The clues of one erasure. */
export const erasureClues = (executor: Executor["Service"]) => {
  const operation = "personalData.erase"
  const { build } = executor.dialect

  const insert = preparedRows<Clue & { readonly company_id: number; readonly customer_id: number }, unknown>((rows) =>
    build
      .insertInto("erasure_clue")
      .values(
        rows.map((value) => ({
          company_id: value("company_id"),
          customer_id: value("customer_id"),
          kind: value("kind"),
          value: value("value"),
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )

  return (company: CompanyId, customer: CustomerId) => {
    const deletion = () =>
      build.deleteFrom("erasure_clue").where("company_id", "=", company).where("customer_id", "=", customer)

    const valuesOf = (kind: ClueKind) =>
      Effect.map(
        executor.read(
          operation,
          build
            .selectFrom("erasure_clue")
            .select("value")
            .where("company_id", "=", company)
            .where("customer_id", "=", customer)
            .where("kind", "=", kind)
            .compile(),
        ),
        (rows): ReadonlySet<string> => new Set(rows.map(({ value }) => value)),
      )

    return {
      /** Part of a unit. */
      add: (clues: ReadonlyArray<Clue>) =>
        executor.run(operation, () =>
          writeAllUnread(insert(clues.map((clue) => ({ ...clue, company_id: company, customer_id: customer })))),
        ),
      valuesOf,
      person: Effect.all({
        documents: valuesOf("document"),
        emails: valuesOf("email"),
        telephones: valuesOf("telephone"),
        names: valuesOf("name"),
      }) satisfies Effect.Effect<KnownPerson, unknown>,
      /** Deletes the clues that are finished. */
      done: (kind: ClueKind, values: ReadonlyArray<string>) =>
        Effect.forEach(
          valuesInPieces(values),
          (some) => executor.write(operation, deletion().where("kind", "=", kind).where("value", "in", some).compile()),
          { discard: true },
        ),
      /** Part of the unit that ends the erasure. */
      forgetAll: executor.run(operation, () => writeUnread(deletion().compile())),
    }
  }
}
