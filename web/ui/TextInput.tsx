import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { isComposing } from './composing.ts'
import { formTexts } from './form.texts.ts'
import { Icon } from './Icon.tsx'
import { CloseCircleFilled, EyeInvisibleOutlined, EyeOutlined, SearchOutlined } from './icons.ts'
import { texts } from './texts.ts'
import './form.css'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'prefix' | 'ref' | 'value'> {
  readonly value?: string | number | undefined
  readonly ref?: Ref<HTMLInputElement>
  readonly prefix?: ReactNode
  readonly suffix?: ReactNode
  /** Offers a button that empties the field. */
  readonly isClearable?: boolean
  /** Shows how many of the possible characters are used. */
  readonly hasCount?: boolean
  /** Called by Enter, but not while an input method composes. */
  readonly onPressEnter?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Clears an input as if the user had done it, so that its handlers run. */
function clearInput(input: HTMLInputElement): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}

/** A field for a line of text. Works inside `Field`. */
export function TextInput({
  ref,
  value,
  prefix,
  suffix,
  isClearable = false,
  hasCount = false,
  onPressEnter,
  onKeyDown,
  className = '',
  style,
  type = 'text',
  ...rest
}: TextInputProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const isPlain = prefix === undefined && suffix === undefined && !isClearable && !hasCount
  const text = value ?? ''
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.key === 'Enter' && !isComposing(event) && onPressEnter) {
      event.preventDefault()
      onPressEnter(event)
    }
  }
  const plainInput = (
    <input
      {...rest}
      ref={input}
      type={type}
      value={text}
      onKeyDown={handleKeyDown}
      className={isPlain ? `k-input ${className}` : 'k-affix-input'}
      {...(isPlain && style ? { style } : {})}
    />
  )
  if (isPlain) return plainInput
  return (
    <span className={`k-input k-affix ${className}`} style={style} data-disabled={rest.disabled || undefined} data-invalid={rest['aria-invalid'] || undefined}>
      {prefix === undefined ? null : <span className="k-affix-mark">{prefix}</span>}
      {plainInput}
      {isClearable && text !== '' && !rest.disabled ? (
        <button type="button" className="k-affix-button" tabIndex={-1} aria-label={t(texts.clear)} onClick={() => input.current && clearInput(input.current)}>
          <Icon of={CloseCircleFilled} />
        </button>
      ) : null}
      {hasCount ? (
        <span className="k-affix-mark" aria-hidden="true">
          {String(text).length}
          {rest.maxLength ? ` / ${rest.maxLength}` : ''}
        </span>
      ) : null}
      {suffix === undefined ? null : <span className="k-affix-mark">{suffix}</span>}
    </span>
  )
}

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'suffix' | 'isClearable' | 'hasCount'> {
  /** The user may not see the characters. */
  readonly isAlwaysHidden?: boolean
}

/** A field for a password, with a button that shows the characters. */
export function PasswordInput({ isAlwaysHidden = false, ...rest }: PasswordInputProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  if (isAlwaysHidden) return <TextInput {...rest} type="password" />
  return (
    <TextInput
      {...rest}
      type={isShown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className="k-affix-button"
          aria-label={t(isShown ? formTexts.hideCharacters : formTexts.showCharacters)}
          // A press on the button leaves the caret in place.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          <Icon of={isShown ? EyeOutlined : EyeInvisibleOutlined} />
        </button>
      }
    />
  )
}

interface SearchInputProps extends TextInputProps {
  readonly onSearch?: (text: string) => void
}

/** A field for a search text, with a button that clears it. Enter starts the search. */
export function SearchInput({ onSearch, ...rest }: SearchInputProps) {
  return (
    <TextInput
      {...rest}
      type="search"
      prefix={<Icon of={SearchOutlined} />}
      isClearable
      {...(onSearch ? { onPressEnter: (event: KeyboardEvent<HTMLInputElement>) => onSearch(event.currentTarget.value) } : {})}
    />
  )
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'ref'> {
  readonly value?: string | undefined
  readonly ref?: Ref<HTMLTextAreaElement>
  /** Grows with the text between these rows. */
  readonly autoSize?: { readonly minRows: number; readonly maxRows?: number }
  readonly hasCount?: boolean
}

/** A field for several lines of text. Works inside `Field`. */
export function TextArea({ ref, value, autoSize, hasCount = false, className = '', rows, ...rest }: TextAreaProps) {
  const textArea = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => textArea.current as HTMLTextAreaElement)
  const text = value ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = textArea.current
    if (!element || !autoSize || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + 2}px`
  }, [text, autoSize?.maxRows])
  const size = autoSize ? { '--least': autoSize.minRows, '--most': autoSize.maxRows ?? 100 } : {}
  const input = (
    <textarea
      {...rest}
      ref={textArea}
      value={text}
      rows={autoSize?.minRows ?? rows ?? 2}
      className={`k-input k-area ${autoSize ? 'k-area-grows' : ''} ${className}`}
      style={{ ...size, ...rest.style } as ComponentProps<'textarea'>['style']}
    />
  )
  if (!hasCount) return input
  return (
    <div className="k-counted">
      {input}
      <span className="k-note" aria-hidden="true">
        {text.length}
        {rest.maxLength ? ` / ${rest.maxLength}` : ''}
      </span>
    </div>
  )
}
