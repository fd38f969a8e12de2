import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { confirm } from './confirm.ts'
import { formTexts } from './form.texts.ts'
import type { UnsavedInputs } from './unsaved.ts'

/** Returns a close function that asks before it discards input, and the set in which inputs register. */
export function useConfirmedClose(isDirty: boolean, onClose: () => void) {
  const t = useText()
  const [inputs] = useState<UnsavedInputs>(() => new Set())
  const close = () => {
    if (!isDirty && ![...inputs].some((isUnsaved) => isUnsaved())) return onClose()
    confirm({ title: t(formTexts.unsaved), okText: t(formTexts.discard), cancelText: t(formTexts.keepEditing), isDangerous: true, onOk: onClose })
  }
  return { inputs, close }
}
