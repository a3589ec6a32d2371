/**
 * The servers that a database's URL names, and which of them takes writes.
 *
 * The URL may name several servers, in the form of libpq: `postgres://USER:PASSWORD@A:5432,B:5432/DATABASE`. The driver
 * connects to one. Each new connection tries the server that was found last; if that one fails or takes no writes, the
 * next connection tries the next server.
 *
 * @see docs/decisions/storage.md#0351
 */
export interface Servers {
  readonly count: number
  /** The URL of the server that a new connection tries. */
  readonly current: () => string
  /** How often another server became the current one. */
  readonly moves: () => number
  /** A connection to this server is open, and takes writes. */
  readonly found: (url: string) => void
  /** This server did not answer or takes no writes: the next one is tried, unless another was found meanwhile. */
  readonly leave: (url: string) => void
  /** Whether another server was found after this one: connections to this one are not used again. */
  readonly isLeft: (url: string) => boolean
}

/** @param url - of one server or of several */
export const serversOf = (url: string): Servers => {
  const urls = urlsOfServers(url)
  let at = 0
  let moves = 0
  let last: string | undefined
  const current = () => urls[at] ?? url
  return {
    count: urls.length,
    current,
    moves: () => moves,
    found: (found) => {
      last = found
    },
    leave: (left) => {
      if (urls.length === 1 || left !== current()) return
      at = (at + 1) % urls.length
      moves += 1
    },
    isLeft: (one) => last !== undefined && one !== last,
  }
}

/**
 * A URL for each server that this URL names, in its order.
 *
 * The servers end at the first slash, question mark or number sign. User and password, if there are any, end at the last `@` before it.
 */
export const urlsOfServers = (url: string): ReadonlyArray<string> => {
  const scheme = schemePattern.exec(url)?.[0] ?? url
  const rest = url.slice(scheme.length)
  const end = rest.search(/[/?#]/u)
  const authority = end === -1 ? rest : rest.slice(0, end)
  const user = authority.slice(0, authority.lastIndexOf("@") + 1)
  const servers = authority.slice(user.length).split(",")
  const after = rest.slice(authority.length)
  return servers.length === 1 ? [url] : servers.map((server) => `${scheme}${user}${server}${after}`)
}

const schemePattern = /^postgres(?:ql)?:\/\//iu
