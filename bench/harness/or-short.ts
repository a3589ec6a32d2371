/**
 * A bench takes minutes. With `BENCH_SHORT=1` it runs one short round, for the deep tests: its figures mean nothing
 * then.
 */
const isShort = process.env["BENCH_SHORT"] === "1"

export const orShort = (whole: number, short: number): number => (isShort ? short : whole)
