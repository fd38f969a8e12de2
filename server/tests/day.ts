import process from 'node:process'

// The date of the test suite. `testing.ts` imports this file and the npm scripts preload it (`node --import`). It
// moves the clock of the process and of all child processes.

/**
 * The time of the suite: `TEST_NOW`, such as `2028-02-29T23:50+08:00`, or an ordinary Wednesday morning in Shanghai.
 */
const usual = '2026-11-18T10:00:00+08:00'
const hourMs = 3_600_000

/** Real time, which file dates use. */
export const machineNow = Date.now

// Whole hours, so that tests of the same hour share demo databases, whose events must be in the past.
function aheadUsually(): number {
  return Date.parse(usual) - Math.floor(machineNow() / hourMs) * hourMs
}

function aheadOf(moment: string): number {
  const at = Date.parse(moment)
  if (Number.isNaN(at)) throw new Error(`TEST_NOW: ${moment} is not a moment such as 2028-02-29T23:50+08:00`)
  return at - machineNow()
}

/** The milliseconds by which the suite's clock is ahead; child processes inherit it. */
export const aheadMs = Number(process.env.TEST_AHEAD_MS ?? (process.env.TEST_NOW ? aheadOf(process.env.TEST_NOW) : aheadUsually()))

if (process.env.TEST_AHEAD_MS === undefined) {
  process.env.TEST_AHEAD_MS = String(aheadMs)
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`
}

/** The environment for programs that tests start: path to Node, compile cache and the suite's date. */
export const inherited: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'TEST_AHEAD_MS'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const now = () => machineNow() + aheadMs
// A proxy, so that Node's own dates (such as file times) remain instances of `Date`.
globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
  apply: (real) => new real(now()).toString(),
  get: (real, key, self) => (key === 'now' ? now : Reflect.get(real, key, self)),
})
