import { Form, type GetRef, Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { Alert } from './Alert.tsx'
import { DialogFrame } from './DialogFrame.tsx'
import { reasonTexts } from './reason.texts.ts'

/** How a reason is asked for; the server has the same limits. */
interface ReasonRule {
  readonly label?: string
  /** What to write and who will read it; without it, how long it has to be and that it is logged. */
  readonly hint?: string
  readonly least?: number
  readonly most?: number
  readonly isOptional?: boolean
}

const usual = { least: 2, most: 200 }

const isLongEnough = (reason: string, { least = usual.least, isOptional = false }: ReasonRule) =>
  [...reason.trim()].length >= least || (isOptional && reason.trim() === '')

type TextAreaRef = GetRef<typeof Input.TextArea>

interface ReasonFieldProps extends ReasonRule {
  readonly value: string
  readonly onChange: (reason: string) => void
  /** Enter sends, Shift and Enter begin a new line; without it Enter begins a new line. */
  readonly onEnter?: () => void
  readonly problem?: string
  readonly inputRef?: Ref<TextAreaRef>
}

/** Why something is done, with its rule in sight. */
export function ReasonField({ value, onChange, onEnter, problem = '', inputRef, ...rule }: ReasonFieldProps) {
  const say = useText()
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  const { least = usual.least, most = usual.most, isOptional = false } = rule
  const wrong = problem || (isLeft && !isLongEnough(value, rule) ? say(reasonTexts.short, { least }) : '')
  const press = (event: KeyboardEvent) => {
    if (!onEnter || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <Form.Item
      layout="vertical"
      className="k-reason"
      label={rule.label ?? say(isOptional ? reasonTexts.optional : reasonTexts.reason)}
      htmlFor={id}
      required={!isOptional}
      extra={<span id={`${id}-hint`}>{rule.hint ?? say(reasonTexts.hint, { least, most })}</span>}
      {...(wrong ? { validateStatus: 'error' as const, help: <span id={`${id}-wrong`}>{wrong}</span> } : {})}
    >
      <Input.TextArea
        id={id}
        {...(inputRef ? { ref: inputRef } : {})}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(value !== '')}
        onKeyDown={press}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={most}
        aria-required={!isOptional}
        aria-invalid={wrong !== ''}
        aria-describedby={wrong ? `${id}-wrong ${id}-hint` : `${id}-hint`}
      />
    </Form.Item>
  )
}

interface PasswordFieldProps {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly onEnter: () => void
  readonly inputRef: Ref<InputRef>
}

function PasswordField({ value, onChange, onEnter, inputRef }: PasswordFieldProps) {
  const say = useText()
  const id = useId()
  return (
    <Form.Item layout="vertical" className="k-reason" label={say(reasonTexts.password)} htmlFor={id} required>
      <Input.Password
        id={id}
        ref={inputRef}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={onEnter}
        autoComplete="current-password"
        maxLength={100}
      />
    </Form.Item>
  )
}

/** What was entered for the action. */
export interface Given {
  readonly reason: string
  readonly password: string
}

interface ReasonDialogProps {
  readonly title: ReactNode
  readonly onClose: () => void
  /** What will happen, to what; other inputs too. */
  readonly children?: ReactNode
  readonly width?: number
  readonly confirmText: string
  readonly onConfirm: (given: Given) => void
  readonly isDangerous?: boolean
  readonly isBusy: boolean
  /** What the server answered; it stays in sight until the next try. */
  readonly failure?: ApiError | null
  /** null where no reason is asked for. */
  readonly reason?: ReasonRule | null
  readonly hasPassword?: boolean
  /** The other inputs are not complete. */
  readonly isDisabled?: boolean
  /** Something was entered into the other inputs. */
  readonly isDirty?: boolean
}

/**
 * Asks before something is done: says what will happen, takes the reason and, where it matters, the login password once more. What is to be filled in
 * has the focus, or else the button: the harmless one when the action is dangerous.
 */
export function ReasonFrame(props: ReasonDialogProps) {
  const { reason: rule = {}, hasPassword = false, isDangerous = false, isBusy, failure = null } = props
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const reasonInput = useRef<TextAreaRef>(null)
  const passwordInput = useRef<InputRef>(null)
  // Other inputs come before the reason: then those are for the person to find first.
  const [isFirst] = useState(!props.isDisabled)
  const opened = () => {
    if (isFirst) (reasonInput.current ?? passwordInput.current)?.focus()
  }
  useEffect(() => {
    if (!failure) return
    if (passwordInput.current) passwordInput.current.focus({ cursor: 'all' })
    else reasonInput.current?.focus()
  }, [failure])
  const isReady = (rule === null || isLongEnough(reason, rule)) && (!hasPassword || password !== '') && !props.isDisabled
  const send = () => {
    if (isReady && !isBusy) props.onConfirm({ reason: reason.trim(), password })
    else if (!isBusy && hasPassword && rule !== null && isLongEnough(reason, rule)) passwordInput.current?.focus()
  }
  const problem = failure?.issues.find((issue) => issue.path === 'reason')?.message ?? ''
  return (
    <DialogFrame
      title={props.title}
      isOpen
      onClose={props.onClose}
      onOpened={opened}
      isDirty={reason !== '' || password !== '' || (props.isDirty ?? false)}
      {...(props.width ? { width: props.width } : {})}
      {...(rule === null && !hasPassword ? { focus: isDangerous ? ('cancel' as const) : ('confirm' as const) } : {})}
      confirm={{ text: props.confirmText, onPress: send, isBusy, isDangerous, isDisabled: !isReady }}
    >
      <div className="k-stack">
        {props.children}
        {rule === null ? null : <ReasonField {...rule} value={reason} onChange={setReason} onEnter={send} problem={problem} inputRef={reasonInput} />}
        {hasPassword ? <PasswordField value={password} onChange={setPassword} onEnter={send} inputRef={passwordInput} /> : null}
        {failure && !problem ? <Alert type="error" showIcon title={failure.message} /> : null}
      </div>
    </DialogFrame>
  )
}
