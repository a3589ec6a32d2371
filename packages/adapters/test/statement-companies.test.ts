import { expect, it } from "vitest"
import { tablesWithoutCompany } from "./statement-companies.ts"

const tables = new Set(["orders", "customer"])

it.each([
  ["a value", "select * from orders where company_id = $1 and number = $2"],
  ["a value in a row", "select * from orders where (company_id, number) = ($1, $2)"],
  [
    "a column of another table that has it",
    "select * from orders o join customer c on c.company_id = o.company_id where o.company_id = $1",
  ],
  [
    "each side of an outer join",
    "select * from orders o left join customer c on c.company_id = $1 where o.company_id = $1",
  ],
  [
    "a column of a result that has it",
    "with c as (select company_id, id from customer where company_id = $1) select * from c, orders o where o.company_id = c.company_id",
  ],
  ["the company itself", "select * from company join orders on orders.company_id = company.id where company.id = $1"],
  [
    "what was given as a list",
    "select * from unnest($1::bigint[]) as u(company_id) join orders o on o.company_id = u.company_id",
  ],
  ["either way", "select * from orders where (company_id = $1 and id = 1) or (company_id = $2 and id = 2)"],
  [
    "an inserted row",
    "insert into orders (number, company_id) values ($1, $2) on conflict (company_id, number) do update set number = excluded.number",
  ],
  [
    "rows inserted from others",
    "insert into orders (company_id, id) select company_id, id from customer where company_id = $1",
  ],
  [
    "a change",
    "update orders set number = $1 from (values ($2, 3)) as v(company_id, id) where orders.company_id = v.company_id and orders.id = v.id",
  ],
  ["a removal", "delete from orders using customer c where c.company_id = $1 and orders.company_id = c.company_id"],
])("finds %s", (_, sql) => {
  expect(tablesWithoutCompany(sql, tables)).toEqual([])
})

it.each([
  ["nothing", "select * from orders", ["orders"]],
  ["another condition", "select * from orders where number = $1", ["orders"]],
  ["no equality", "select * from orders where (company_id, id) > ($1, $2)", ["orders"]],
  ["several companies", "select * from orders where company_id in ($1, $2)", ["orders"]],
  ["one way alone", "select * from orders where company_id = $1 or id = $2", ["orders"]],
  ["what is not so", "select * from orders where not (company_id = $1)", ["orders"]],
  [
    "a table that has none",
    "select * from orders o join customer c on c.company_id = o.company_id",
    ["orders", "customer"],
  ],
  [
    "one table of two",
    "select * from orders o join customer c on c.id = o.customer_id where o.company_id = $1",
    ["customer"],
  ],
  [
    "one side of an outer join",
    "select * from orders o left join customer c on c.company_id = $1 and o.company_id = $1",
    ["orders"],
  ],
  ["a question within", "select (select max(id) from customer) from orders where company_id = $1", ["customer"]],
  [
    "a question within a condition",
    "select * from orders o where company_id = $1 and exists (select 1 from customer c where c.id = o.customer_id)",
    ["customer"],
  ],
  [
    "one part of a union",
    "select id from orders where company_id = $1 union all select id from customer",
    ["customer"],
  ],
  [
    "a result before",
    "with c as (delete from customer where id = $1 returning id) select * from orders where company_id = $2",
    ["customer"],
  ],
  ["an inserted row", "insert into orders (number) values ($1)", ["orders"]],
  [
    "rows inserted from others",
    "insert into orders (company_id, id) select company_id, id from customer",
    ["orders", "customer"],
  ],
])("finds none in %s", (_, sql, without) => {
  expect(tablesWithoutCompany(sql, tables).toSorted()).toEqual(without.toSorted())
})
