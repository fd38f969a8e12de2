import { brokenRuleMessage, type FormRule } from './form-rules.ts'

/** A key of a form's values, or the path to a nested one. */
export type FieldName = string | number | readonly (string | number)[]
export type FieldPath = readonly (string | number)[]

export const pathOf = (name: FieldName): FieldPath => (typeof name === 'object' ? name : [name])
export const keyOf = (path: FieldPath): string => JSON.stringify(path.map(String))

type Container = Record<string | number, unknown>
const isPlain = (value: unknown): value is Container => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Returns the value at a path, or undefined. */
export function getIn(values: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Container)[key] : undefined), values)
}

/** Returns a copy of the values with another value at a path. */
export function setIn(values: unknown, [key, ...rest]: FieldPath, value: unknown): unknown {
  if (key === undefined) return value
  const copy: Container = Array.isArray(values)
    ? ([...values] as unknown as Container)
    : isPlain(values)
      ? { ...values }
      : typeof key === 'number'
        ? ([] as never)
        : {}
  copy[key] = setIn(copy[key], rest, value)
  return copy
}

function mergeValues(values: unknown, patch: unknown): unknown {
  if (!isPlain(values) || !isPlain(patch)) return patch
  return { ...values, ...Object.fromEntries(Object.entries(patch).map(([key, value]) => [key, mergeValues(values[key], value)])) }
}

/** A field that is on the screen. */
interface MountedField {
  readonly path: FieldPath
  readonly rules: () => readonly FormRule[]
  /** The control of the field, or the box of a group. */
  readonly element: () => HTMLElement | null
}

/** The fields that a validation refused. */
export interface FormProblem {
  readonly errorFields: readonly { readonly name: FieldPath; readonly errors: readonly string[] }[]
}

const isFormProblem = (thrown: unknown): thrown is FormProblem => typeof thrown === 'object' && thrown !== null && 'errorFields' in thrown

/** Handlers of the form element, which may change with every render. */
interface Handlers {
  readonly onValuesChange?: ((changed: never, values: never) => void) | undefined
}

/** The result of `compareDocumentPosition` for an element that comes later. */
const FOLLOWING = 4

/** Focuses the element that comes first on the page, or the first control in it. */
function focusFirstInvalid(elements: readonly (HTMLElement | null)[]): void {
  const [first] = elements.filter((element) => element !== null).toSorted((one, other) => (one.compareDocumentPosition(other) & FOLLOWING ? -1 : 1))
  const control = first?.querySelector<HTMLElement>('input:not(:disabled)') ?? first
  control?.focus()
}

/** The values, errors and mounted fields of a form. Fields subscribe to their own part. */
export class FormStore {
  handlers: Handlers = {}
  /** The user has changed a value since the last reset of the form. Values set by code do not count. */
  isTouched = false
  private values: unknown = {}
  private initial: unknown = {}
  private errors: ReadonlyMap<string, string> = new Map()
  private readonly fields = new Set<MountedField>()
  private readonly listeners = new Set<() => void>()
  private mounted: { readonly values: unknown } | null = null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private changed(): void {
    this.mounted = null
    for (const listener of this.listeners) listener()
  }

  /** Sets the initial values of the form. A form that opens starts with them, except where it has values already. */
  start(initial: object, isOpening: boolean): void {
    this.initial = mergeValues(this.initial, initial)
    if (!isOpening) return
    this.values = mergeValues(initial, this.values)
    this.mounted = null
  }

  /** Sets the initial value of a single field that has none. */
  startField(path: FieldPath, value: unknown): void {
    if (getIn(this.initial, path) === undefined) this.initial = setIn(this.initial, path, value)
    if (getIn(this.values, path) !== undefined) return
    this.values = setIn(this.values, path, value)
    this.mounted = null
  }

  mount(field: MountedField): () => void {
    this.fields.add(field)
    this.changed()
    return () => {
      this.fields.delete(field)
      this.changed()
    }
  }

  get(path: FieldPath): unknown {
    return getIn(this.values, path)
  }

  errorOf(path: FieldPath): string | undefined {
    return this.errors.get(keyOf(path))
  }

  /** Returns the values of the mounted fields. The object is the same until one changes. */
  mountedValues(): unknown {
    this.mounted ??= {
      values: [...this.fields].reduce<unknown>((all, { path }) => setIn(all, path, getIn(this.values, path)), {}),
    }
    return this.mounted.values
  }

  allValues(): unknown {
    return this.values
  }

  /** Replaces values from outside and clears the errors of the changed fields. */
  merge(patch: object): void {
    const previousValues = this.values
    this.values = mergeValues(this.values, patch)
    this.dropErrors((path) => getIn(previousValues, path) === getIn(this.values, path))
    this.changed()
  }

  set(path: FieldPath, value: unknown): void {
    this.values = setIn(this.values, path, value)
    this.dropErrors((invalid) => keyOf(invalid) !== keyOf(path))
    this.changed()
  }

  /** Applies a user's input: stores the value, notifies the form and validates the field. */
  enter(path: FieldPath, value: unknown): void {
    if (Object.is(getIn(this.values, path), value)) return
    this.values = setIn(this.values, path, value)
    this.isTouched = true
    this.changed()
    this.handlers.onValuesChange?.(setIn({}, path, value) as never, this.mountedValues() as never)
    const field = [...this.fields].find((each) => keyOf(each.path) === keyOf(path))
    if (field) void this.check(field)
  }

  private rowsOf(path: FieldPath): readonly unknown[] {
    return (this.get(path) ?? []) as readonly unknown[]
  }

  /** Adds a row to a list, by default at its end. Two rows added in one event both stay. */
  addRow(path: FieldPath, value: unknown, at = this.rowsOf(path).length): void {
    this.enterList(path, this.rowsOf(path).toSpliced(at, 0, value))
  }

  removeRow(path: FieldPath, at: number): void {
    this.enterList(path, this.rowsOf(path).toSpliced(at, 1))
  }

  /** Replaces a list and clears the errors of its rows, because removing a row moves the rows behind it. */
  private enterList(path: FieldPath, rows: readonly unknown[]): void {
    const listPath = path.map(String)
    this.dropErrors((invalid) => listPath.some((key, at) => invalid[at] !== key))
    this.enter(path, rows)
  }

  private dropErrors(isValid: (path: FieldPath) => boolean): void {
    this.errors = new Map([...this.errors].filter(([key]) => isValid(JSON.parse(key) as FieldPath)))
  }

  /** Sets or removes the error of fields. */
  setErrors(problems: readonly { readonly name: FieldName; readonly errors: readonly string[] }[]): void {
    const next = new Map(this.errors)
    for (const { name, errors } of problems) {
      const key = keyOf(pathOf(name))
      if (errors[0] === undefined) next.delete(key)
      else next.set(key, errors[0])
    }
    this.errors = next
    this.changed()
  }

  /**
   * Validates a field, shows its error and returns it. An error for a value that has changed since is returned but not
   * shown.
   */
  private async check(field: MountedField): Promise<string | undefined> {
    const value = this.get(field.path)
    const problem = await brokenRuleMessage(field.rules(), value)
    if (Object.is(this.get(field.path), value) && this.errorOf(field.path) !== problem)
      this.setErrors([{ name: field.path, errors: problem === undefined ? [] : [problem] }])
    return problem
  }

  /**
   * Validates the mounted fields. Returns their values, or focuses the first wrong field and throws a `FormProblem`.
   */
  async validate(): Promise<unknown> {
    const fields = [...this.fields]
    const problems = await Promise.all(fields.map((field) => this.check(field)))
    const brokenFields = fields.flatMap((field, at) => (problems[at] === undefined ? [] : [{ field, error: problems[at] }]))
    if (brokenFields.length === 0) return this.mountedValues()
    focusFirstInvalid(brokenFields.map(({ field }) => field.element()))
    throw { errorFields: brokenFields.map(({ field, error }) => ({ name: field.path, errors: [error] })) } satisfies FormProblem
  }

  /**
   * Returns a handler that validates the mounted fields and passes their values to `send` if all are valid. Other
   * errors are reported as uncaught.
   */
  whenValid(send: (values: unknown) => unknown): () => void {
    const handleError = (thrown: unknown) => {
      if (!isFormProblem(thrown)) reportError(thrown)
    }
    return () => void this.validate().then(send).catch(handleError)
  }

  /** Restores the initial values of the named fields, or of all fields, and clears their errors. */
  reset(names?: readonly FieldName[]): void {
    if (names) for (const path of names.map(pathOf)) this.values = setIn(this.values, path, getIn(this.initial, path))
    else {
      this.values = this.initial
      this.isTouched = false
    }
    const keys = names?.map((name) => keyOf(pathOf(name)))
    this.dropErrors((path) => keys !== undefined && !keys.includes(keyOf(path)))
    this.changed()
  }
}
