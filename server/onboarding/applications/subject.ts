import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import { subjectField } from '#/domain/onboarding/application-fields.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import { isKnownPerson } from '#/server/people/operators/public.ts'

/** The identity that can be registered only once: the blind index of an identity number, or a credit code. */
export interface ApplicationSubject {
  readonly index: string
  readonly creditCode: string | null
}

/** Returns the identity in these answers, or null while it is missing. */
export function subjectOf(ctx: Context, kind: ApplicationKind, values: Readonly<Record<string, string>>): ApplicationSubject | null {
  const field = subjectField(kind, values)
  const value = values[field] ?? ''
  if (value === '') return null
  // The same company may be both unit and partner, and the same person both operator and partner.
  const holderKind = kind === 'international' ? 'operator' : kind
  if (field === 'creditCode') return { index: `${holderKind}:${value}`, creditCode: value }
  return { index: `${holderKind}:${ctx.vault.index('id_number', value)}`, creditCode: null }
}

/** Returns whether this identity is registered, or in another application. */
export async function isIdentityKnown(ctx: Context, kind: ApplicationKind, values: Readonly<Record<string, string>>, besides: number): Promise<boolean> {
  const subject = subjectOf(ctx, kind, values)
  if (!subject) return false
  if (await store.hasOtherApplication(ctx.db, subject.index, besides)) return true
  if (subject.creditCode !== null) return store.isCompanyKnown(ctx.db, kind === 'partner' ? 'partner' : 'unit', subject.creditCode)
  const number = values[subjectField(kind, values)] ?? ''
  return kind === 'partner' ? store.isPartnerKnown(ctx.db, ctx.vault.index('id_number', number)) : isKnownPerson(ctx, number)
}
