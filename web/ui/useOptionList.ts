import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { isComposing } from './composing.ts'
import { flatOptions, matchingOptions, nextEnabled, normalizeText, type SelectOption, type SelectOptions, type SelectValue } from './select-options.ts'
import { usePinyin } from './usePinyin.ts'

interface ListSettings<V extends SelectValue> {
  readonly options: SelectOptions<V>
  readonly chosen: readonly V[]
  readonly isSearchable: boolean
  /** Receives the search text; the caller then passes other options. */
  readonly onSearch?: ((text: string) => void) | undefined
  readonly isDisabled: boolean
  /** The options still belong to an earlier search text. */
  readonly isLoading: boolean
  readonly startsOpen: boolean
  readonly startText: string
  readonly onChoose: (option: SelectOption<V>) => void
}

/** Pause in milliseconds after which typed letters start a new word. */
const TYPING_PAUSE_MS = 700

/**
 * Returns a function that takes a typed letter and returns the index of the option that starts with the letters typed
 * in quick succession; -1 without one.
 */
function useTypeahead() {
  const typedPrefix = useRef({ text: '', at: 0 })
  return (letter: string, options: readonly { readonly label: string; readonly disabled?: boolean }[]) => {
    const now = performance.now()
    typedPrefix.current = { text: (now - typedPrefix.current.at < TYPING_PAUSE_MS ? typedPrefix.current.text : '') + normalizeText(letter), at: now }
    return options.findIndex((option) => !option.disabled && normalizeText(option.label).startsWith(typedPrefix.current.text))
  }
}

/** Returns the headings of grouped options, by option value. */
function headingsOf<V extends SelectValue>(options: SelectOptions<V>): ReadonlyMap<V, string> {
  return new Map(options.flatMap((group) => ('options' in group ? group.options.map((option) => [option.value, group.label] as const) : [])))
}

interface KeySettings<V extends SelectValue> extends Pick<ListSettings<V>, 'isSearchable' | 'onChoose'> {
  readonly shown: readonly SelectOption<V>[]
  readonly at: number
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  readonly setPointed: (at: number) => void
}

/** Returns the key handler of a select's field. */
function useListKeys<V extends SelectValue>({ shown, at, isSearchable, isOpen, open, close, setPointed, onChoose }: KeySettings<V>) {
  const findByTyping = useTypeahead()
  const chooseByTyping = (event: KeyboardEvent) => {
    if (isSearchable || event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    const match = findByTyping(event.key, shown)
    open()
    if (match !== -1) setPointed(match)
  }
  const moveByKey: Readonly<Record<string, () => number>> = {
    ArrowDown: () => nextEnabled(shown, at, 1),
    ArrowUp: () => nextEnabled(shown, at, -1),
    ...(isSearchable ? {} : { Home: () => nextEnabled(shown, -1, 1), End: () => nextEnabled(shown, shown.length, -1) }),
    PageDown: () => nextEnabled(shown, Math.min(at + 9, shown.length - 2), 1),
    PageUp: () => nextEnabled(shown, Math.max(at - 9, 1), -1),
  }
  return (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const isPress = event.key === 'Enter' || (event.key === ' ' && !isSearchable)
    const moveSelection = moveByKey[event.key]
    if (moveSelection) {
      event.preventDefault()
      if (isOpen) setPointed(moveSelection())
      else open()
    } else if (isPress && !isOpen) {
      event.preventDefault()
      open()
    } else if (isPress) {
      event.preventDefault()
      const option = shown[at]
      if (option && !option.disabled) onChoose(option)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    } else if (event.key === 'Tab') close()
    else chooseByTyping(event)
  }
}

/** The open state, search text and active option of a select, and the properties of its field. */
export function useOptionList<V extends SelectValue>(settings: ListSettings<V>) {
  const { options, chosen, isSearchable, onSearch, isDisabled, isLoading, startsOpen, startText, onChoose } = settings
  const id = useId()
  const [isOpen, setOpen] = useState(startsOpen)
  const [query, setQuery] = useState(startText)
  const [pointed, setPointed] = useState<number | null>(null)
  const allOptions = useMemo(() => flatOptions(options), [options])
  const pinyinOf = usePinyin(onSearch === undefined && /[a-z]/i.test(normalizeText(query)))
  const visibleOptions = useMemo(() => (onSearch ? allOptions : matchingOptions(allOptions, query, pinyinOf)), [allOptions, query, pinyinOf, onSearch])
  const first = visibleOptions.findIndex((each) => chosen.includes(each.value))
  const preferredIndex = first === -1 ? nextEnabled(visibleOptions, -1, 1) : first
  const isOutdated = isLoading && onSearch !== undefined
  const at = isOutdated ? -1 : Math.min(pointed ?? preferredIndex, visibleOptions.length - 1)
  const search = (text: string) => {
    setQuery(text)
    setPointed(null)
    onSearch?.(text)
  }
  const open = () => {
    if (!isDisabled) setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setPointed(null)
    if (query !== '') search('')
  }
  const onKeyDown = useListKeys({ shown: visibleOptions, at, isSearchable, isOpen, open, close, setPointed, onChoose })
  const field = {
    role: 'combobox' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-expanded': isOpen,
    'aria-autocomplete': isSearchable ? ('list' as const) : ('none' as const),
    ...(isOpen ? { 'aria-controls': id } : {}),
    ...(isOpen && at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {}),
    autoComplete: 'off',
    spellCheck: false,
    onKeyDown,
    onBlur: close,
  }
  return { id, field, isOpen, open, close, query, search, shown: visibleOptions, at, setPointed, headings: headingsOf(options) }
}
