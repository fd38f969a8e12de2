import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type RefObject, useState } from 'react'

interface GridKeyInputProps {
  readonly element: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly cell: string | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPaste: (event: ClipboardEvent) => void
  readonly onTyped: (text: string) => void
}

/**
 * Keeps the focus of an editable grid and receives text typed on its active cell. Input methods compose only in an
 * editable field. If the field appeared with the first key, that key would become a letter outside the composition
 * ("z张").
 */
export function GridKeyInput({ element, label, cell, onKeyDown, onPaste, onTyped }: GridKeyInputProps) {
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const focusInput = (input: HTMLInputElement) => {
    const text = input.value
    input.value = ''
    setPlace(null)
    if (text !== '') onTyped(text)
  }
  const placeOverCell = (input: HTMLInputElement) => {
    const cellBox = cell === undefined ? null : document.getElementById(cell)?.getBoundingClientRect()
    const frame = input.offsetParent?.getBoundingClientRect()
    if (cellBox && frame) setPlace({ left: cellBox.left - frame.left, top: cellBox.top - frame.top, width: cellBox.width, height: cellBox.height })
  }
  return (
    <input
      ref={element}
      className={place ? 'k-grid-catcher k-grid-composing' : 'k-grid-catcher'}
      style={place ?? undefined}
      aria-label={label}
      aria-activedescendant={cell}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onInput={(event) => (event.nativeEvent as InputEvent).isComposing || focusInput(event.currentTarget)}
      onCompositionStart={(event) => placeOverCell(event.currentTarget)}
      onCompositionEnd={(event) => focusInput(event.currentTarget)}
    />
  )
}
