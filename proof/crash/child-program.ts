/** A program of the repository as a child process, which never outlives its parent. */
import { type Running, type Surroundings, startProgram } from "@vintem/api/test/spawned-program.ts"

const running = new Set<Running>()

process.on("exit", () => {
  for (const program of running) program.signal("SIGKILL")
})

/** @param args - a command of `vintem` */
export const startChild = (args: ReadonlyArray<string>, surroundings: Surroundings): Running => {
  const program = startProgram(args, surroundings)
  running.add(program)
  void program.ended.finally(() => running.delete(program))
  return program
}
