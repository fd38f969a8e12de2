import { formRefusals } from '#/api/taxation/forms.texts.ts'
import { type FormKind, formsByKind, unconfirmedFields } from '#/domain/taxation/tax-form.ts'
import { vatReturnsUnder } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import { builtInVersion, type FormLayout } from '#/server/taxation/forms/filling.ts'
import { applyChosenColumns } from '#/server/taxation/forms/mapping.ts'
import * as store from '#/server/taxation/forms/store.ts'

/**
 * Returns whether the law requires this form on a day. The VAT of natural persons is declared with one of two forms, or
 * with both.
 */
export async function isFormInForce(ctx: Context, kind: FormKind, day: string): Promise<boolean> {
  if (kind !== 'vat_withholding' && kind !== 'vat_agent') return true
  return vatReturnsUnder((await policyOn(ctx, day)).params.vat).includes(kind)
}

export async function layoutOf(ctx: Context, form: store.FormRecord): Promise<FormLayout> {
  const file = (await ctx.files.open(form.file_id)) ?? refuse(formRefusals, 'formNotFound')
  const mapping = applyChosenColumns(form.mapping, form.chosen)
  const unconfirmed = formsByKind[form.kind].fields.filter(({ key }) => mapping.columns[key] === undefined).map(({ headings }) => headings[0] as string)
  return { kind: form.kind, templateId: form.id, version: `V${form.edition}`, unconfirmed, official: { bytes: file.bytes, mapping } }
}

export function builtInLayoutOf(kind: FormKind): FormLayout {
  return { kind, templateId: null, version: builtInVersion, unconfirmed: unconfirmedFields(kind).map(({ headings }) => headings[0] as string), official: null }
}

/**
 * Returns the layout of a form on a filing day: the published official file, otherwise the built-in layout. Refuses the
 * VAT withholding form if it is not in force on `lawDay`, a day of the declared month.
 */
export async function layoutOn(ctx: Context, kind: FormKind, day: string, lawDay = day): Promise<FormLayout> {
  if (kind === 'vat_withholding' && !(await isFormInForce(ctx, kind, lawDay))) refuse(formRefusals, 'switchedOff', { day: lawDay })
  const form = await store.formOn(ctx, kind, day)
  return form ? layoutOf(ctx, form) : builtInLayoutOf(kind)
}
