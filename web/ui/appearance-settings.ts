import { onAccountSetting, recordChoice } from '#/web/kernel/choices.ts'
import { readCookie, writeCookie } from '#/web/kernel/cookies.ts'
import { storedSetting } from '#/web/kernel/preferences.ts'
import { signal } from '#/web/kernel/signal.ts'

export type ControlSize = 'default' | 'medium' | 'small' | 'mini'

/** The accent colour if the user has chosen none. */
export const defaultAccent = '#1890ff'

export const accents: readonly string[] = [defaultAccent, '#409EFF', '#304156', '#212121', '#11a983', '#13c2c2', '#6959CD', '#f5222d']

export const accentSetting = storedSetting<string>('theme', defaultAccent, (value): value is string => accents.includes(value as string))

export const colourModes = ['all', 'grey', 'safe'] as const
export type ColourMode = (typeof colourModes)[number]

/** The colour mode of the interface: all colours, greyscale, or colours for colour-blind users. */
export const coloursSetting = storedSetting<ColourMode>('colours', 'all', (value): value is ColourMode => colourModes.includes(value as ColourMode))

/** Every size, largest first. */
export const controlSizes: readonly ControlSize[] = ['default', 'medium', 'small', 'mini']

/** Returns the initial size: the cookie's, else medium (specification §9). */
export function chooseSize(cookie: string | null): ControlSize {
  return controlSizes.find((each) => each === cookie) ?? 'medium'
}

export const sizeSetting = signal<ControlSize>(chooseSize(readCookie('size')))

function applySize(next: ControlSize): void {
  writeCookie('size', next)
  sizeSetting.set(next)
}

/** Changes the size and stores it. */
export function setSize(next: ControlSize): void {
  applySize(next)
  recordChoice('size', next)
}

// The cookie has precedence (specification §9). Without one the account's size applies.
onAccountSetting('size', (value) => {
  const storedSize = controlSizes.find((each) => each === value)
  if (storedSize && readCookie('size') === null) applySize(storedSize)
})
