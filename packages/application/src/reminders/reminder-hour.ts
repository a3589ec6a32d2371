/**
 * When in the day payers are reminded, and what that makes of an instant.
 */
import { addDays, type Instant, instant, type LocalDate, saoPauloDate, startOfDay } from "@vintem/domain/calendar"

/** Eight in the morning in São Paulo: no payer is asked for money at night. */
const hourMillis = 8 * 3_600_000

/** The moment of a day at which reminders are sent. */
const reminderTime = (day: LocalDate): Instant => instant(startOfDay(day) + hourMillis)

/** The day whose reminders are being sent at an instant, null before the hour. */
export const remindedDay = (at: Instant): LocalDate | null => {
  const today = saoPauloDate(at)
  return at < reminderTime(today) ? null : today
}

/** The next moment after an instant at which reminders are sent. */
export const nextReminderTime = (at: Instant): Instant => {
  const today = saoPauloDate(at)
  return reminderTime(remindedDay(at) === null ? today : addDays(today, 1))
}
