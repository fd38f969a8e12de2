import { readCookie, writeCookie } from '#/web/kernel/cookies.ts'
import { storedSetting } from '#/web/kernel/preferences.ts'
import { signal } from '#/web/kernel/signal.ts'
import { type IdleMinutes, idleChoices } from './lock.ts'

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/** Below this body width the device is mobile and the sidebar is a drawer (specification §9). */
export const MOBILE_PX = 992

/** Whether the settings panel is available (specification §9: on). */
export const hasSettingsPanel: boolean = true

/** The values of the settings drawer, with the defaults of the specification (§9). */
export const shellSettings = {
  hasTags: storedSetting<boolean>('tagsView', true, isFlag),
  isHeaderFixed: storedSetting<boolean>('fixedHeader', false, isFlag),
  hasPinyin: storedSetting<boolean>('supportPinyinSearch', true, isFlag),
  hasLogo: storedSetting<boolean>('sidebarLogo', true, isFlag),
  /** Our addition: the shortcut can be disabled, because speech input may type a question mark (WCAG 2.1.4). */
  hasShortcutKey: storedSetting<boolean>('shortcutKey', true, isFlag),
  /** Our addition: minutes without an action after which the screen locks; 0 means never. */
  lockAfter: storedSetting<IdleMinutes>('lockAfter', 0, (value): value is IdleMinutes => idleChoices.includes(value as IdleMinutes)),
}

/** Whether the sidebar is open. Cookie: 1 open, 0 closed. */
export const isSidebarOpen = signal(readCookie('sidebarStatus') !== '0')

/** Opens or closes the sidebar and stores the state. */
export function setSidebarOpen(isOpen: boolean): void {
  writeCookie('sidebarStatus', isOpen ? '1' : '0')
  isSidebarOpen.set(isOpen)
}
