/**
 * What a unit of work may not do, on any engine. Defects of the unit's code.
 */

/** A unit awaited something that is no repository: a clock, an acquirer, another fiber. */
export class AwaitedInUnit extends Error {
  override readonly name = "AwaitedInUnit"
}

/** Something that a unit began went on after its end and wrote. */
export class WrittenAfterUnit extends Error {
  override readonly name = "WrittenAfterUnit"
}
