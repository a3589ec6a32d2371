/** An acquirer in this process: it answers a microtask later, and repeats its answer for a repeated idempotency key. */

export interface Answer {
  readonly isApproved: boolean
  readonly tid: string
  readonly nsu: string
  readonly brand: string
  readonly lastDigits: string
  readonly reference: string
}

/** This many answers are kept, and as many older ones: memory stays flat under load. */
const keptMax = 20_000

let answers = new Map<string, Answer>()
let older = new Map<string, Answer>()
let count = 0

export const charge = async (key: string, cardNumber: string): Promise<Answer> => {
  const known = answers.get(key) ?? older.get(key)
  if (known !== undefined) return known
  count += 1
  const answer = {
    isApproved: !refusedCards.has(cardNumber),
    tid: `T${1e12 + count}`,
    nsu: `${1e8 + count}`,
    brand: brandOf(cardNumber),
    lastDigits: cardNumber.slice(-4),
    reference: `ref${count}`,
  }
  if (answers.size >= keptMax) {
    older = answers
    answers = new Map()
  }
  answers.set(key, answer)
  return answer
}

const refusedCards = new Set(["4000000000000002", "4000000000009995"])

const brandOf = (cardNumber: string): string => {
  switch (cardNumber.charAt(0)) {
    case "4":
      return "visa"
    case "2":
    case "5":
      return "mastercard"
    case "3":
      return "amex"
    default:
      return cardNumber.startsWith("606282") ? "hipercard" : "elo"
  }
}
