/**
 * What the operators' pages say of the state of the service.
 */
import { stateWords } from "../../../src/text/state/in-each.ts"
import type { StateWords } from "../../../src/text/state/words.ts"
import { useWordsOf } from "../../state/language.ts"

export const useStateWords = (): StateWords => useWordsOf(stateWords)
