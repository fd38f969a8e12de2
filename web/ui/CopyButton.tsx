import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { Button } from './Button.tsx'
import { formTexts } from './form.texts.ts'
import { Icon } from './Icon.tsx'
import { CopyOutlined } from './icons.ts'

/** A button that copies a text to the clipboard. Renders nothing where the browser offers none. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useText()
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showNotice('success', t(formTexts.copied)),
      () => showNotice('warning', t(formTexts.notCopied)),
    )
  return <Button type="text" size="small" aria-label={t(formTexts.copy)} icon={<Icon of={CopyOutlined} />} onClick={() => void copy()} />
}
