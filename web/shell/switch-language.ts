import type { Language } from '#/domain/base/text.ts'
import { plain, setLanguage } from '#/web/kernel/language.ts'
import { notify } from '#/web/kernel/notices.ts'
import { queries } from '#/web/kernel/query.ts'
import { texts } from './texts.ts'

/** Switches the interface language and reloads texts that the server translated. */
export function switchLanguage(next: Language): void {
  setLanguage(next)
  void queries.invalidateQueries()
  notify('success', plain(texts.languageSwitched))
}
