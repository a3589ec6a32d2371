/** Forbidden actions of a unit of work, on any engine. Defects of the unit's code. */

/** A unit awaited something other than a repository: a clock, an acquirer, another fiber. */
export class AwaitedInUnit extends Error {
  override readonly name = "AwaitedInUnit"
}

/** A fiber that a unit began continued after its end and wrote. */
export class WrittenAfterUnit extends Error {
  override readonly name = "WrittenAfterUnit"
}
