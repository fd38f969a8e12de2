import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { Button } from './Button.tsx'
import { formTexts } from './form.texts.ts'
import { Icon } from './Icon.tsx'
import { CopyOutlined } from './icons.ts'

/** A button that copies a text to the clipboard. Renders nothing where the browser offers none. */
export function CopyButton({ text }: { readonly text: string }) {
  const say = useText()
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify('success', say(formTexts.copied)),
      () => notify('warning', say(formTexts.notCopied)),
    )
  return <Button type="text" size="small" aria-label={say(formTexts.copy)} icon={<Icon of={CopyOutlined} />} onClick={() => void copy()} />
}
