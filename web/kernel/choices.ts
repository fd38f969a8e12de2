// Links the interface settings stored in this browser with the account, so that they apply in other browsers too.

type StoreChoice = (name: string, value: unknown) => void

let storeChoice: StoreChoice | null = null
let accountChoices: ReadonlyMap<string, unknown> = new Map()
const settingHandlers = new Map<string, (value: unknown) => void>()

/** Sets the function that stores the user's choices in the account. Before a sign-in only this browser stores them. */
export function setChoiceStore(how: StoreChoice | null): void {
  storeChoice = how
}

/** Records a setting that the user chose. */
export function recordChoice(name: string, value: unknown): void {
  storeChoice?.(name, value)
}

/** Calls `apply` with the account's value of a setting, now or when it arrives. */
export function onAccountSetting(name: string, apply: (value: unknown) => void): void {
  settingHandlers.set(name, apply)
  if (accountChoices.has(name)) apply(accountChoices.get(name))
}

/** Applies the settings of the account in place of those of the previous account. */
export function applyChoices(settings: ReadonlyMap<string, unknown>): void {
  accountChoices = settings
  for (const [name, value] of settings) settingHandlers.get(name)?.(value)
}
