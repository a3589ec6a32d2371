/**
 * A bench takes minutes. With `BENCH_SHORT=1` it goes through one short round, as the deep tests ask: its figures mean nothing then.
 */
const isShort = process.env["BENCH_SHORT"] === "1"

export const orShort = (whole: number, short: number): number => (isShort ? short : whole)
