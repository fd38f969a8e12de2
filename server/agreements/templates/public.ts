import { partyNames } from '#/api/agreements/contracts.texts.ts'
import type { ContractKind, Party, Signer } from '#/domain/contract.ts'
import { type ContractPdf, pagesBehind, renderContract } from '#/server/agreements/templates/contract-pdf.ts'
import { usedVariables } from '#/server/agreements/templates/rules.ts'
import * as store from '#/server/agreements/templates/store.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'

export type { ContractPdf, SignPlace } from '#/server/agreements/templates/contract-pdf.ts'
export type { TemplateRow } from '#/server/agreements/templates/store.ts'

/** The template with this id when contracts of this centre and mode may be drawn up from it. */
export async function usableTemplate(ctx: Context, of: { id: number; centreId: number; mode: Mode }): Promise<store.TemplateRow | null> {
  return (await store.fitting(ctx, of))[0] ?? null
}

/** What a contract of this kind is drawn up from unless somebody chooses: the default, else the newest that fits. */
export async function defaultTemplate(ctx: Context, of: { kind: ContractKind; centreId: number; mode: Mode }): Promise<store.TemplateRow | null> {
  return (await store.fitting(ctx, of))[0] ?? null
}

/** All templates that contracts of this centre may be drawn up from, defaults first. */
export async function usableTemplates(ctx: Context, centreId: number): Promise<store.TemplateRow[]> {
  return store.fitting(ctx, { centreId, mode: null })
}

/** The names of the places of a template. */
export function placesOf(template: store.TemplateRow): string[] {
  return usedVariables(template)
}

/** What fills a template. */
export interface Filling {
  readonly title: string
  readonly no: string
  readonly values: Readonly<Record<string, string>>
  readonly signers: readonly Signer[]
  readonly parties: readonly { readonly party: Party; readonly name: string }[]
}

/** Draws up a paper from a template, as a PDF with the places where its parties sign. */
export async function drawUp(ctx: Context, template: store.TemplateRow, filling: Filling): Promise<ContractPdf> {
  const boxes = filling.parties
    .filter(({ party }) => filling.signers.some((signer) => signer.party === party))
    .map(({ party, name }) => ({ party, title: say(partyNames[party], 'zh'), lines: [name] }))
  const pdf = await pagesBehind(ctx, template.file_id)
  return renderContract(ctx, {
    title: filling.title,
    no: filling.no,
    at: ctx.now,
    body: template.body,
    pdf,
    places: template.places,
    values: filling.values,
    boxes,
  })
}
