import { cloneElement, isValidElement, type ReactElement, type ReactNode, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { CheckboxGroup } from './Checkbox.tsx'
import { useFormScope } from './Form.tsx'
import { formTexts } from './form.texts.ts'
import { type FormRule, generalProblemOf } from './form-rules.ts'
import { type FieldName, pathOf } from './form-store.ts'
import { RadioGroup } from './RadioGroup.tsx'
import { RefusalProvider } from './refusal.ts'

interface FieldProps {
  /** The key of the form's value that the child edits. Without it the child has its own state. */
  readonly name?: FieldName
  readonly label?: ReactNode
  /** The id of the control, unless the field or the child names it. */
  readonly htmlFor?: string
  readonly rules?: readonly FormRule[]
  readonly required?: boolean
  /** A note below the control. */
  readonly hint?: ReactNode
  /** An error of a control outside the form's rules. */
  readonly problem?: ReactNode
  /** A second note, behind the label. */
  readonly aside?: ReactNode
  /** The property of the child that takes the value. */
  readonly valuePropName?: 'value' | 'checked'
  readonly initialValue?: unknown
  /** Renders only the control and its error, for a field within another. */
  readonly isBare?: boolean
  readonly hidden?: boolean
  readonly className?: string
  readonly children?: ReactNode
}

type Control = ReactElement<Record<string, unknown>>

const noSubscription: () => () => void = () => () => undefined

/** Connects a field to its form's store. */
function useStoreField({ name, rules = [], initialValue }: FieldProps, id: string) {
  const t = useText()
  const formScope = useFormScope()
  const store = name === undefined ? undefined : formScope?.form.store
  const path = name === undefined ? [] : [...(formScope?.path ?? []), ...pathOf(name)]
  const key = path.join('.')
  const latest = useRef({ path, rules, id })
  latest.current = { path, rules, id }
  if (initialValue !== undefined) store?.startField(path, initialValue)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is another array with every render; its key is the same.
  useLayoutEffect(
    () =>
      store?.mount({
        path: latest.current.path,
        rules: () => latest.current.rules,
        element: () => document.getElementById(latest.current.id),
      }),
    [store, key],
  )
  const value = useSyncExternalStore(store?.subscribe ?? noSubscription, () => store?.get(path))
  const errorMessage = useSyncExternalStore(store?.subscribe ?? noSubscription, () => store?.errorOf(path))
  // A rule without a message shows a general one.
  const { problem, min } = generalProblemOf(rules, value)
  const error = errorMessage === '' ? t(formTexts[problem], { min }) : errorMessage
  return { store, path, value, error }
}

/** Returns the value of a change event, or the argument itself for a control that passes no event. */
function changedValueOf(args: unknown, prop: 'value' | 'checked'): unknown {
  if (typeof args !== 'object' || args === null || !('target' in args)) return args
  return (args as { target: Record<string, unknown> }).target[prop]
}

const hasContent = (problem: ReactNode) => problem !== undefined && problem !== null && problem !== false && problem !== ''

interface FieldNotesProps {
  readonly base: string
  readonly problem: ReactNode
  readonly hint: ReactNode
}

/** The error and the note below a control. */
function FieldNotes({ base, problem, hint }: FieldNotesProps) {
  return (
    <>
      {problem === null ? null : (
        <div id={`${base}problem`} role="alert" className="k-field-problem">
          {problem}
        </div>
      )}
      {hint === null ? null : (
        <div id={`${base}hint`} className="k-field-hint">
          {hint}
        </div>
      )}
    </>
  )
}

/** A label, its control, a note and the error. Assistive technology reads note and error with the control. */
export function Field(props: FieldProps) {
  const { label, htmlFor, rules = [], hint, aside, valuePropName = 'value', isBare = false, hidden = false, className = '', children } = props
  const baseId = useId()
  const child = isValidElement(children) ? (children as Control) : null
  const id = (child?.props.id as string | undefined) ?? htmlFor ?? `${baseId}field`
  const { store, path, value, error } = useStoreField(props, id)
  const [refusal, setRefusal] = useState('')
  const problem = [props.problem, error].find(hasContent) ?? refusal
  const isWrong = hasContent(problem)
  // An error that equals the note replaces it.
  const hasHint = hasContent(hint) && hint !== problem
  const isGroup = child?.type === RadioGroup || child?.type === CheckboxGroup
  const isRequired = props.required ?? rules.some((rule) => rule.required)
  // The role of a group of check boxes supports neither state.
  const acceptsInvalidState = child?.type !== CheckboxGroup
  const descriptionIds = [isWrong ? `${baseId}problem` : '', hasHint ? `${baseId}hint` : ''].filter(Boolean).join(' ')
  const control =
    child && (typeof child.type === 'function' || (typeof child.type === 'object' && child.type !== null))
      ? cloneElement(child, {
          id,
          ...(isGroup && hasContent(label) && child.props['aria-label'] === undefined ? { 'aria-labelledby': `${baseId}label` } : {}),
          ...(store
            ? {
                [valuePropName]: valuePropName === 'checked' ? value === true : value,
                onChange: (...args: unknown[]) => {
                  store.enter(path, changedValueOf(args[0], valuePropName))
                  ;(child.props.onChange as ((...changeArgs: unknown[]) => void) | undefined)?.(...args)
                },
              }
            : {}),
          ...(isWrong && acceptsInvalidState ? { 'aria-invalid': true } : {}),
          ...(descriptionIds && child.props['aria-describedby'] === undefined ? { 'aria-describedby': descriptionIds } : {}),
          ...(isRequired && acceptsInvalidState ? { 'aria-required': true } : {}),
        })
      : children
  const fieldControl = <RefusalProvider value={setRefusal}>{control}</RefusalProvider>
  const notes = <FieldNotes base={baseId} problem={isWrong ? problem : null} hint={hasHint ? hint : null} />
  if (isBare)
    return (
      <div className="k-field-bare" hidden={hidden}>
        {fieldControl}
        {notes}
      </div>
    )
  return (
    <div className={`k-field ${className}`} hidden={hidden} data-invalid={isWrong || undefined}>
      {hasContent(label) ? (
        <div className="k-field-label">
          <label id={`${baseId}label`} htmlFor={id} data-required={isRequired || undefined}>
            {label}
          </label>
          {aside}
        </div>
      ) : null}
      {fieldControl}
      {notes}
    </div>
  )
}
