/**
 * Which customers were erased and when: after a restore they have to be erased again.
 */
import { platform } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { reservedDocumentRoot } from "@vintem/domain/documents"
import { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import type { ErasedCustomer, PageRequest } from "@vintem/domain/ports"
import { Effect } from "effect"
import { sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"

/** Records an erasure. A later one of the same customer replaces it. */
export const noteErased = (executor: Executor["Service"], { at, company, customer }: ErasedCustomer) =>
  executor.write(
    "personalData.note",
    executor.dialect.build
      .insertInto("erasure")
      .values({ company_id: company, customer_id: customer, at })
      .onConflict((conflict) =>
        conflict.columns(["company_id", "customer_id"]).doUpdateSet((e) => ({ at: e.ref("excluded.at") })),
      )
      .compile(),
  )

/** The latest first. */
export const erasedPage = (executor: Executor["Service"], page: PageRequest) =>
  readUncountedPage(
    executor,
    platform,
    "personalData.erased",
    {
      count: executor.dialect.build
        .selectFrom("erasure")
        .select((e) => e.fn.countAll<number>().as("total"))
        .compile(),
      rows: ({ limit, offset }) =>
        executor.dialect.build
          .selectFrom("erasure")
          .selectAll()
          .orderBy("at", "desc")
          .orderBy("company_id", "desc")
          .orderBy("customer_id", "desc")
          .limit(limit)
          .offset(offset)
          .compile(),
    },
    page,
    (row: ErasureRow) => Effect.succeed(erasedFromRow(row)),
  )

/** Erased customers with data that is stored again, in the order of companies and ids. */
export const erasedToRepeat = (executor: Executor["Service"], limit: number) =>
  Effect.map(
    executor.read(
      "personalData.toRepeat",
      executor.dialect.build
        .selectFrom("erasure")
        .innerJoin("customer", (join) =>
          join.onRef("customer.id", "=", "erasure.customer_id").onRef("customer.company_id", "=", "erasure.company_id"),
        )
        .leftJoin("erasure_begun", (join) =>
          join
            .onRef("erasure_begun.company_id", "=", "erasure.company_id")
            .onRef("erasure_begun.customer_id", "=", "erasure.customer_id"),
        )
        .select(["erasure.company_id", "erasure.customer_id", "erasure.at"])
        .where("erasure_begun.at", "is", null)
        .where((e) =>
          e.or([
            e("customer.document", "not like", reservedDocuments),
            e.exists(
              e
                .selectFrom("orders")
                .select(sql.lit(1).as("one"))
                .whereRef("orders.company_id", "=", "erasure.company_id")
                .whereRef("orders.customer_id", "=", "erasure.customer_id")
                .where("orders.document", "not like", reservedDocuments),
            ),
          ]),
        )
        .orderBy("erasure.company_id")
        .orderBy("erasure.customer_id")
        .limit(limit)
        .compile(),
    ),
    (rows) => rows.map(erasedFromRow),
  )

const erasedFromRow = ({ at, company_id, customer_id }: ErasureRow): ErasedCustomer => ({
  company: CompanyId.make(company_id),
  customer: CustomerId.make(customer_id),
  at: instant(at),
})

const reservedDocuments = `${reservedDocumentRoot}%`

interface ErasureRow {
  readonly company_id: number
  readonly customer_id: number
  readonly at: number
}
