/**
 * The tests of every machine: the laws of its states and steps, its log folds to it, all of it can be stored, reasons
 * to refuse keep their rank, and every status is reached.
 */

import type { Instant } from "@vintem/domain/calendar"
import { commandNames, fold, type MachineTypes, statusBy } from "@vintem/domain/machine"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type StateLaw, type StepLaw, stateLawsOf, stepLawsOf } from "./laws.ts"
import { type Step, statusAfter } from "./step.ts"
import type { TestedMachine } from "./tested-machine.ts"

/** A life: its beginning and all its steps, including refused and idle ones. */
export interface Life<M extends MachineTypes> {
  readonly creation: M["creation"]
  readonly steps: ReadonlyArray<Step<M>>
}

/** The facts that the suite needs about a machine. */
export interface MachineSuite<M extends MachineTypes> {
  readonly tested: TestedMachine<M>
  readonly lives: fc.Arbitrary<Life<M>>
  /** Its own laws, besides those of every machine. */
  readonly stateLaws: ReadonlyArray<StateLaw<M["state"]>>
  readonly stepLaws: ReadonlyArray<StepLaw<Step<M>>>
  /** All statuses. */
  readonly statuses: ReadonlyArray<M["status"]>
  /** All reasons to refuse a command, by rank. */
  readonly refusals: ReadonlyArray<M["refusal"]>
  /** The status, by a second, simpler count of the log. */
  readonly recountedStatus: (log: ReadonlyArray<M["creation"] | M["change"]>, at: Instant) => M["status"]
  /** A state, written as JSON and read back. */
  readonly readBack: (state: M["state"]) => M["state"] | null
  /** Reads a log that was written as JSON. */
  readonly readLog: (json: string) => ReadonlyArray<M["creation"] | M["change"]>
}

/** @param name - with its article: `a batch` */
export const machineSuite = <M extends MachineTypes>(
  name: string,
  { tested, lives, stateLaws, stepLaws, statuses, refusals, recountedStatus, readBack, readLog }: MachineSuite<M>,
): void => {
  const { machine } = tested
  const endOf = ({ creation, steps }: Life<M>): M["state"] => steps.at(-1)?.after ?? machine.create(creation)
  const logOf = ({ creation, steps }: Life<M>): ReadonlyArray<M["creation"] | M["change"]> => [
    creation,
    ...steps.flatMap(({ changes }) => changes),
  ]

  describe(`every state of ${name}`, () => {
    it.each([...stateLawsOf(tested), ...stateLaws])("$name", ({ violation }) => {
      fc.assert(
        fc.property(lives, ({ steps }) => {
          for (const { after, move } of steps) expect(violation(after, move.at)).toBeNull()
        }),
        { numRuns: 200 },
      )
    })
  })

  describe(`each step of ${name}`, () => {
    it.each([...stepLawsOf(tested), ...stepLaws])("$name", ({ violation }) => {
      fc.assert(
        fc.property(lives, ({ steps }) => {
          for (const taken of steps) expect(violation(taken)).toBeNull()
        }),
        { numRuns: 200 },
      )
    })
  })

  describe(`the log of ${name}`, () => {
    it("recollection: folded up to any event, it gives the state of that time", () => {
      fc.assert(
        fc.property(lives, (life) => {
          const log = logOf(life)
          expect(fold(machine, log)).toEqual(endOf(life))
          expect(endOf(life).version).toBe(log.length)
          for (const { after } of life.steps) expect(fold(machine, log.slice(0, after.version))).toEqual(after)
        }),
        { numRuns: 200 },
      )
    })

    it("beginning: it begins with the creation, and has no other", () => {
      fc.assert(
        fc.property(lives, lives, (life, { creation: another }) => {
          const [creation, ...changes] = logOf(life)
          expect(fold(machine, [])).toBeNull()
          expect(fold(machine, [...logOf(life), another])).toBeNull()
          fc.pre(changes.length > 0 && creation !== undefined)
          expect(fold(machine, changes)).toBeNull()
          expect(fold(machine, [...changes, another])).toBeNull()
        }),
        { numRuns: 100 },
      )
    })

    it("round trip: state and log are read back from JSON", () => {
      fc.assert(
        fc.property(lives, (life) => {
          expect(readBack(endOf(life))).toEqual(endOf(life))
          expect(readLog(JSON.stringify(logOf(life)))).toEqual(logOf(life))
        }),
        { numRuns: 50 },
      )
    })
  })

  describe(`the status of ${name}`, () => {
    it("agreement: equals a second, simpler count of the log", () => {
      fc.assert(
        fc.property(lives, (life) => {
          const at = life.steps.at(-1)?.move.at ?? life.creation.at
          expect(statusBy(machine.statuses, endOf(life), at)).toBe(recountedStatus(logOf(life), at))
        }),
        { numRuns: 300 },
      )
    })

    it("reachability: every status has a rule, and some life shows it", () => {
      const shown = fc
        .sample(lives, { numRuns: 1_000, seed: 1 })
        .flatMap(({ steps }) => steps.map((taken) => statusAfter(machine, taken)))
      expect(new Set(shown)).toEqual(new Set(statuses))
      expect(new Set(machine.statuses.map(({ status }) => status))).toEqual(new Set(statuses))
      expect(machine.final.filter((status) => !statuses.includes(status))).toEqual([])
    })
  })

  describe(`the refusals of ${name}`, () => {
    it.each(commandNames(machine))("precedence: the reasons against %s are ordered by rank, each once", (command) => {
      const reasons = machine.commands[command].refusals.map(({ reason }) => reason)
      expect(reasons).toEqual(refusals.filter((reason) => reasons.includes(reason)))
    })

    it("each belong to a command", () => {
      const used = new Set(
        commandNames(machine).flatMap((command) => machine.commands[command].refusals.map(({ reason }) => reason)),
      )
      expect(used).toEqual(new Set(refusals))
    })
  })
}
