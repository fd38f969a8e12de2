import { api } from './api.ts'
import { applyChoices, setChoiceStore } from './choices.ts'
import { session, type User } from './session.ts'
import { siteStorage, storedJson } from './storage.ts'
import { ApiError } from './wire.ts'

const TABLE_PREFIX = 'table.'
/** Storage key of choices not yet stored in the account, e.g. after a quick reload or offline. */
const PENDING_KEY = 'unkept'

type Settings = Readonly<Record<string, unknown>>

function pendingSettings(): Settings {
  const pending = storedJson(siteStorage, PENDING_KEY) as { readonly account?: string; readonly settings?: Settings } | null
  return pending?.account === session.parts().account ? (pending.settings ?? {}) : {}
}

function storePending(settings: Settings): void {
  if (Object.keys(settings).length === 0) siteStorage.remove(PENDING_KEY)
  else siteStorage.set(PENDING_KEY, JSON.stringify({ account: session.parts().account, settings }))
}

/** Returns settings by name as call input, with the table settings grouped. */
function inputOf(settings: Settings): User['preferences'] {
  const isTableSetting = ([name]: readonly [string, unknown]) => name.startsWith(TABLE_PREFIX)
  const settingEntries = Object.entries(settings)
  const tables = Object.fromEntries(settingEntries.filter(isTableSetting).map(([name, value]) => [name.slice(TABLE_PREFIX.length), value]))
  const otherSettings = Object.fromEntries(settingEntries.filter((each) => !isTableSetting(each)))
  return { ...otherSettings, ...(Object.keys(tables).length > 0 && { tables }) } as User['preferences']
}

let lastSend: Promise<unknown> = Promise.resolve()

/** Returns whether the server refused the settings as invalid, and would refuse every later call that contains them. */
const isInvalidSettingsError = (failure: unknown) => failure instanceof ApiError && ['invalid_input', 'tooMany', 'tooLarge'].includes(failure.error)

/**
 * Stores settings in the account, in the order in which they were chosen. A failed call leaves them for the next start.
 */
function send(settings: Settings): void {
  lastSend = lastSend
    .then(() => api.preferences.keep(inputOf(settings), { isQuiet: true }))
    .catch((failure: unknown) => (isInvalidSettingsError(failure) ? undefined : Promise.reject(failure)))
    .then(() =>
      storePending(Object.fromEntries(Object.entries(pendingSettings()).filter(([name, value]) => JSON.stringify(settings[name]) !== JSON.stringify(value)))),
    )
    .catch(() => undefined)
}

/** The time during which choices are collected, in milliseconds, so that trying several is one call. */
const SEND_DELAY_MS = 1_000
let timer: ReturnType<typeof setTimeout> | undefined

function sendPending(): void {
  clearTimeout(timer)
  timer = undefined
  const settings = pendingSettings()
  if (Object.keys(settings).length > 0) send(settings)
}

function recordSetting(name: string, value: unknown): void {
  storePending({ ...pendingSettings(), [name]: value })
  clearTimeout(timer)
  timer = setTimeout(sendPending, SEND_DELAY_MS)
}

/** Sends the pending choices to the account before the session ends. */
export async function flushSettings(): Promise<void> {
  if (timer !== undefined) sendPending()
  await lastSend
}

/** Applies the account's settings to this browser, and stores later choices in the account. */
export function applyAccountSettings({ tables = {}, ...settings }: User['preferences'] = {}): void {
  const tableSettings = Object.entries(tables).map(([table, columns]): [string, unknown] => [TABLE_PREFIX + table, columns])
  const localSettings = pendingSettings()
  applyChoices(new Map<string, unknown>([...Object.entries(settings), ...tableSettings, ...Object.entries(localSettings)]))
  setChoiceStore(recordSetting)
  sendPending()
}
