/** The exit statuses of commands: one table for the program, its help and the reference. */

export interface ExitStatus {
  readonly status: number
  /** Completes "ended with …": plain text, without a full stop. */
  readonly means: string
}

export const exitStatuses = {
  done: { status: 0, means: "the command succeeded; a server stopped when asked" },
  refused: {
    status: 1,
    means:
      "the command failed or was interrupted, a value broke a rule, or it found something that needs attention: standard error says what, " +
      "and what to do next",
  },
  misused: { status: 2, means: "the command, a flag or the configuration was not understood: nothing was done" },
} as const satisfies Readonly<Record<string, ExitStatus>>

/** The statuses for a terminal, one per line. */
export const exitStatusesHelp = (): string =>
  Object.values(exitStatuses)
    .map(({ means, status }) => `  ${status}  ${means}`)
    .join("\n")
