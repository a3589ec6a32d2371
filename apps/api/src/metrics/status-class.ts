/** HTTP statuses by their first digit. */
export const statusClasses = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const
export type StatusClass = (typeof statusClasses)[number]

/** @param status - from 100 to 599 */
export const statusClassOf = (status: number): StatusClass => statusClasses[Math.trunc(status / 100) - 1] ?? "5xx"
