import type { Language } from '#/domain/base/text.ts'
import { reloadAccount } from '#/web/kernel/account.ts'
import { inCurrentLanguage, setLanguage } from '#/web/kernel/language.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { queryClient } from '#/web/kernel/query.ts'
import { texts } from './texts.ts'

/** Switches the interface language and reloads texts that the server translated. */
export function switchLanguage(next: Language): void {
  setLanguage(next)
  void reloadAccount()
  void queryClient.invalidateQueries()
  showNotice('success', inCurrentLanguage(texts.languageSwitched))
}
