// Connects the interface settings, which are stored in this browser, with the account, which carries them to other
// browsers.

type Keep = (name: string, value: unknown) => void

let keep: Keep | null = null
let carried: ReadonlyMap<string, unknown> = new Map()
const followers = new Map<string, (value: unknown) => void>()

/** Sets where the user's choices are kept. Before a sign-in they stay in this browser. */
export function setChoiceStore(how: Keep | null): void {
  keep = how
}

/** Reports that the user chose a setting. */
export function recordChoice(name: string, value: unknown): void {
  keep?.(name, value)
}

/** Calls `apply` with the account's value of a setting, now or when it arrives. */
export function onAccountSetting(name: string, apply: (value: unknown) => void): void {
  followers.set(name, apply)
  if (carried.has(name)) apply(carried.get(name))
}

/** Applies the settings that the account carries, in place of those of an earlier account. */
export function applyChoices(settings: ReadonlyMap<string, unknown>): void {
  carried = settings
  for (const [name, value] of settings) followers.get(name)?.(value)
}
