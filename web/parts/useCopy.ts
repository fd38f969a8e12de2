import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { formTexts } from '#/web/ui/form.texts.ts'

/**
 * Returns a function that copies a text and shows the result. Browsers offer no clipboard on plain http. For a text that
 * is not on the page, pass `isHidden`, so that the notice contains it.
 */
export function useCopy(): (text: string, options?: { readonly isHidden?: boolean }) => Promise<void> {
  const t = useText()
  return async (text, { isHidden = false } = {}) => {
    try {
      await navigator.clipboard.writeText(text)
      showNotice('success', t(formTexts.copied))
    } catch {
      showNotice('warning', isHidden ? `${t(formTexts.notCopied)} ${text}` : t(formTexts.notCopied))
    }
  }
}
