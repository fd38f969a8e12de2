import { readCookie, writeCookie } from '#/web/kernel/cookies.ts'
import { remembered } from '#/web/kernel/preferences.ts'
import { signal } from '#/web/kernel/signal.ts'

/** How large controls are. */
export type Size = 'default' | 'medium' | 'small' | 'mini'

/** The theme's one accent colour unless the person chose another. */
export const defaultAccent = '#1890ff'

/** The other accents to choose from. */
export const accents: readonly string[] = [defaultAccent, '#409EFF', '#304156', '#212121', '#11a983', '#13c2c2', '#6959CD', '#f5222d']

/** The accent that the person chose. */
export const accent = remembered<string>('theme', defaultAccent, (value): value is string => accents.includes(value as string))

/** Every size, the largest first. */
export const sizes: readonly Size[] = ['default', 'medium', 'small', 'mini']

/** The size to start with: the cookie's, else medium (specification §9). */
export function chooseSize(cookie: string | null): Size {
  return sizes.find((each) => each === cookie) ?? 'medium'
}

/** How large controls are. */
export const size = signal<Size>(chooseSize(readCookie('size')))

/** Changes and remembers the size. */
export function setSize(next: Size): void {
  writeCookie('size', next)
  size.set(next)
}
