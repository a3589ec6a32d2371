// `vintem check` after somebody copied rows to another PostgreSQL without the sequences that number them.
import { expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newPostgres } from "./postgres-under-test.ts"
import { serviceUnderTest } from "./service-under-test.ts"

it("names a table that would reuse a number, and the statement that fixes this", async () => {
  const database = await newPostgres()
  const { vintem } = commandLine(database)
  const service = serviceUnderTest({ database })
  await service.newCompany()
  expect((await vintem("check")).outcome).toBe("done")
  await database.execute("select setval('company_id_seq', 1, false)")
  const { outcome, printed } = await vintem("check")
  expect(outcome).toMatch(/^refused: 1 breach in /u)
  const [, remedy = ""] =
    /^table company\tthe next row gets the number 1, .* are taken: (select .*)$/u.exec(printed) ?? []
  await database.execute(remedy)
  expect((await vintem("check")).outcome).toBe("done")
})
