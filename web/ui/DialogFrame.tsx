import { type ReactNode, useRef } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { formTexts } from './form.texts.ts'
import { Overlay } from './Overlay.tsx'
import { focusRefused } from './refusal.ts'
import { texts } from './texts.ts'
import { UnsavedContext } from './unsaved.ts'
import { useConfirmedClose } from './useConfirmedClose.ts'
import { usePressAfterSettled } from './usePressAfterSettled.ts'

interface DialogProps {
  readonly title: ReactNode
  /** False leaves the dialog closed. */
  readonly isOpen?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly width?: number
  /** Stays above overlays that are opened later. */
  readonly isLast?: boolean
  /** The main button; without it the dialog can only be closed. */
  readonly confirm?: {
    readonly text: string
    readonly onPress: () => void
    readonly isBusy?: boolean
    readonly isDangerous?: boolean
    readonly isDisabled?: boolean
  }
  /** Closing asks for confirmation. Forms, file fields and reasons in a dialog with a main button report input themselves. */
  readonly isDirty?: boolean
  /** The user cannot close the dialog. */
  readonly isFixed?: boolean
  readonly cancelText?: string
  /** The button to focus first in a dialog without fields. */
  readonly focus?: 'confirm' | 'cancel'
  /** Called after the opening animation, when a field can take the focus. */
  readonly onOpened?: () => void
}

const fields = '.k-overlay-body :is(input, select, textarea):not([type="file"], :disabled)'

/**
 * Moves the focus to the named button. Without one, moves it to the first field on devices with a mouse, unless the
 * field opens a list on focus. Keeps the dialog scrolled to its top, so that its subject stays visible.
 */
function focusFirstField(dialog: HTMLElement, button: 'confirm' | 'cancel' | undefined): void {
  if (dialog !== document.activeElement) return
  const [first] = dialog.querySelectorAll<HTMLElement>(fields)
  if (button) dialog.querySelector<HTMLElement>(`[data-button="${button}"]`)?.focus({ preventScroll: true })
  else if (matchMedia('(pointer: fine)').matches && first && !first.matches('[aria-haspopup]:not([role="combobox"])')) first.focus({ preventScroll: true })
}

/**
 * A dialog. Enter submits its form, and Escape and × ask before discarding input. Every opening resets the contents.
 */
export function DialogFrame(props: DialogProps) {
  const { title, isOpen = true, onClose, children, width = 520, isLast = false, confirm, isDirty = false, isFixed = false, cancelText, focus, onOpened } = props
  const t = useText()
  const guardedPress = usePressAfterSettled(confirm && !confirm.isDisabled ? confirm.onPress : null)
  const isBusy = (confirm?.isBusy ?? false) || guardedPress.isWaiting
  const { inputs, close: closeOrAsk } = useConfirmedClose(isDirty, onClose)
  const close = () => {
    if (!isFixed && !confirm?.isBusy) closeOrAsk()
  }
  const overlay = useRef<HTMLElement | null>(null)
  const send = () => {
    if (!focusRefused(overlay.current)) void guardedPress.press()
  }
  const submit = () => {
    if (!confirm || confirm.isDisabled || confirm.isDangerous) return false
    if (!isBusy) send()
    return true
  }
  return (
    <Overlay
      kind="dialog"
      isOpen={isOpen}
      onClose={close}
      title={title}
      width={width}
      isLast={isLast}
      isFixed={isFixed}
      onSubmit={confirm ? submit : undefined}
      onOpened={(dialog) => {
        overlay.current = dialog
        focusFirstField(dialog, focus)
        onOpened?.()
      }}
      footer={
        <>
          {isFixed ? null : (
            <Button data-button="cancel" onClick={close}>
              {cancelText ?? t(confirm ? formTexts.cancel : texts.close)}
            </Button>
          )}
          {confirm ? (
            <Button
              data-button="confirm"
              type="primary"
              danger={confirm.isDangerous ?? false}
              disabled={confirm.isDisabled ?? false}
              loading={isBusy}
              onClick={send}
            >
              {confirm.text}
            </Button>
          ) : null}
        </>
      }
    >
      {/* Without a main button there is nothing to save. */}
      <UnsavedContext value={confirm ? inputs : null}>{children}</UnsavedContext>
    </Overlay>
  )
}
