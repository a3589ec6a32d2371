/**
 * Counts the orders of an SQLite file again, for a workload that wrote them without the service.
 *
 * A day of the counts is that of São Paulo, three hours behind UTC.
 */
import type BetterSqlite from "better-sqlite3"

export const countOrders = (database: BetterSqlite.Database): void => {
  database.exec(`
    delete from order_count;
    insert into order_count (company_id, status, day, count)
    select company_id, status, ${day}, count(*) from orders group by company_id, status, ${day};
    delete from order_figure;
    insert into order_figure (company_id, kind, day, method, reason, count, amount)
    select company_id, entry.value ->> 0, ${day}, entry.value ->> 1, entry.value ->> 2, sum(entry.value ->> 3), sum(entry.value ->> 4)
    from orders, json_each(orders.figures) as entry group by 1, 2, 3, 4, 5;
  `)
}

const day = "(placed_at - 10800000) / 86400000"
