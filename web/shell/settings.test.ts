import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setLanguage } from '#/web/kernel/language.ts'
import { accentSetting, setSize } from '#/web/ui/appearance-settings.ts'
import { hasSettingsPanel, isSidebarOpen, MOBILE_PX, setSidebarOpen, shellSettings } from './settings.ts'

test('settings have the specification’s defaults, and a window below 992 px is mobile', () => {
  assert.equal(hasSettingsPanel, true)
  assert.equal(shellSettings.hasTags.get(), true)
  assert.equal(shellSettings.isHeaderFixed.get(), false)
  assert.equal(shellSettings.hasLogo.get(), true)
  assert.equal(shellSettings.hasPinyin.get(), true)
  assert.equal(MOBILE_PX, 992)
  assert.equal(isSidebarOpen.get(), true)
})

test('settings are stored under the names of the specification', () => {
  const storage = new Map<string, string>()
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { setItem: (key: string, value: string) => void storage.set(key, value) } })
  shellSettings.hasTags.set(false)
  shellSettings.isHeaderFixed.set(true)
  shellSettings.hasLogo.set(false)
  shellSettings.hasPinyin.set(false)
  accentSetting.set('#11a983')
  assert.deepEqual(Object.fromEntries(storage), {
    'setting.tagsView': 'false',
    'setting.fixedHeader': 'true',
    'setting.sidebarLogo': 'false',
    'setting.supportPinyinSearch': 'false',
    'setting.theme': '"#11a983"',
  })
})

test('the sidebar, the language and the size are stored in the specification’s cookies', () => {
  const writtenCookies: string[] = []
  const document = Object.defineProperty({ documentElement: { lang: '' } }, 'cookie', {
    set: (text: string) => void writtenCookies.push(text.split(';')[0] ?? ''),
  })
  Object.defineProperty(globalThis, 'document', { configurable: true, value: document })
  setSidebarOpen(false)
  setSidebarOpen(true)
  setLanguage('ja')
  setSize('mini')
  assert.deepEqual(writtenCookies, ['sidebarStatus=0', 'sidebarStatus=1', 'language=ja', 'size=mini'])
})
