import { partyNames } from '#/api/agreements/contracts.texts.ts'
import { templateRefusals } from '#/api/agreements/templates.texts.ts'
import { contractRulesOf, hasContractRules, type Signer, signatureMethodFor, signersProblem } from '#/domain/agreements/contract.ts'
import { unfilledVariables, variablesIn, variablesOf } from '#/domain/agreements/contract-variables.ts'
import { isRichText, linesOfRichText, type RichNode, richBlocks } from '#/domain/services/rich-text.ts'
import type { TemplateRow } from '#/server/agreements/templates/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, blockerText, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

/** Parses a document of the text editor. Refuses content that the editor cannot produce. */
export function readBody(text: string): RichNode {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    parsed = null
  }
  return isRichText(parsed) ? parsed : refuse(templateRefusals, 'badBody')
}

/** Returns the variables that a template uses, in order. */
export function usedVariables(template: Pick<TemplateRow, 'body' | 'places'>): string[] {
  const textVariables = template.body ? linesOfRichText(template.body).flatMap(variablesIn) : []
  const pageVariables = template.places.filter((place) => place.kind === 'value').map((place) => place.key)
  return [...new Set([...textVariables, ...pageVariables])]
}

const signerProblems = { none: 'signersNone', twice: 'signersTwice', noHand: 'signersNoHand', sealFirst: 'signersSealFirst' } as const

function signerProblem(template: Pick<TemplateRow, 'kind' | 'signers'>): BlockerOf<typeof templateRefusals> {
  const signersFault = signersProblem(template.signers)
  if (signersFault) return signerProblems[signersFault]
  if (!hasContractRules(template.kind)) return null
  const rules = contractRulesOf(template.kind)
  const typeOf = (signer: Signer) => (signer.party === 'c' ? 'unit' : rules[signer.party])
  return template.signers.some((signer) => signer.way !== signatureMethodFor(template.kind, typeOf(signer))) ? 'signersWho' : null
}

function pagesProblem(template: TemplateRow, language: Context['language']): BlockerOf<typeof templateRefusals> {
  if (template.file_id === null) return 'noPdf'
  const signerWithoutPlace = template.signers.find((signer) => !template.places.some((place) => place.kind === 'sign' && place.key === signer.party))
  return signerWithoutPlace ? ['noPlace', { party: translate(partyNames[signerWithoutPlace.party], language) }] : null
}

function textProblem(body: RichNode): BlockerOf<typeof templateRefusals> {
  const lines = linesOfRichText(body)
  if (lines.join('').trim() === '') return 'empty'
  // A variable whose characters differ in format would not be replaced in the contract.
  const variablesInRuns = new Set(richBlocks(body).flatMap((block) => block.runs.flatMap((run) => variablesIn(run.text))))
  const splitVariable = lines.flatMap(variablesIn).find((key) => !variablesInRuns.has(key))
  return splitVariable === undefined ? null : ['split', { name: `{{${splitVariable}}}` }]
}

/** Returns why the template cannot be used; null when it can. */
export function templateProblem(template: TemplateRow, language: Context['language']): BlockerOf<typeof templateRefusals> {
  const contentProblem = template.format === 'pdf' ? pagesProblem(template, language) : template.body ? textProblem(template.body) : ('empty' as const)
  if (contentProblem) return contentProblem
  const usedKeys = new Set<string>(variablesOf(template.kind))
  const duplicateField = template.fields.find((field, at) => usedKeys.has(field.key) || template.fields.findIndex((other) => other.key === field.key) !== at)
  if (duplicateField) return ['doubleField', { name: duplicateField.key }]
  const missingVariables = unfilledVariables(usedVariables(template), template.kind, template.fields)
  if (missingVariables.length > 0) return ['unfilled', { names: missingVariables.map((key) => `{{${key}}}`) }]
  return signerProblem(template)
}

/** Refuses unless the caller may change templates of this owner. Only the platform may change its own templates. */
export function expectOwner(ctx: Context, centreId: number | null): void {
  const isOwn = ctx.scope.all || (centreId !== null && ctx.scope.centreIds.includes(centreId))
  if (!isOwn) refuse(templateRefusals, 'notOwn')
}

/**
 * Returns why the caller may not perform each action; empty when allowed. `isOwnText`: the caller wrote or edited the
 * edition.
 */
export function reasonsFor(ctx: Context, template: TemplateRow, isOwnText: boolean) {
  const refusalText = (blocker: BlockerOf<typeof templateRefusals>) => blockerText(ctx, templateRefusals, blocker)
  const isOwn = ctx.scope.all || (template.for_centre_id !== null && ctx.scope.centreIds.includes(template.for_centre_id))
  const generalBlocker = !ctx.actor.may('xy:edit') ? refusalText('noRight') : isOwn ? '' : refusalText('notOwn')
  const isDraft = template.state === 'draft'
  const wrongStateText = refusalText('wrongState')
  return {
    edit: generalBlocker || (isDraft ? '' : refusalText('wasEnabled')),
    enable:
      generalBlocker ||
      (template.state === 'enabled' ? wrongStateText : '') ||
      refusalText(templateProblem(template, ctx.language)) ||
      (isOwnText ? refusalText('ownText') : ''),
    disable: generalBlocker || (template.state === 'enabled' ? '' : wrongStateText),
    revise: generalBlocker || (isDraft ? wrongStateText : ''),
    setDefault: generalBlocker || (template.state === 'enabled' && !template.is_default ? '' : wrongStateText),
    remove: generalBlocker || (isDraft ? (template.uses > 0 ? refusalText('inUse') : '') : refusalText('wasEnabled')),
  }
}
