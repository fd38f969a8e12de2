import process from 'node:process'

// The day of the suite. Imported by `testing.ts` and preloaded by the npm scripts (`node --import`), it moves the clock of the process and of every process it starts.

/** When the suite takes place: `TEST_NOW`, e.g. `2028-02-29T23:50+08:00`, or an ordinary Wednesday morning in Shanghai. */
const usual = '2026-11-18T10:00:00+08:00'
const hourMs = 3_600_000

/** The machine's own time, which files are dated by. */
export const machineNow = Date.now

// A whole number of hours: tests of the same hour share databases with a demo, which has to be from before now.
function aheadUsually(): number {
  return Date.parse(usual) - Math.floor(machineNow() / hourMs) * hourMs
}

function aheadOf(moment: string): number {
  const at = Date.parse(moment)
  if (Number.isNaN(at)) throw new Error(`TEST_NOW: ${moment} is not a moment such as 2028-02-29T23:50+08:00`)
  return at - machineNow()
}

/** Milliseconds by which the suite's clock is ahead of the machine's; a child process has its parent's. */
export const aheadMs = Number(process.env.TEST_AHEAD_MS ?? (process.env.TEST_NOW ? aheadOf(process.env.TEST_NOW) : aheadUsually()))

if (process.env.TEST_AHEAD_MS === undefined) {
  process.env.TEST_AHEAD_MS = String(aheadMs)
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`
}

/** The environment of a program that a test starts: it finds Node, shares what is compiled, and lives on the same day. */
export const inherited: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'TEST_AHEAD_MS'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const now = () => machineNow() + aheadMs
// A proxy, so that dates of Node itself (of files) stay instances of `Date`.
globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
  apply: (real) => new real(now()).toString(),
  get: (real, key, self) => (key === 'now' ? now : Reflect.get(real, key, self)),
})
