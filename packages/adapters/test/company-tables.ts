/** The tables that belong to companies, and those among them without the company first in their keys. */
import { migrateOpen, openDatabase } from "../src/sql/sqlite/database.ts"

/** Tables that belong to no company. */
export const ofNoCompany: Readonly<Record<string, string>> = {
  company: "It is the company.",
  users: "A person may work for several companies.",
  membership: "It says for which companies a person works, and names each of them, or the platform.",
  user_session: "It is a person's.",
  access_ticket: "It is handed to somebody who is nobody's yet.",
  guess: "It counts wrong passwords and codes by what they were tried on.",
  rate_window: "It counts requests by who sends them.",
  card_attempt: "The caps of cards count over all companies.",
  card_stop: "It is found by the order or the link that was to be paid.",
  mail_count: "One cap of mails counts over all companies.",
  setting: "All processes share it.",
  tried_write: "It is a process's.",
}

/** Tables with a company whose keys do not begin with it. */
export const keysOverCompanies: Readonly<Record<string, string>> = {
  api_key: "A request has the key alone: its hash leads to the company.",
}

/** The tables whose rows belong to companies. Both engines have equal ones. */
export const companyTables = async (): Promise<ReadonlySet<string>> => {
  const database = openDatabase(":memory:")
  await migrateOpen(database)
  const names = database
    .prepare<[], string>(
      `select "table".name from sqlite_master as "table" join pragma_table_info("table".name) as "column"
       where "table".type = 'table' and "column".name = 'company_id'`,
    )
    .pluck()
    .all()
  database.close()
  return new Set(names.filter((name) => !(name in ofNoCompany)))
}
