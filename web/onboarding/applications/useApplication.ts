import { useCallback, useEffect, useRef, useState } from 'react'
import { dayOf } from '#/domain/base/period.ts'
import {
  type ApplicationField,
  applicableFields,
  defaultAges,
  type FormContext,
  fieldProblem,
  fieldsOf,
  normalizeAnswer,
} from '#/domain/onboarding/application-fields.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { fillTemplate } from './phrases.ts'
import type { PictureReadings } from './picture-calls.ts'

export type ApplicantForm = OutputOf<typeof api.applications.open>
export type ApplicationOptions = OutputOf<typeof api.applications.options>

/** An application being edited, with its saved and unsaved values. */
export interface ApplicationForm {
  readonly own: ApplicantForm
  readonly values: Readonly<Record<string, string>>
  readonly typed: Readonly<Record<string, string>>
  readonly around: FormContext
  readonly expectedFields: readonly ApplicationField[]
  readonly isOpen: (field: ApplicationField) => boolean
  readonly type: (field: string, value: string) => void
  readonly problemOf: (field: ApplicationField, isStrict: boolean) => string
  readonly save: (fields: readonly ApplicationField[]) => Promise<void>
  readonly refresh: () => Promise<void>
  readonly putReadings: (read: PictureReadings) => Promise<void>
  readonly setOwn: (application: ApplicantForm) => void
}

const isPicture = (field: ApplicationField) => field.form === 'picture' || field.form === 'pictures'

/**
 * Reads the application of a ticket. Only the first read shows a notice when it fails, because pages poll. `isOver` is
 * true when the ticket is no longer valid.
 */
export function useOwnApplication(ticket: string) {
  const [own, setOwn] = useState<ApplicantForm | null>(null)
  const [failure, setFailure] = useState('')
  const [isOver, setOver] = useState(false)
  const wasRequested = useRef(false)
  const refresh = useCallback(async () => {
    const isQuiet = wasRequested.current
    wasRequested.current = true
    try {
      setOwn(await api.applications.open({ ticket }, { isQuiet }))
      setFailure('')
    } catch (error) {
      if (error instanceof ApiError && error.error === 'ticketDead') setOver(true)
      else setFailure(error instanceof Error ? error.message : 'Has Error')
    }
  }, [ticket])
  useEffect(() => void refresh(), [refresh])
  return { own, setOwn, failure, isOver, refresh }
}

/** Returns the application with unsaved values on top of the saved ones. A masked saved value counts as filled in. */
export function useApplicationForm(
  ticket: string,
  options: ApplicationOptions,
  own: ApplicantForm,
  setOwn: (own: ApplicantForm) => void,
  refresh: () => Promise<void>,
): ApplicationForm {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const latest = useRef(typed)
  latest.current = typed
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  // Runs saves one after another. An outdated answer would overwrite values saved in between.
  const runInOrder = useCallback((work: () => Promise<void>): Promise<void> => {
    const queuedWork = queue.current.then(work)
    queue.current = queuedWork.catch(() => undefined)
    return queuedWork
  }, [])
  const refreshInOrder = useCallback(() => runInOrder(refresh), [runInOrder, refresh])
  const storedFields = new Map(own.values.map((value) => [value.field, value]))
  const values: Record<string, string> = {}
  for (const value of own.values) values[value.field] = value.value
  Object.assign(values, typed)
  const centre = options.centres.find((each) => String(each.id) === values.centreId)
  const formContext = { values, today: dayOf(new Date(nowMs())), ages: centre?.ages ?? defaultAges }
  const isStillMasked = (field: ApplicationField) => typed[field.name] === undefined && storedFields.get(field.name)?.isMasked === true
  const problemOf = (field: ApplicationField, isStrict: boolean): string => {
    if (isPicture(field)) return ''
    const value = normalizeAnswer(field, values[field.name] ?? '')
    if (isStillMasked(field) || (value === '' && !isStrict)) return ''
    const problem = fieldProblem(field, value, formContext)
    return problem ? fillTemplate(inCurrentLanguage(problem.text), problem.values ?? {}) : ''
  }
  const saveNow = async (fields: readonly ApplicationField[]) => {
    const filledFields = fields.filter((field) => latest.current[field.name] !== undefined && !isPicture(field))
    if (filledFields.length === 0) return
    const sentAnswers = new Map(filledFields.map((field) => [field.name as string, latest.current[field.name] ?? '']))
    const answers = [...sentAnswers].map(([field, value]) => ({ field, value }))
    setOwn(await api.applications.save({ ticket, answers }))
    // Keeps values that were typed during the save.
    setTyped((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => sentAnswers.get(name) !== value)))
  }
  const putReadings = async (read: PictureReadings) => {
    const fieldsByName = new Map(fieldsOf(own.progress.kind).map((field) => [field.name as string, field]))
    const newReadings = read.filter((each) => own.open.includes(each.field) && !(values[each.field] ?? '') && fieldsByName.has(each.field))
    if (newReadings.length > 0) setTyped((now) => ({ ...Object.fromEntries(newReadings.map((each) => [each.field, each.value])), ...now }))
    await refreshInOrder()
  }
  const open = new Set(own.open)
  const requiredFields = applicableFields(own.progress.kind, values)
  // A choice may require fields that the server does not know yet.
  const answeredFields = new Set(own.values.map((value) => value.field as string))
  return {
    own,
    values,
    typed,
    around: formContext,
    expectedFields: requiredFields,
    isOpen: (field) => open.has(field.name) || (own.open.length > 0 && !isPicture(field) && !answeredFields.has(field.name)),
    type: (field, value) => setTyped((now) => ({ ...now, [field]: value })),
    problemOf,
    save: (fields) => runInOrder(() => saveNow(fields)),
    refresh: refreshInOrder,
    putReadings,
    setOwn,
  }
}
