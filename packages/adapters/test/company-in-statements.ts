/**
 * Each statement of the contracts names the company for each company table that it reads or writes. Statements that
 * read all companies on purpose are listed here with their reasons.
 */
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Executor } from "../src/sql/engine/executor.ts"
import { companyTables } from "./company-tables.ts"
import { type Note, noting } from "./noting-executor.ts"
import { tablesWithoutCompany } from "./statement-companies.ts"

/** Operations, `repository.method`, and the tables that each reads or writes over all companies. */
type Operations = Readonly<Record<string, ReadonlyArray<string> | "any">>

/** By purpose. */
const overCompanies: Readonly<Record<string, { readonly why: string; readonly operations: Operations }>> = {
  claims: {
    why: "A worker asks for what is due, whoever it belongs to.",
    operations: {
      "idempotency.releaseAll": ["idempotency"],
      "jobs.claim": ["job"],
      "jobs.hasten": ["job"],
      "jobs.isAnyHeld": ["job"],
      "jobs.endLeases": ["job"],
      "jobs.nextDue": ["job"],
      "jobs.nextDueIn": ["job"],
      "orders.takeUnanswered": ["order_attempt"],
    },
  },
  keys: {
    why: "A request has the key alone.",
    operations: { "apiKeys.authenticate": ["api_key"] },
  },
  administration: {
    why: "The operator sees what was given up, and has it done again.",
    operations: { "jobs.dead": ["job"], "jobs.revive": ["job"] },
  },
  restore: {
    why: "After a restore, the operator has each erasure that the copy does not have repeated.",
    operations: {
      "personalData.erased": ["erasure"],
      "personalData.toRepeat": ["erasure", "erasure_begun", "customer", "orders"],
    },
  },
  sealing: {
    why: "The credentials of all accounts are sealed again after a change of the secret key.",
    operations: { "acquirerAccounts.owners": ["acquirer_account"] },
  },
  retention: {
    why: "What is old goes, whoever it belongs to.",
    operations: {
      "idempotency.forget": ["idempotency"],
      "jobs.forgetDead": ["job"],
      "webhookDeliveries.forget": ["webhook_delivery"],
    },
  },
  check: {
    why: "It goes through all that is stored.",
    operations: {
      "storageCheck.lastId": "any",
      "storageCheck.scan": "any",
      "storageCheck.besideOrders": "any",
      "storageCheck.links": "any",
      "storageCheck.batches": "any",
      "storageCheck.subscriptions": "any",
      "storageCheck.deliveries": "any",
      "storageCheck.trailEntries": "any",
      "storageCheck.overusedCoupons": "any",
    },
  },
}

const excused = new Map(Object.values(overCompanies).flatMap(({ operations }) => Object.entries(operations)))

const isExcused = (operation: string, table: string): boolean => {
  const tables = excused.get(operation) ?? []
  return tables === "any" || tables.includes(table)
}

/** By its text, the operations that ran each. */
type Statements = ReadonlyMap<string, ReadonlySet<string>>

/** Records the statements of the layer's executor. */
export const notedStatements = () => {
  const statements = new Map<string, Set<string>>()
  const note: Note = (operation, { sql }) => {
    statements.set(sql, (statements.get(sql) ?? new Set()).add(operation))
  }
  const layer = Layer.effect(
    Executor,
    Effect.map(Executor, (executor) => noting(executor, note)),
  )
  return { layer, statements }
}

interface Fault {
  readonly operation: string
  readonly table: string
  readonly sql: string
}

/** SQLite's placeholders have no numbers, and may have a plus before them. */
const forPostgres = (sql: string): string => sql.replaceAll(/\+?\?/gu, () => "$1")

const faultsOf = async (statements: Statements): Promise<ReadonlyArray<Fault>> => {
  const tables = await companyTables()
  return [...statements].flatMap(([sql, operations]) =>
    tablesWithoutCompany(forPostgres(sql), tables).flatMap((table) =>
      [...operations].map((operation) => ({ operation, table, sql })),
    ),
  )
}

/** Call this after the contracts whose statements it checks. */
export const companyInStatements = (name: string, statements: Statements): void => {
  describe(`the statements on ${name}`, () => {
    it("name the company of each table", async () => {
      expect(statements.size).toBeGreaterThan(0)
      const faults = await faultsOf(statements)
      expect(faults.filter(({ operation, table }) => !isExcused(operation, table))).toEqual([])
    })
  })
}

/** Call this after all contracts. */
export const excusedIfSo = (name: string, statements: Statements): void => {
  describe(`the statements on ${name}`, () => {
    it("are excused only if they need it", async () => {
      const faults = await faultsOf(statements)
      const needless = [...excused].flatMap(([operation, tables]) => {
        const found = faults.filter((fault) => fault.operation === operation).map(({ table }) => table)
        if (tables === "any") return found.length === 0 ? [operation] : []
        return tables.filter((table) => !found.includes(table)).map((table) => `${operation}: ${table}`)
      })
      expect(needless).toEqual([])
    })
  })
}
