import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isComposing } from './composing.ts'
import { type FieldName, type FieldPath, FormStore, pathOf } from './form-store.ts'
import { MainPressContext } from './main-press.ts'
import { focusRefused } from './refusal.ts'
import { useUnsaved } from './unsaved.ts'
import './form.css'

/** The controls of a form. The object stays the same while the component that created it is mounted. */
export interface FormInstance<V extends object> {
  readonly getFieldValue: <N extends keyof V & string>(name: N) => V[N]
  /** Returns the values of the mounted fields, or of all. */
  readonly getFieldsValue: (isAll?: true) => V
  readonly setFieldValue: <N extends keyof V & string>(name: N, value: V[N] | undefined) => void
  /** Replaces some values. */
  readonly setFieldsValue: (values: { readonly [N in keyof V]?: unknown }) => void
  readonly setFields: (fields: readonly { readonly name: FieldName; readonly errors: readonly string[] }[]) => void
  /** Lets the surrounding dialog or drawer close without a question until the user changes a value again. */
  readonly markSaved: () => void
  readonly resetFields: (names?: readonly FieldName[]) => void
  /**
   * Validates the mounted fields. Returns their values, or focuses the first wrong one and rejects with a
   * `FormProblem`.
   */
  readonly validateFields: () => Promise<V>
  /**
   * Returns a handler that validates the mounted fields and passes their values on. Wrong fields show their errors, and
   * the first one gets the focus.
   */
  readonly whenValid: (send: (values: V) => unknown) => () => void
  readonly store: FormStore
}

function instanceOf<V extends object>(store: FormStore): FormInstance<V> {
  return {
    store,
    getFieldValue: (name) => store.get([name]) as V[typeof name],
    getFieldsValue: (isAll) => (isAll ? store.allValues() : store.mountedValues()) as V,
    setFieldValue: (name, value) => store.set([name], value),
    setFieldsValue: (values) => store.merge(values),
    setFields: (fields) => store.setErrors(fields),
    markSaved: () => {
      store.isTouched = false
    },
    resetFields: (names) => store.reset(names),
    validateFields: () => store.validate() as Promise<V>,
    whenValid: (send) => store.whenValid((values) => send(values as V)),
  }
}

interface FormScope {
  readonly form: FormInstance<object>
  /** Id prefix of the form's fields. */
  readonly id: string
  /** The path of the list that the fields are in. */
  readonly path: FieldPath
}

const FormScopeContext = createContext<FormScope | null>(null)

/** Returns the surrounding form with the id prefix and path of its fields, or null. */
export const useFormScope = (): FormScope | null => useContext(FormScopeContext)

/** Returns a form for components that read or write its values outside its fields. */
export function useForm<V extends object = Record<string, unknown>>(): readonly [FormInstance<V>] {
  const [form] = useState(() => instanceOf<V>(new FormStore()))
  return [form]
}

/** Returns the surrounding form. */
export function useFormInstance<V extends object = Record<string, unknown>>(): FormInstance<V> {
  const formScope = useFormScope()
  if (!formScope) throw new Error('useFormInstance needs a form around it')
  return formScope.form as unknown as FormInstance<V>
}

type Selector<V, T> = (values: V) => T

/** Returns a value of a form and rerenders when it changes. `[]` returns all values of the mounted fields. */
export function useWatch<V extends object>(name: readonly [], form: FormInstance<V>): V | undefined
export function useWatch<V extends object, N extends keyof V & string>(name: N, form: FormInstance<V>): V[N] | undefined
export function useWatch<V extends object, T>(name: Selector<V, T>, form: FormInstance<V>): T | undefined
export function useWatch<T = unknown>(name: FieldName, form?: { readonly store: FormStore }): T | undefined
export function useWatch(name: FieldName | Selector<never, unknown>, form?: { readonly store: FormStore }): unknown {
  const formScope = useFormScope()
  const store = form?.store ?? formScope?.form.store
  if (!store) throw new Error('useWatch needs a form')
  return useSyncExternalStore(store.subscribe, () => {
    const values = store.mountedValues()
    return typeof name === 'function' ? name(values as never) : valueAt(values, pathOf(name))
  })
}

const valueAt = (values: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[key] : undefined), values)

interface FormProps<V extends object> {
  readonly form?: FormInstance<V>
  readonly initialValues?: { readonly [N in keyof V]?: unknown } | undefined
  /**
   * Called with the valid values on Enter or by a submit button. In a dialog, Enter presses the main button instead.
   */
  readonly onFinish?: (values: V) => void
  /** Called with the values that the user changed and all values. */
  readonly onValuesChange?: (changed: Partial<V>, values: V) => void
  /** Renders no form element, for a form within another. */
  readonly isBare?: boolean
  readonly disabled?: boolean
  readonly className?: string
  readonly children?: ReactNode
}

const isSearch = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'search'

/** A form: labels above the fields, errors below them. Enter in a field submits it. */
export function Form<V extends object = Record<string, never>>(props: FormProps<V>) {
  const { form: formStore, initialValues, onFinish, onValuesChange, isBare = false, disabled = false, className = '', children } = props
  const [own] = useForm<V>()
  const form = formStore ?? own
  const id = useId()
  const isOpen = useRef(false)
  form.store.start(initialValues ?? {}, !isOpen.current)
  isOpen.current = true
  useLayoutEffect(() => {
    form.store.handlers = { onValuesChange }
  })
  useUnsaved(() => form.store.isTouched)
  const dialogPress = useContext(MainPressContext)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React passes events of a dialog to the form whose component opened it.
    event.stopPropagation()
    if (focusRefused(event.currentTarget)) return
    // In a dialog with a main button, Enter presses that button under the same conditions.
    if (dialogPress?.()) return
    form.validateFields().then(
      (values) => (dialogPress ? undefined : onFinish?.(values)),
      () => undefined,
    )
  }
  // Enter of an input method only ends a word, and Enter in a search field belongs to the search.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (isComposing(event) || isSearch(event.target))) event.preventDefault()
  }
  const [place] = useState<FormScope>({ form: form as unknown as FormInstance<object>, id, path: [] })
  const placedChildren = <FormScopeContext value={place}>{children}</FormScopeContext>
  if (isBare) return placedChildren
  return (
    <form noValidate className={`k-form ${className}`} onSubmit={submit} onKeyDown={handleKeyDown}>
      <fieldset disabled={disabled}>
        {placedChildren}
        {/* A form with several fields takes Enter only with a submit button. */}
        {onFinish || dialogPress ? <button type="submit" hidden tabIndex={-1} /> : null}
      </fieldset>
    </form>
  )
}

interface ListControls {
  readonly add: (value?: unknown, at?: number) => void
  readonly remove: (at: number) => void
}

interface FieldListProps {
  readonly name: FieldName
  readonly children: (fields: readonly { readonly key: number; readonly name: number }[], controls: ListControls) => ReactNode
}

/** A list of fields or field groups. The names of the fields inside begin with their index in the list. */
export function FieldList({ name, children }: FieldListProps) {
  const formScope = useFormScope()
  if (!formScope) throw new Error('FieldList needs a form around it')
  const { store } = formScope.form
  const path = [...formScope.path, ...pathOf(name)]
  const key = path.join('.')
  const keys = useRef<number[]>([])
  const lastKey = useRef(0)
  const latest = useRef(path)
  latest.current = path
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is another array with every render; its key is the same.
  useLayoutEffect(() => store.mount({ path: latest.current, rules: () => [], element: () => null }), [store, key])
  const rows = (useSyncExternalStore(store.subscribe, () => store.get(path)) ?? []) as readonly unknown[]
  while (keys.current.length < rows.length) {
    lastKey.current += 1
    keys.current.push(lastKey.current)
  }
  keys.current.length = rows.length
  const controls: ListControls = {
    add: (value, at = keys.current.length) => {
      lastKey.current += 1
      keys.current = keys.current.toSpliced(at, 0, lastKey.current)
      store.addRow(path, value, at)
    },
    remove: (at) => {
      keys.current = keys.current.toSpliced(at, 1)
      store.removeRow(path, at)
    },
  }
  return (
    <FormScopeContext value={{ ...formScope, path }}>
      {children(
        rows.map((_, at) => ({ key: keys.current[at] ?? at, name: at })),
        controls,
      )}
    </FormScopeContext>
  )
}
