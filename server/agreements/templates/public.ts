import { partyNames } from '#/api/agreements/contracts.texts.ts'
import type { ContractKind, Party, Signer } from '#/domain/agreements/contract.ts'
import { attachedPages, type ContractPdf, renderContract } from '#/server/agreements/templates/contract-pdf.ts'
import { usedVariables } from '#/server/agreements/templates/rules.ts'
import * as store from '#/server/agreements/templates/store.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'

export type { ContractPdf, SignPlace } from '#/server/agreements/templates/contract-pdf.ts'
export { contractsDrawn } from '#/server/agreements/templates/questions.ts'
export type { TemplateRow } from '#/server/agreements/templates/store.ts'
export { platformTemplates, templateName } from '#/server/agreements/templates/store-fragments.ts'

/** Returns this template if contracts of the centre and mode may use it; otherwise null. */
export async function usableTemplate(ctx: Context, of: { id: number; centreId: number; mode: Mode }): Promise<store.TemplateRow | null> {
  return (await store.enabledTemplates(ctx, of))[0] ?? null
}

/**
 * Returns the first usable template of a kind: the default, otherwise the centre's own, otherwise the platform's. Null
 * if there is none.
 */
export async function defaultTemplate(ctx: Context, of: { kind: ContractKind; centreId: number; mode: Mode }): Promise<store.TemplateRow | null> {
  return (await store.enabledTemplates(ctx, of))[0] ?? null
}

/** Returns all templates that the centre's contracts may use, defaults first. */
export async function usableTemplates(ctx: Context, centreId: number): Promise<store.TemplateRow[]> {
  return store.enabledTemplates(ctx, { centreId, mode: null })
}

/** Returns the template's variables in order of appearance. */
export function variablesOf(template: store.TemplateRow): string[] {
  return usedVariables(template)
}

export interface TemplateValues {
  readonly title: string
  readonly no: string
  readonly values: Readonly<Record<string, string>>
  readonly signers: readonly Signer[]
  readonly parties: readonly { readonly party: Party; readonly name: string }[]
}

/** Renders a template as a PDF with the signature positions of its parties. */
export async function renderTemplate(ctx: Context, template: store.TemplateRow, filling: TemplateValues): Promise<ContractPdf> {
  const boxes = filling.parties
    .filter(({ party }) => filling.signers.some((signer) => signer.party === party))
    .map(({ party, name }) => ({ party, title: translate(partyNames[party], 'zh'), lines: [name] }))
  const pdf = await attachedPages(ctx, template.file_id)
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
