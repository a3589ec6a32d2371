import { afterAll, onTestFinished, TestRunner } from "vitest"

/** Does something after the test that runs, or after the file where none runs yet: last asked for, first done. */
export const atTheEnd = (end: () => Promise<void>): void => {
  if (TestRunner.getCurrentTest() === undefined) afterAll(end)
  else onTestFinished(end)
}
