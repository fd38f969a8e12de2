import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { maskAddress, maskCard, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type ApplicationField, applicableFields, defaultAges, type FormContext, fieldsOf } from '#/domain/onboarding/application-fields.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import type { Application } from '#/server/onboarding/applications/store.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'

/** Returns all answers of an application, with sealed ones opened. */
export function answersOf(ctx: Context, application: Pick<Application, 'kind' | 'fields' | 'sealed'>): Record<string, string> {
  const values: Record<string, string> = { ...application.fields }
  for (const field of fieldsOf(application.kind)) {
    const text = application.sealed[field.name]
    if (field.sealed && text) values[field.name] = ctx.vault.open(field.sealed, text)
  }
  return values
}

function maskValue(field: ApplicationField, value: string): string {
  if (field.sealed === 'id_address') return maskAddress(value)
  return field.sealed === 'id_number' ? maskIdNumber(value) : maskCard(value)
}

/**
 * Returns the requested answers for display. Addresses and identity, card and account numbers are masked unless
 * `plain`. The applicant (`own`) sees the recognised address, to correct it.
 */
export function visibleAnswers(ctx: Context, application: Application, how: 'masked' | 'own' | 'plain' = 'masked') {
  const values = answersOf(ctx, application)
  return applicableFields(application.kind, values)
    .filter((field) => field.form !== 'picture' && field.form !== 'pictures')
    .map((field) => {
      const value = values[field.name] ?? ''
      const isOpen = how === 'plain' || (how === 'own' && field.sealed === 'id_address')
      const isMasked = field.sealed !== undefined && value !== '' && !isOpen
      return { field: field.name, value: isMasked ? maskValue(field, value) : value, isMasked }
    })
}

/** Returns the full verified mobile number. */
export function mobileOf(ctx: Context, application: Pick<Application, 'mobile_sealed'>): string {
  return ctx.vault.open('mobile', application.mobile_sealed)
}

/** Returns the masked mobile number. */
export function maskedMobile(ctx: Context, application: Pick<Application, 'mobile_sealed'>): string {
  return maskMobile(mobileOf(ctx, application))
}

/** Returns the context of the field rules: today in China, and the age limits of the chosen centre. */
export async function formContext(ctx: Context, values: Readonly<Record<string, string>>): Promise<FormContext> {
  const centre = (await places.centres(ctx.db)).find((each) => String(each.id) === values.centreId)
  return { values, today: dayOf(ctx.now), ages: centre ? { min: centre.age_min, max: centre.age_max } : defaultAges }
}

/** Returns the chosen centre and mode. Refuses a centre that does not exist or lacks the mode. */
export async function chosenPlace(ctx: Context, values: Readonly<Record<string, string>>): Promise<{ centreId: number | null; mode: Mode | null }> {
  const mode = values.mode === '1' ? 1 : values.mode === '2' ? 2 : null
  if (!values.centreId) return { centreId: null, mode }
  const centre = (await places.centres(ctx.db)).find((each) => String(each.id) === values.centreId)
  if (!centre || (mode !== null && !centre.modes.includes(mode))) refuse(applicationRefusals, 'centreWrong')
  return { centreId: centre.id, mode }
}
