/** The code that every thread of `askedThread` runs. */
import { parentPort, workerData } from "node:worker_threads"

/** The message that ends a thread. */
export const endOfQuestions = null

/**
 * Answers one question after another, until the thread is asked to end. An exception ends it, too.
 *
 * @param open - opens the file that the thread was started with
 */
export const answering = <Question, Answer>(open: (file: string) => (question: Question) => Answer): void => {
  if (parentPort === null || typeof workerData !== "string")
    throw new Error("A thread is started with the name of the file.")
  const port = parentPort
  const answerTo = open(workerData)
  port.on("message", (question: Question | typeof endOfQuestions) => {
    if (question === endOfQuestions) port.close()
    else port.postMessage(answerTo(question))
  })
}
