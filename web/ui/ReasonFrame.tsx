import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import type { SubmitState } from '#/web/kernel/query.ts'
import { Alert } from './Alert.tsx'
import { isComposing } from './composing.ts'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { reasonTexts } from './reason.texts.ts'
import { PasswordInput, TextArea } from './TextInput.tsx'
import { useUnsaved } from './unsaved.ts'

/** The rule of a reason. The server has the same limits. */
interface ReasonRule {
  readonly label?: string
  /** The text that the user should write, and its readers. Defaults to the required length and a note on the log. */
  readonly hint?: string
  readonly least?: number
  readonly most?: number
  readonly isOptional?: boolean
}

const defaultLength = { least: 2, most: 200 }

const isLongEnough = (reason: string, { least = defaultLength.least, isOptional = false }: ReasonRule) =>
  [...reason.trim()].length >= least || (isOptional && reason.trim() === '')

interface ReasonFieldProps extends ReasonRule {
  readonly value: string
  readonly onChange: (reason: string) => void
  /** Called by Enter, while Shift+Enter inserts a line break. Without it Enter inserts one. */
  readonly onEnter?: () => void
  readonly problem?: string
  readonly inputRef?: Ref<HTMLTextAreaElement>
}

/** The field for a reason, with its rule always visible. */
export function ReasonField({ value, onChange, onEnter, problem = '', inputRef, ...rule }: ReasonFieldProps) {
  const t = useText()
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  useUnsaved(() => value !== '')
  const { least = defaultLength.least, most = defaultLength.most, isOptional = false } = rule
  const shownProblem = problem || (isLeft && !isLongEnough(value, rule) ? t(reasonTexts.short, { least }) : '')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!onEnter || event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    onEnter()
  }
  return (
    <Field
      className="k-reason"
      label={rule.label ?? t(isOptional ? reasonTexts.optional : reasonTexts.reason)}
      htmlFor={id}
      required={!isOptional}
      hint={<span id={`${id}-hint`}>{rule.hint ?? t(reasonTexts.hint, { least, most })}</span>}
      problem={shownProblem ? <span id={`${id}-wrong`}>{shownProblem}</span> : undefined}
    >
      <TextArea
        id={id}
        {...(inputRef ? { ref: inputRef } : {})}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(value !== '')}
        onKeyDown={handleKeyDown}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={most}
        aria-required={!isOptional}
        aria-invalid={shownProblem !== ''}
        aria-describedby={shownProblem ? `${id}-wrong ${id}-hint` : `${id}-hint`}
      />
    </Field>
  )
}

interface PasswordFieldProps {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly onEnter: () => void
  readonly inputRef: Ref<HTMLInputElement>
}

function PasswordField({ value, onChange, onEnter, inputRef }: PasswordFieldProps) {
  const t = useText()
  const id = useId()
  return (
    <Field className="k-reason" label={t(reasonTexts.password)} htmlFor={id} required>
      <PasswordInput
        id={id}
        ref={inputRef}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={onEnter}
        autoComplete="current-password"
        maxLength={100}
      />
    </Field>
  )
}

export interface ReasonInput {
  readonly reason: string
  readonly password: string
}

interface ReasonDialogProps {
  readonly title: ReactNode
  readonly onClose: () => void
  /** The effect and its object, and further inputs. */
  readonly children?: ReactNode
  readonly width?: number
  readonly confirmText: string
  readonly onConfirm: (input: ReasonInput) => void
  readonly isDangerous?: boolean
  /** The refusal stays visible until the next attempt. */
  readonly submission: SubmitState
  /** null when no reason is required. */
  readonly reason?: ReasonRule | null
  readonly hasPassword?: boolean
  /** The other inputs are incomplete. */
  readonly isDisabled?: boolean
  /** The user has filled in another input. */
  readonly isDirty?: boolean
}

/**
 * A confirmation that states the effect and asks for the reason and, if required, the login password. The first empty
 * field gets the focus. If there is none, the main button gets it, or Cancel when the action is dangerous.
 */
export function ReasonFrame(props: ReasonDialogProps) {
  const { reason: rule = {}, hasPassword = false, isDangerous = false } = props
  const { isBusy, failure } = props.submission
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const reasonInput = useRef<HTMLTextAreaElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  // The reason gets the focus only if no other input was incomplete when the dialog opened.
  const [isFirst] = useState(!props.isDisabled)
  const focusFirst = () => {
    if (isFirst) (reasonInput.current ?? passwordInput.current)?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (!failure) return
    if (passwordInput.current) passwordInput.current.select()
    else reasonInput.current?.focus()
  }, [failure])
  const isReady = (rule === null || isLongEnough(reason, rule)) && (!hasPassword || password !== '') && !props.isDisabled
  const send = () => {
    if (isReady && !isBusy) props.onConfirm({ reason: reason.trim(), password })
    else if (!isBusy && hasPassword && rule !== null && isLongEnough(reason, rule)) passwordInput.current?.focus()
  }
  const problem = failure?.issues.find((issue) => issue.path === 'reason')?.message ?? ''
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      onOpened={focusFirst}
      isDirty={password !== '' || (props.isDirty ?? false)}
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
    </Dialog>
  )
}
