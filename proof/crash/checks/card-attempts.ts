/** Checks that the card attempts counted for payers' addresses belong to orders, and count by their outcomes. */
import type { Check } from "../check.ts"

export const cardAttemptsCountAsTheyEnded: Check = {
  title: "a payer's card attempt counts where its card was refused, and nowhere else",
  contradictions: ({ database }) =>
    database
      .prepare<[], { key: string; number: string | null; state: string | null; counted: number; refused: number }>(
        `select card_attempt.key, number, attempt.value ->> '$.facts[#-1]' as state, is_counted as counted, is_refused as refused
         from card_attempt
         left join order_attempt on order_attempt.key = card_attempt.key
         left join orders on number = order_number
         left join json_each(progress, '$.attempts') as attempt on attempt.value ->> '$.key' = card_attempt.key
         where state is null or state = 'confirmed' or refused <> (state in ('refused', 'rejected')) or counted <> refused`,
      )
      .all()
      .map(
        ({ counted, key, number, refused, state }) =>
          `attempt ${key} of order ${number} ended ${state}, and counts ${counted}, refused ${refused}`,
      ),
}
