import { describe, expect, it } from "vitest"
import { comesUponAnother, killSchedule } from "./kill-schedule.ts"

describe("the schedule of kills", () => {
  it("is equal for equal seeds, and differs for others", () => {
    expect(killSchedule(7, 20)).toEqual(killSchedule(7, 20))
    expect(killSchedule(7, 20)).not.toEqual(killSchedule(8, 20))
  })

  it.each([1, 3, 4, 30])("has the requested number of kills: %i", (kills) => {
    expect(killSchedule(1, kills)).toHaveLength(kills)
  })

  it("begins with a kill that meets a healthy service", () => {
    for (let seed = 0; seed < 100; seed += 1) expect(killSchedule(seed, 1).some(comesUponAnother)).toBe(false)
  })

  it("meets every moment within any eight kills", () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const moments = new Set(killSchedule(seed, 8).map(({ moment }) => moment))
      expect(moments).toEqual(new Set(["serving", "reconciling", "resuming", "starting"]))
    }
  })
})
