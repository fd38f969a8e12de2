import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { confirm as ask } from './confirm.ts'
import { Themed } from './Themed.tsx'
import { texts } from './texts.ts'
import { useLayer } from './useLayer.ts'
import { useSettled } from './useSettled.ts'

interface DialogProps {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly width?: number
  /** Stays above overlays that open later. */
  readonly isLast?: boolean
  /** The main button; without it the dialog can only be closed. */
  readonly confirm?: {
    readonly text: string
    readonly onPress: () => void
    readonly isBusy?: boolean
    readonly isDangerous?: boolean
    readonly isDisabled?: boolean
  }
  /** The form has input, so closing asks for confirmation. */
  readonly isDirty?: boolean
  /** The user cannot close the dialog. */
  readonly isFixed?: boolean
  readonly cancelText?: string
  /** The button to focus first in a dialog without fields. */
  readonly focus?: 'confirm' | 'cancel'
  /** Called after the opening animation, when a field can take the focus. */
  readonly onOpened?: () => void
}

/**
 * Moves the focus from ×, where antd puts it, to the first field, on devices with a keyboard. Skips fields that open a
 * list on focus. The dialog stays scrolled to its top, so that its subject is in view.
 */
function focusFirst() {
  const close = document.activeElement
  if (!close?.classList.contains('ant-modal-close') || !matchMedia('(pointer: fine)').matches) return
  const [first] = close.closest('.k-dialog')?.querySelectorAll<HTMLElement>('.ant-modal-body :is(input, select, textarea):not([type="file"], :disabled)') ?? []
  if (first && !first.matches('[aria-haspopup]:not([role="combobox"])')) first.focus({ preventScroll: true })
}

/**
 * A dialog. Enter submits its form, and Escape and × ask before discarding input. Its contents are reset with every
 * opening.
 */
export function DialogFrame({
  title,
  isOpen,
  onClose,
  children,
  width = 520,
  isLast = false,
  confirm,
  isDirty = false,
  isFixed = false,
  cancelText,
  focus,
  onOpened,
}: DialogProps) {
  const say = useText()
  const layer = useLayer(isOpen, isLast)
  const settling = useSettled(confirm && !confirm.isDisabled ? confirm.onPress : null)
  const close = () => {
    if (isFixed || confirm?.isBusy) return
    if (!isDirty) return onClose()
    ask({ title: say(texts.unsaved), okText: say(texts.discard), cancelText: say(texts.keepEditing), isDangerous: true, onOk: onClose })
  }
  return (
    <Themed>
      <Modal
        className="k-dialog"
        title={title}
        {...layer}
        width={width}
        onCancel={close}
        closable={isFixed ? false : { 'aria-label': say(texts.close) }}
        keyboard={!isFixed}
        afterOpenChange={(isThere) => {
          if (!isThere) return
          focusFirst()
          onOpened?.()
        }}
        mask={{ closable: false }}
        destroyOnHidden
        okText={confirm?.text}
        cancelText={cancelText ?? say(confirm ? texts.cancel : texts.close)}
        onOk={() => void settling.press()}
        confirmLoading={(confirm?.isBusy ?? false) || settling.isWaiting}
        okButtonProps={{
          autoFocus: focus === 'confirm',
          danger: confirm?.isDangerous ?? false,
          disabled: confirm?.isDisabled ?? false,
          ...(confirm ? {} : { style: { display: 'none' } }),
        }}
        cancelButtonProps={isFixed ? { style: { display: 'none' } } : { autoFocus: focus === 'cancel' }}
      >
        {children}
      </Modal>
    </Themed>
  )
}
