/**
 * How commands end, for the calling program: the one table that the program, its help and the reference use.
 */

export interface ExitStatus {
  readonly status: number
  /** Completes "ended with …": plain text, without a full stop. */
  readonly means: string
}

export const exitStatuses = {
  done: { status: 0, means: "what was asked for is done; of a server: it was told to stop, and has" },
  refused: {
    status: 1,
    means:
      "it is not done, as where a value breaks a rule, or something was found that a person has to look at: standard error " +
      "says what and what to do next; also where a command was interrupted",
  },
  misused: { status: 2, means: "the command, a flag or the configuration was not understood: nothing was begun" },
} as const satisfies Readonly<Record<string, ExitStatus>>

/** For a terminal, a line a status. */
export const exitStatusesHelp = (): string =>
  Object.values(exitStatuses)
    .map(({ means, status }) => `  ${status}  ${means}`)
    .join("\n")
