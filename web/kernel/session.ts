import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { type Permission, type pages, permissionsOfPage, superKey } from '#/api/pages.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { signal } from './signal.ts'
import { type GuardedStorage, siteStorage, tabStorage } from './storage.ts'
import { useSignal } from './useSignal.ts'
import { accountInToken, modeIn } from './wire.ts'

/** The user-info answer (specification §3). */
export type User = z.output<Modules['auth']['info']['output']>

const keys = { token: 'token', mode: 'nstype', centreId: 'yycenterid', executive: 'yzzgid' } as const
const PASSWORD_CHANGE_KEY = 'isEditPassWord'
/** Storage key of the message for the next page load. */
export const FLASH_KEY = 'flash'
/**
 * Storage keys of the interface settings (specification §3, App state), which survive a sign-out. Sidebar, language and
 * size are cookies. All other keys belong to the session.
 */
const persistedSettingKeys = ['theme', 'fixedHeader', 'tagsView', 'sidebarLogo', 'supportPinyinSearch'].map((name) => `setting.${name}`)

function clearStorage(storage: GuardedStorage, except: readonly string[]): void {
  for (const key of storage.keys()) if (!except.includes(key)) storage.remove(key)
}

const storedItem = (key: keyof typeof keys) => siteStorage.get(keys[key])

/** The account, centre and mode that this page was rendered for; empty before `pin`. */
const pageSession: { account: string; centreId: string | null; mode: string | null } = { account: '', centreId: null, mode: null }

function storeChoice(key: 'mode' | 'centreId', value: string): void {
  // A late answer for this page must not set the scope of an account that signed in meanwhile.
  if (session.difference() === 'account') return
  siteStorage.set(keys[key], value)
  pageSession[key] = value
}

const isChangedElsewhere = (key: 'mode' | 'centreId') => pageSession[key] !== null && storedItem(key) !== null && storedItem(key) !== pageSession[key]

/** The part of the session that another tab changed. */
export type SessionChange = 'account' | 'place'

/** The signed-in user, or null until the user info has arrived. */
export const user = signal<User | null>(null)

/** The session data in browser storage (specification §3, Browser storage). */
export const session = {
  token: () => storedItem('token'),
  mode: () => modeIn(storedItem('mode')),
  centreId: () => storedItem('centreId'),
  setToken: (token: string) => {
    siteStorage.set(keys.token, token)
    session.pin()
  },
  /** Stores the mode. A stored object with the same id stays. */
  setMode: (mode: number) => storeChoice('mode', (session.mode() === String(mode) ? storedItem('mode') : null) ?? String(mode)),
  setCentreId: (id: number) => storeChoice('centreId', String(id)),
  /** Records the session, centre and mode for which this page is rendered. Every page does this first. */
  pin: () => Object.assign(pageSession, { account: accountInToken(storedItem('token')), centreId: storedItem('centreId'), mode: storedItem('mode') }),
  /** Returns the difference between the stored session and that of this page; null after a sign-out. */
  difference: (): SessionChange | null => {
    if (pageSession.account === '' || storedItem('token') === null) return null
    if (accountInToken(storedItem('token')) !== pageSession.account) return 'account'
    return isChangedElsewhere('mode') || isChangedElsewhere('centreId') ? 'place' : null
  },
  /** Returns the parts of the headers that come from the session. */
  parts: () => ({ token: storedItem('token'), account: pageSession.account, mode: storedItem('mode'), centreId: storedItem('centreId') }),
  /** Stores the business that an operator acts for. An empty id removes it. */
  setExecutive: (id: string) => (id === '' ? siteStorage.remove(keys.executive) : siteStorage.set(keys.executive, id)),
  /**
   * Returns whether a storage change in another tab affects the session. A null key means that the storage was cleared.
   */
  keeps: (key: string | null) => key === null || Object.values<string>(keys).includes(key),
  /** Whether the sign-in answer demanded a password change. */
  isForced: () => tabStorage.get(PASSWORD_CHANGE_KEY) === '0',
  setForced: (isForced: boolean) => (isForced ? tabStorage.set(PASSWORD_CHANGE_KEY, '0') : tabStorage.remove(PASSWORD_CHANGE_KEY)),
  /** Removes all session data of this user. The session of another account stays. */
  clear: () => {
    if (session.difference() !== 'account') clearStorage(siteStorage, persistedSettingKeys)
    clearStorage(tabStorage, [FLASH_KEY])
    user.set(null)
  },
}

/** Returns whether the held keys include the permission. `session` needs no key, and admin3 includes all. */
export function includesPermission(held: readonly string[], permission: string): boolean {
  return permission === 'session' || held.includes(permission) || held.includes(superKey)
}

export function heldKeys(): string[] {
  return (user.get()?.data ?? []).map((row) => row.permission)
}

/** Returns whether the signed-in user holds the permission. The server checks again. */
export function can(permission: Permission | 'session'): boolean {
  return includesPermission(heldKeys(), permission)
}

/** Returns whether the user holds the key itself (specification §4, payment button). admin3 alone is not enough. */
export function hasExactPermission(permission: Permission): boolean {
  return heldKeys().includes(permission)
}

export function includesPage(held: readonly string[], page: keyof typeof pages): boolean {
  const keys = permissionsOfPage(page)
  return keys.length === 0 || keys.some((key) => includesPermission(held, key))
}

export function canOpen(page: keyof typeof pages): boolean {
  return includesPage(heldKeys(), page)
}

type DenialHandler = () => void

let denialHandler: DenialHandler | null = null

/** Sets the handler for an unexpected denial, e.g. after rights were revoked. Returns the function that removes it. */
export function onDenied(how: DenialHandler): () => void {
  denialHandler = how
  return () => {
    if (denialHandler === how) denialHandler = null
  }
}

export function reportDenied(): void {
  denialHandler?.()
}

/** Returns the signed-in user and rerenders when it changes. Never null inside the application frame. */
export function useUser(): User | null {
  return useSignal(user)
}

/** A centre in the account data. */
export interface SignedInCentre {
  readonly id: number
  readonly name: string
  readonly isdz: string
}

/** Parses the centres of `yycenter` (a JSON list). Returns none when it is not a list. */
export function centresOf(yycenter: string): SignedInCentre[] {
  try {
    const list: unknown = JSON.parse(yycenter)
    return Array.isArray(list) ? list.filter((each): each is SignedInCentre => typeof each?.id === 'number' && typeof each?.isdz === 'string') : []
  } catch {
    return []
  }
}

/** Parses the settlement modes of an `isdz` text, e.g. `1,2`. */
export function modesOf(isdz: string): number[] {
  return isdz
    .split(',')
    .map(Number)
    .filter((mode) => mode === settlementMode.individualBusiness || mode === settlementMode.generalContract)
}
