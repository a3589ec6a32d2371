/** The version of this service. */
export const version = "0.1.0"
