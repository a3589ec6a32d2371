import { describe, expect, it } from "vitest"
import { serversOf, urlsOfServers } from "./servers.ts"

describe("urlsOfServers", () => {
  it.each([
    [
      "postgres://vintem:p%40ss@a:5432,b:5433/shop?sslmode=require",
      ["postgres://vintem:p%40ss@a:5432/shop?sslmode=require", "postgres://vintem:p%40ss@b:5433/shop?sslmode=require"],
    ],
    [
      "postgresql://a,[::1]:5433,c/shop",
      ["postgresql://a/shop", "postgresql://[::1]:5433/shop", "postgresql://c/shop"],
    ],
    ["postgres://u:a,b@h/d,e?options=-c,x", ["postgres://u:a,b@h/d,e?options=-c,x"]],
    ["postgres:///shop?host=/run", ["postgres:///shop?host=/run"]],
    ["postgres://a,/shop", ["postgres://a/shop", "postgres:///shop"]],
  ])("reads %s", (url, urls) => {
    expect(urlsOfServers(url)).toEqual(urls)
  })
})

describe("serversOf", () => {
  const [a, b] = ["postgres://a/shop", "postgres://b/shop"]

  it("tries the servers in their order, and the first one again after the last", () => {
    const servers = serversOf("postgres://a,b/shop")
    const tried = [0, 1, 2].map(() => {
      const url = servers.current()
      servers.leave(url)
      return url
    })
    expect(tried).toEqual([a, b, a])
  })

  it("moves on only once if many connections to one server fail", () => {
    const servers = serversOf("postgres://a,b/shop")
    for (let n = 0; n < 3; n += 1) servers.leave(a)
    expect([servers.current(), servers.moves()]).toEqual([b, 1])
  })

  it("keeps the connections to a server until another one is found", () => {
    const servers = serversOf("postgres://a,b/shop")
    servers.found(a)
    servers.leave(a)
    expect(servers.isLeft(a)).toBe(false)
    servers.found(b)
    expect([servers.isLeft(a), servers.isLeft(b)]).toEqual([true, false])
  })

  it("stays with a server that is the only one", () => {
    const servers = serversOf(a)
    servers.leave(a)
    expect([servers.current(), servers.moves()]).toEqual([a, 0])
  })
})
