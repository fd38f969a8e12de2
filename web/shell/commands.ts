import { type PageKey, type Permission, pages } from '#/api/pages.ts'
import { languages, type Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { appearance } from '#/web/kernel/appearance.ts'
import { inCurrentLanguage, languageNames } from '#/web/kernel/language.ts'
import { can, canOpen, user } from '#/web/kernel/session.ts'
import { downloadExport } from '#/web/parts/files/download.ts'
import { fileTexts } from '#/web/parts/files/file.texts.ts'
import { colourModes, coloursSetting, controlSizes, setSize } from '#/web/ui/appearance-settings.ts'
import { commandTexts } from './commands.texts.ts'
import { lockScreen } from './lock.ts'
import { isMaximised } from './maximised.ts'
import { settingTexts } from './settings.texts.ts'
import { signOut } from './sign-out.ts'
import { switchLanguage } from './switch-language.ts'
import { texts } from './texts.ts'

/** A command of the search: it opens a page's dialog or acts at once. */
export interface SearchCommand {
  readonly key: string
  readonly titles: readonly Text[]
  /** The address that the command opens, or the action it performs. */
  readonly act: string | (() => void)
}

interface PageCommand {
  readonly text: keyof typeof commandTexts
  readonly page: PageKey
  /** The operation's permission. The command is listed only for users who have it. */
  readonly permission: Permission
  readonly operation: string
  readonly act: string | (() => Promise<{ readonly fileId: string | null }>)
}

const creationCommand = (text: PageCommand['text'], page: PageKey, permission: Permission, operation: string, value = '1'): PageCommand => ({
  text,
  page,
  permission,
  operation,
  act: `${pages[page].path}?create=${value}`,
})

/** Commands of pages, each with the page that has a button for the same action. */
export const pageCommands: readonly PageCommand[] = [
  creationCommand('newBatch', 'zfPtList', 'zf:make', 'payments.create'),
  creationCommand('newTopup', 'yufukuan', 'cz:apply', 'prepayments.submit'),
  creationCommand('newOrder', 'ordersListms', 'orders:make', 'orders.create', 'task'),
  creationCommand('newAccount', 'PtUserList', 'user:edit', 'users.create'),
  creationCommand('newAccount', 'employeeDw', 'user:edit', 'users.create'),
  creationCommand('newTemplate', 'xyList', 'xy:edit', 'templates.create'),
  creationCommand('newPlan', 'shoufeiblList', 'fee:edit', 'fees.createPlan'),
  creationCommand('newCentre', 'userMsList', 'centre:edit', 'centres.create'),
  { text: 'exportTopups', page: 'yufukuan', permission: 'yufukuan', operation: 'prepayments.exportList', act: () => api.prepayments.exportList({}) },
  { text: 'exportOrders', page: 'ordersListms', permission: 'ordersListms', operation: 'orders.export', act: () => api.orders.export({}) },
  { text: 'exportUnits', page: 'userDwList', permission: 'userDwList', operation: 'units.export', act: () => api.units.export({}) },
  { text: 'exportLog', page: 'syslog', permission: 'syslog', operation: 'audit.export', act: () => api.audit.export({ list: 'operations' }) },
]

/** Creates and downloads a file. A failed call shows its own notice. */
const createAndDownload = (make: () => Promise<{ readonly fileId: string | null }>) => () =>
  void make()
    .then((made) => downloadExport(made, inCurrentLanguage(fileTexts.writing)))
    .catch(() => undefined)

const sizeTexts = { default: texts.sizeDefault, medium: texts.sizeMedium, small: texts.sizeSmall, mini: texts.sizeMini }

/** Returns the commands that only change the interface. */
function interfaceCommands(): SearchCommand[] {
  return [
    ...(['light', 'dark', 'system'] as const).map((each) => ({
      key: each,
      titles: [settingTexts.appearance, settingTexts[each]],
      act: () => appearance.set(each),
    })),
    ...colourModes.map((colourMode) => ({
      key: `colours ${colourMode}`,
      titles: [settingTexts.colours, settingTexts[`colours_${colourMode}`]],
      act: () => coloursSetting.set(colourMode),
    })),
    ...controlSizes.map((size) => ({ key: size, titles: [texts.size, sizeTexts[size]], act: () => setSize(size) })),
    ...languages.map((language) => {
      const name = languageNames[language]
      return { key: language, titles: [texts.language, { zh: name, en: name, es: name, ja: name }], act: () => switchLanguage(language) }
    }),
    { key: 'maximise', titles: [texts.maximise], act: () => isMaximised.set(true) },
    { key: 'lock', titles: [texts.lock], act: lockScreen },
    { key: 'signOut', titles: [texts.logout], act: () => void signOut(location.pathname + location.search) },
  ]
}

/** Returns the commands available to the signed-in user. */
export function availableCommands(): readonly SearchCommand[] {
  const seen = new Set<string>()
  const open = pageCommands.filter(({ page, permission, text }) => {
    const isListed = user.get() !== null && canOpen(page) && can(permission) && !seen.has(text)
    if (isListed) seen.add(text)
    return isListed
  })
  return [
    ...open.map(({ text, act }) => ({ key: text, titles: [commandTexts[text]], act: typeof act === 'string' ? act : createAndDownload(act) })),
    ...interfaceCommands(),
  ]
}
