import process from 'node:process'

// The clock of the suite. `testing.ts` imports this file, and the npm scripts preload it (`node --import`). The file
// shifts the clock of the process and of its child processes.

/** The default: an ordinary Wednesday morning in Shanghai. `TEST_NOW` replaces it, e.g. `2028-02-29T23:50+08:00`. */
const defaultMoment = '2026-11-18T10:00:00+08:00'
const hourMs = 3_600_000

/** The machine's real time, which dates files. */
export const machineNow = Date.now

// A whole number of hours, because tests within the same hour share databases whose demo must lie in the past.
function defaultAheadMs(): number {
  return Date.parse(defaultMoment) - Math.floor(machineNow() / hourMs) * hourMs
}

function aheadMsOf(moment: string): number {
  const at = Date.parse(moment)
  if (Number.isNaN(at)) throw new Error(`TEST_NOW: ${moment} is not a moment such as 2028-02-29T23:50+08:00`)
  return at - machineNow()
}

/** Milliseconds by which the suite's clock is ahead of the machine's. A child process inherits its parent's value. */
export const clockAheadMs = Number(process.env.TEST_AHEAD_MS ?? (process.env.TEST_NOW ? aheadMsOf(process.env.TEST_NOW) : defaultAheadMs()))

if (process.env.TEST_AHEAD_MS === undefined) {
  process.env.TEST_AHEAD_MS = String(clockAheadMs)
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`
}

/** Environment for programs that a test starts: Node's path, the compile cache and the clock of the suite. */
export const childEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'TEST_AHEAD_MS'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const now = () => machineNow() + clockAheadMs
// A proxy, so that dates created by Node (such as those of files) remain instances of `Date`.
globalThis.Date = new Proxy(Date, {
  construct: (real, args, made) => Reflect.construct(real, args.length === 0 ? [now()] : args, made),
  apply: (real) => new real(now()).toString(),
  get: (real, key, self) => (key === 'now' ? now : Reflect.get(real, key, self)),
})
