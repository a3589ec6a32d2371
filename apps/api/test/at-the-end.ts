import { afterAll, onTestFinished, TestRunner } from "vitest"

/** Runs something after the current test, or after the file if no test runs yet: in reverse order. */
export const atTheEnd = (end: () => Promise<void>): void => {
  if (TestRunner.getCurrentTest() === undefined) afterAll(end)
  else onTestFinished(end)
}
