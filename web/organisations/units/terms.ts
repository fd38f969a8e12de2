import { termFieldNames } from '#/api/organisations/units.texts.ts'
import { plainYuan } from '#/domain/base/money.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import type { Translate } from '#/web/kernel/i18n.ts'

/** Terms as the server returns them. */
export type UnitTerms = OutputOf<typeof api.units.terms>['terms']
export type UnitSetting = OutputOf<typeof api.units.terms>
export type TermsVersion = UnitSetting['versions'][number]

/** Returns changes with the names of their fields, for `ChangeTable`. */
export function withFieldNames(changes: TermsVersion['changes'], t: Translate) {
  return changes.map((change) => ({ ...change, key: change.field, label: t(termFieldNames[change.field]) }))
}

const amounts = ['autoAuditLimit', 'singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit', 'lowBalance'] as const
export type TermsAmount = (typeof amounts)[number]

/** Terms in a form: amounts in yuan, the unit's share in percent. */
export interface TermsForm extends Record<TermsAmount, string> {
  feePlanId: number
  taxBearer: 'unit' | 'operator'
  feeBearer: 'unit' | 'operator' | 'shared'
  sharePercent: string
  signRequired: boolean
  signWay: 'sms' | 'face' | 'handwriting'
  dualControl: boolean
  freezeOnSubmit: boolean
  channelIds: number[]
  invoiceWay: 'batch' | 'period' | 'balance'
  invoiceCategories: string[]
  noticeMobiles: string[]
}

const ppmPerUnit = 1_000_000

export function termsFormOf(terms: UnitTerms): TermsForm {
  const yuan = Object.fromEntries(amounts.map((name) => [name, plainYuan(terms[name]).replace(/\.00$/, '')])) as Record<TermsAmount, string>
  return {
    ...yuan,
    feePlanId: terms.feePlanId,
    taxBearer: terms.taxBearer,
    feeBearer: terms.feeBearer,
    sharePercent: terms.feeBearer === 'shared' ? String(terms.feeUnitSharePpm / 10_000) : '50',
    signRequired: terms.signRequired,
    signWay: terms.signWay,
    dualControl: terms.dualControl,
    freezeOnSubmit: terms.freezeOnSubmit,
    channelIds: [...terms.channelIds],
    invoiceWay: terms.invoiceWay,
    invoiceCategories: [...terms.invoiceCategories],
    noticeMobiles: [...terms.noticeMobiles],
  }
}

/** Parses a percentage from 1 to 99 into ppm; null when it is invalid. */
export function shareToPpm(text: string): number | null {
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text.trim())) return null
  const [units = '0', cents = ''] = text.trim().split('.')
  const ppm = Number(units) * 10_000 + Number(cents.padEnd(2, '0')) * 100
  return ppm >= 10_000 && ppm <= 990_000 ? ppm : null
}

/** Converts form values to the input that is sent. */
export function termsRequestOf({ sharePercent, ...form }: TermsForm) {
  const shares = { unit: ppmPerUnit, operator: 0, shared: shareToPpm(sharePercent) ?? ppmPerUnit / 2 }
  return { ...form, feeUnitSharePpm: shares[form.feeBearer] }
}
