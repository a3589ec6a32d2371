/** The time of day for reminders, and the days and instants that follow from it. */
import { addDays, type Instant, instant, type LocalDate, saoPauloDate, startOfDay } from "@vintem/domain/calendar"

/** Eight in the morning in São Paulo: no payer is reminded at night. */
const hourMillis = 8 * 3_600_000

/** The instant at which a day's reminders are sent. */
const reminderTime = (day: LocalDate): Instant => instant(startOfDay(day) + hourMillis)

/** The day whose reminders are being sent at an instant. Null before the hour. */
export const remindedDay = (at: Instant): LocalDate | null => {
  const today = saoPauloDate(at)
  return at < reminderTime(today) ? null : today
}

/** The next instant at which reminders are sent. */
export const nextReminderTime = (at: Instant): Instant => {
  const today = saoPauloDate(at)
  return reminderTime(remindedDay(at) === null ? today : addDays(today, 1))
}
