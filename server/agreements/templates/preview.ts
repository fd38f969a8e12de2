import { partyNames } from '#/api/agreements/contracts.texts.ts'
import { templateRefusals } from '#/api/agreements/templates.texts.ts'
import type { Signer } from '#/domain/agreements/contract.ts'
import { contractVariables } from '#/domain/agreements/contract-variables.ts'
import { attachedPages, renderContract } from '#/server/agreements/templates/contract-pdf.ts'
import type * as store from '#/server/agreements/templates/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const previewDays = 1

function previewValues(row: store.TemplateRow): Record<string, string> {
  const sampleValues = Object.fromEntries(Object.entries(contractVariables).map(([key, { sample }]) => [key, sample]))
  return { ...sampleValues, ...Object.fromEntries(row.fields.map((field) => [field.key, field.sample || field.label])), contract_name: row.name }
}

function signatureBoxesFor(signers: readonly Signer[], values: Readonly<Record<string, string>>, language: Context['language']) {
  const order = ['a', 'b', 'c'] as const
  return order
    .filter((party) => signers.some((signer) => signer.party === party))
    .map((party) => ({ party, title: translate(partyNames[party], language), lines: [values[`party_${party}_name`] ?? ''] }))
}

/** Renders a template with sample values and stores the file for a day. Returns its id. */
export async function storePreview(ctx: Context, row: store.TemplateRow): Promise<string> {
  const values = previewValues(row)
  const pdf = await attachedPages(ctx, row.file_id)
  if (row.format === 'pdf' && !pdf) refuse(templateRefusals, 'noPdf')
  const source = { title: row.name, no: values.contract_no ?? '', at: ctx.now, body: row.body, pdf, places: row.places, values }
  const preview = await renderContract(ctx, { ...source, boxes: signatureBoxesFor(row.signers, values, ctx.language), watermark: '样本' })
  const storedFile = await ctx.files.save({
    name: `${row.name}.pdf`,
    mediaType: 'application/pdf',
    bytes: preview.bytes,
    purpose: 'preview',
    keepDays: previewDays,
  })
  return storedFile.id
}
