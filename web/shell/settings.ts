import { readCookie, writeCookie } from '#/web/kernel/cookies.ts'
import { remembered } from '#/web/kernel/preferences.ts'
import { signal } from '#/web/kernel/signal.ts'
import { accents, defaultAccent, type Size } from '#/web/ui/theme.ts'

const sizes: readonly Size[] = ['default', 'medium', 'small', 'mini']
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/** Below this body width the device is mobile and the sidebar a drawer (specification §9). */
export const MOBILE_PX = 992

/** What the settings drawer sets; the defaults are the specification's (§9). */
export const settings = {
  accent: remembered<string>('theme', defaultAccent, (value): value is string => accents.includes(value as string)),
  hasTags: remembered<boolean>('tagsView', true, isFlag),
  isHeaderFixed: remembered<boolean>('fixedHeader', false, isFlag),
  hasPinyin: remembered<boolean>('supportPinyinSearch', true, isFlag),
  hasLogo: remembered<boolean>('sidebarLogo', true, isFlag),
}

/** How large controls are; from the cookie, else medium. */
export const size = signal<Size>(sizes.find((each) => each === readCookie('size')) ?? 'medium')

/** Changes and remembers the size. */
export function setSize(next: Size): void {
  writeCookie('size', next)
  size.set(next)
}

/** Whether the sidebar is open: cookie 1 open, 0 closed. */
export const isSidebarOpen = signal(readCookie('sidebarStatus') !== '0')

/** Opens or closes the sidebar and remembers it. */
export function setSidebarOpen(isOpen: boolean): void {
  writeCookie('sidebarStatus', isOpen ? '1' : '0')
  isSidebarOpen.set(isOpen)
}
