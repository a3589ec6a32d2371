/**
 * The panel's texts by language: those of the document's own come with the first script, those of another one when it is spoken.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { brazilianPortuguese } from "../../src/text/brazilian-portuguese.ts"
import type { Language, Words } from "../../src/text/words.ts"
import { isConnected } from "../ask/connection.ts"
import { firstLanguage, keepLanguage, speak } from "../state/language.ts"
import { untilThere } from "./on-demand.ts"

const wordsIn: Readonly<Record<Language, Effect.Effect<Words>>> = {
  "pt-BR": Effect.succeed(brazilianPortuguese),
  en: Effect.map(
    untilThere(() => import("../../src/text/english.ts")),
    ({ english }) => english,
  ),
}

/** Changes the language to another one, once its texts are there. */
const change = (language: Language): Effect.Effect<void> => Effect.map(wordsIn[language], speak)

/** Speaks the language to begin with. If its texts do not come, the other one says that there is no connection. */
export const speakFirst: Effect.Effect<void> = Effect.suspend(() => {
  const changing = Effect.runFork(change(firstLanguage()))
  return Effect.raceFirst(Effect.asVoid(Fiber.await(changing)), connectionLost)
})

const connectionLost = Effect.callback<void>((resume) => {
  const stopListening = isConnected.listen((isThere) => {
    if (!isThere) resume(Effect.void)
  })
  return Effect.sync(stopListening)
})

/** Switches to the language that the user chose, and remembers it. */
export const choose = (language: Language): void => {
  keepLanguage(language)
  Effect.runFork(change(language))
}
