/** The browser and system of a user agent, in plain words: `Firefox`, `Windows`. */

/** The first match counts: most browsers also name those that they descend from. */
const browsers: ReadonlyArray<readonly [mark: RegExp, name: string]> = [
  [/\bEdg(?:e|A|iOS)?\//u, "Edge"],
  [/\bOPR\/|\bOpera\b/u, "Opera"],
  [/\bSamsungBrowser\//u, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//u, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//u, "Chrome"],
  [/\bSafari\//u, "Safari"],
]

const systems: ReadonlyArray<readonly [mark: RegExp, name: string]> = [
  [/\bWindows\b/u, "Windows"],
  [/\biPhone\b/u, "iPhone"],
  [/\biPad\b/u, "iPad"],
  [/\bAndroid\b/u, "Android"],
  [/\bMac OS X\b|\bMacintosh\b/u, "macOS"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bLinux\b/u, "Linux"],
]

/** Null if the browser or the system is unknown. */
export const readAgent = (agent: string): { readonly browser: string | null; readonly system: string | null } => ({
  browser: found(browsers, agent),
  system: found(systems, agent),
})

const found = (table: typeof browsers, agent: string): string | null =>
  table.find(([mark]) => mark.test(agent))?.[1] ?? null
