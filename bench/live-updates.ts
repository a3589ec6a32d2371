/**
 * What do a thousand panels cost that are open on one process and follow what happens?
 *
 * All of one company, so that every order is told to each. The service is a process of its own on an SQLite file; people, orders and
 * streams come from this one, over loopback. Orders are placed at a steady pace, first while no page follows, which is the baseline, and then
 * while a thousand do. Pages would ask for what has changed as well: that is the cost of those requests, and not measured here.
 */
import { randomBytes } from "node:crypto"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { AccessSecretsNode, KyselyStorage, newSecretKey, SqliteStorage } from "@vintem/adapters"
import { sessionCookie } from "@vintem/contract"
import { newSession } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { Email, FullName } from "@vintem/domain/customer"
import { CompanyId } from "@vintem/domain/identifiers"
import { AccessSecrets, MembershipRepository, SessionRepository, UserRepository } from "@vintem/domain/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { inDataFolder } from "./harness/data-folder.ts"
import { costOf } from "./harness/ready-process.ts"
import { startService } from "./harness/servers.ts"
import { ask } from "./load/ask.ts"
import { workload } from "./load/workload.ts"

const people = 50
const streamsEach = 20
const ordersPerSecond = 5
const seconds = 15
const settleSeconds = 5

export const liveUpdates = (): Promise<void> =>
  inDataFolder(async (folder) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    const service = await startService(join(folder, "vintem.db"))
    const orderAt = workload()
    let position = 0
    const placing = async () => {
      const before = await costOf(service.pid)
      for (let order = 0; order < ordersPerSecond * seconds; order += 1) {
        await ask(service, agent, "/api/v1/order/single", orderAt(position++))
        await sleep(1_000 / ordersPerSecond)
      }
      return (await costOf(service.pid)).processorMillis - before.processorMillis
    }
    try {
      await placing() // warm
      const alone = await placing()
      const tokens = await newSessions(service.file)
      await sleep(settleSeconds * 1_000)
      const without = await costOf(service.pid)
      const told = { events: 0, isLost: 0 }
      const streams = await Promise.all(
        tokens.flatMap((token) => Array.from({ length: streamsEach }, () => follow(service.url, token, told))),
      )
      await sleep(settleSeconds * 1_000)
      const open = await costOf(service.pid)
      const idleFrom = await costOf(service.pid)
      await sleep(seconds * 1_000)
      const idle = (await costOf(service.pid)).processorMillis - idleFrom.processorMillis
      told.events = 0
      const followed = await placing()
      await sleep(1_000)
      const after = await costOf(service.pid)
      const kilobytes = ((open.residentMegabytes - without.residentMegabytes) * 1_000) / streams.length
      console.log(`${streams.length} streams, of which ${told.isLost} ended`)
      console.log(
        `  ${kilobytes.toFixed(0)} kB of memory a stream; ${after.residentMegabytes.toFixed(0)} MB in all at the end`,
      )
      console.log(`  ${(idle / seconds / 10).toFixed(1)} % of a core while nothing happens`)
      console.log(`  ${told.events} events of ${ordersPerSecond * seconds} orders`)
      console.log(
        `  ${(((followed - alone) * 1_000) / told.events).toFixed(0)} µs of processor time an event and stream`,
      )
      for (const stream of streams) stream.destroy()
    } finally {
      agent.destroy()
      await service.stop()
    }
  })

/** People of the demo company, each with a session. @returns their tokens */
const newSessions = (file: string): Promise<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const { hashToken } = yield* AccessSecrets
    const users = yield* UserRepository
    const { put } = yield* MembershipRepository
    const sessions = yield* SessionRepository
    const now = instant(Date.now())
    return yield* Effect.forEach(
      Array.from({ length: people }, (_, n) => n),
      Effect.fnUntraced(function* (n) {
        const details = {
          email: Email.make(`pessoa-${n}@vintem.example`),
          name: FullName.make("Pessoa Exemplo"),
          language: "pt-BR" as const,
          createdAt: now,
        }
        const user = Option.getOrThrow(yield* users.add(details))
        yield* put(user.id, { _tag: "company", company: CompanyId.make(1), role: "owner" }, now)
        const token = randomBytes(32).toString("base64url")
        yield* sessions.add(newSession(user.id, hashToken(Redacted.make(token)), { address: null, agent: "" }, now))
        return token
      }),
    )
  }).pipe(
    Effect.provide(
      Layer.merge(
        KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(file))),
        AccessSecretsNode.layer(Effect.succeed(newSecretKey())), // the hash of a token needs no key
      ),
    ),
    Effect.runPromise,
  )

/** Counts the changes that it is told of. Has begun when the first event is there. */
const follow = (base: string, token: string, told: { events: number; isLost: number }) =>
  new Promise<{ readonly destroy: () => void }>((resolve, reject) => {
    const asked = request(`${base}/panel/v1/companies/1/changes`, {
      agent: false,
      headers: { cookie: `${sessionCookie.http}=${token}` },
    })
    asked.on("error", reject)
    asked.on("response", (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A stream was answered ${answer.statusCode}.`))
      answer.setEncoding("utf8")
      answer.on("data", (text: string) => {
        told.events += text.split("event: changes").length - 1
        resolve(asked)
      })
      answer.on("end", () => {
        told.isLost += 1
      })
      answer.on("error", () => {}) // closed by us
    })
    asked.end()
  })
