import { contractRefusals } from '#/api/agreements/contracts.texts.ts'
import {
  type ContractKind,
  type ContractRuleKind,
  contractRulesOf,
  hasContractRules,
  type Party,
  type PartyType,
  type Signer,
  signatureMethodFor,
} from '#/domain/agreements/contract.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import type { Fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type ContractSubjects, labelOf, maskedParty, type PartyDetails, partyOf, valuesFor } from '#/server/agreements/contracts/filling.ts'
import type * as store from '#/server/agreements/contracts/store.ts'
import { businessFacts } from '#/server/agreements/contracts/store-businesses.ts'
import * as changes from '#/server/agreements/contracts/store-changes.ts'
import { centresOf, operatorById, partnerById, unitById } from '#/server/agreements/contracts/store-parties.ts'
import { addRevision, addTasks } from '#/server/agreements/contracts/store-tasks.ts'
import { renderTemplate, type TemplateRow, variablesOf } from '#/server/agreements/templates/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'

/** The contents of a new contract. */
export interface ContractDraft {
  readonly template: TemplateRow
  readonly centreId: number
  readonly mode: Mode
  readonly unitId?: number | undefined
  readonly operatorId?: number | undefined
  readonly partnerId?: number | undefined
  readonly from: string
  readonly to: string
  readonly cap: Fen | null
  readonly fields: Readonly<Record<string, string>>
  /** The contract that this one renews, supplements or terminates. */
  readonly follows?:
    | { readonly contract: store.ContractRow; readonly relation: NonNullable<store.ContractRow['relation']>; readonly reason?: string }
    | undefined
}

type DraftSubjects = Pick<ContractDraft, 'centreId' | 'mode' | 'unitId' | 'operatorId' | 'partnerId'>

async function subjectsOf(ctx: Context, draft: DraftSubjects): Promise<ContractSubjects> {
  const centre = (await centresOf(ctx)).find((each) => each.id === draft.centreId) ?? refuse(contractRefusals, 'noSubject')
  const contractPlace = { centreId: draft.centreId, mode: draft.mode }
  const unit = draft.unitId === undefined ? undefined : ((await unitById(ctx, draft.unitId, contractPlace)) ?? refuse(contractRefusals, 'noSubject'))
  const operator = draft.operatorId === undefined ? undefined : ((await operatorById(ctx, draft.operatorId)) ?? refuse(contractRefusals, 'noSubject'))
  const partner = draft.partnerId === undefined ? undefined : ((await partnerById(ctx, draft.partnerId)) ?? refuse(contractRefusals, 'noSubject'))
  return { centre, unit, operator, partner }
}

/**
 * Refuses unless the unit works at the centre in mode 1 and with the operator, the business operates, and the two have
 * no other contract, except the one that this contract follows.
 */
async function expectBusiness(ctx: Context, draft: DraftSubjects & Pick<ContractDraft, 'follows'>, { unit, operator }: ContractSubjects): Promise<void> {
  const { centreId, mode, follows } = draft
  if (mode !== settlementMode.individualBusiness) refuse(contractRefusals, 'businessMode')
  const entityId = operator?.entity_id ?? null
  if (!unit || !operator) refuse(contractRefusals, 'wrongSubject')
  if (entityId === null) refuse(contractRefusals, 'noBusiness')
  const businessDetails = await businessFacts(ctx, { unitId: unit.id, operatorId: operator.id, entityId, centreId, mode, day: dayOf(ctx.now) })
  if (!businessDetails.has_place || !businessDetails.is_linked) refuse(contractRefusals, 'notTogether')
  if (!businessDetails.is_operating) refuse(contractRefusals, 'noBusiness')
  if (businessDetails.is_underway) refuse(contractRefusals, 'underway')
  if (businessDetails.is_held && !follows) refuse(contractRefusals, 'businessHeld')
}

/** Returns the parties by the contract's kind, or those of the contract it follows. */
function partiesOf(draft: ContractDraft, of: ContractSubjects): PartyDetails[] {
  const { kind, signers } = draft.template
  const predecessorParties = draft.follows?.contract.parties.map((party) => partyOf(party.party, party.type, of))
  const rules = hasContractRules(kind) ? contractRulesOf(kind) : null
  const mainParties = rules ? [partyOf('a', rules.a, of), partyOf('b', rules.b, of)] : (predecessorParties ?? [])
  const unitParties = rules && signers.some((signer) => signer.party === 'c') ? [partyOf('c', 'unit', of)] : []
  return [...mainParties, ...unitParties].map((each) => each ?? refuse(contractRefusals, 'wrongSubject'))
}

/** Returns the parties of a paper contract. Refuses subjects outside the caller's scope. */
export async function partiesFor(ctx: Context, kind: ContractRuleKind, of: DraftSubjects): Promise<PartyDetails[]> {
  const subjects = await subjectsOf(ctx, of)
  if (kind === 'business_contract') await expectBusiness(ctx, of, subjects)
  const rules = contractRulesOf(kind)
  return [partyOf('a', rules.a, subjects), partyOf('b', rules.b, subjects)].map((each) => each ?? refuse(contractRefusals, 'wrongSubject'))
}

/** Returns the signers with their methods, handwritten signatures before seals. */
export function signersFor(
  template: { readonly kind: ContractKind; readonly signers: readonly Signer[] },
  people: readonly { party: Party; type: PartyType }[],
): Signer[] {
  const typeOf = (party: Party) => people.find((person) => person.party === party)?.type
  const signers = template.signers.flatMap(({ party }): Signer[] => {
    const type = typeOf(party)
    return type === undefined ? [] : [{ party, way: signatureMethodFor(template.kind, type) }]
  })
  return [...signers.filter((signer) => signer.way === 'hand'), ...signers.filter((signer) => signer.way === 'seal')]
}

function expectValues(ctx: Context, template: TemplateRow, values: Readonly<Record<string, string>>): void {
  const labels = new Map(template.fields.map((field) => [field.key, field.label]))
  const optionalKeys = new Set(template.fields.filter((field) => !field.isRequired).map((field) => field.key))
  const emptyKeys = variablesOf(template).filter((key) => (values[key] ?? '') === '' && !optionalKeys.has(key))
  if (emptyKeys.length > 0) refuse(contractRefusals, 'missing', { names: emptyKeys.map((key) => labelOf(key, labels, ctx.language)) })
}

/** Keeps the unit and the centre of a new contract open. Refuses when the unit is closed or the centre is disabled. */
export async function expectOpenPlace(ctx: Context, { unitId = null, centreId }: { readonly unitId?: number | null | undefined; readonly centreId: number }) {
  if (!(await keepOpen(ctx, { unitId, centreId }))) refuse(contractRefusals, 'placeClosed')
}

/** Creates a contract with its document and signing tasks; returns its id. */
export async function drawContract(ctx: Context, draft: ContractDraft): Promise<number> {
  const { template, centreId, mode, from, to, cap, follows } = draft
  if (to < from) refuse(contractRefusals, 'wrongDays')
  const contractSubjects = await subjectsOf(ctx, draft)
  if (follows?.relation !== 'termination') await expectOpenPlace(ctx, draft)
  if (template.kind === 'business_contract') await expectBusiness(ctx, draft, contractSubjects)
  const contractParties = partiesOf(draft, contractSubjects)
  const no = await nextNumber(ctx, 'HT', centreId)
  const fieldValues = Object.fromEntries(template.fields.map((field) => [field.key, draft.fields[field.key] ?? '']))
  const terms = { no, name: template.name, mode, from, to, cap, previous: follows?.contract, reason: follows?.reason ?? '' }
  const values = { ...fieldValues, ...valuesFor(ctx, terms, contractParties, contractSubjects) }
  expectValues(ctx, template, values)
  const signers = signersFor(template, contractParties)
  const pdf = await renderTemplate(ctx, template, { title: template.name, no, values, signers, parties: contractParties })
  const ownerColumns = { centre_id: centreId, unit_id: draft.unitId ?? null, operator_id: draft.operatorId ?? null, partner_id: draft.partnerId ?? null }
  const file = await storeContractFile(ctx, `${template.name}_${no}`, pdf.bytes, ownerColumns)
  const id = await changes.insert(ctx, {
    no,
    name: template.name,
    kind: template.kind,
    mode,
    ...ownerColumns,
    entity_id: entityIdOf(contractParties),
    template_id: template.id,
    source: 'electronic',
    parties: contractParties.map(maskedParty),
    fields: fieldValues,
    signers,
    places: pdf.places,
    unprintable: pdf.unprintable,
    consents: template.consents,
    file_id: file.id,
    sha256: file.sha256,
    amount_cap_fen: cap,
    valid_from: from,
    valid_to: to,
    previous_id: follows?.contract.id ?? null,
    relation: follows?.relation ?? null,
  })
  await addRevision(ctx.db, { contract_id: id, file_id: file.id, sha256: file.sha256, task_id: null, made_at: ctx.now })
  const tasks = signers.flatMap(({ party, way }, position) => {
    const partyDetails = contractParties.find((person) => person.party === party)
    const signer = partyDetails?.signer
    return signer ? [{ position, party, way, signer_type: signer.type, signer_id: signer.id, signer_name: signer.name }] : []
  })
  await addTasks(ctx.db, id, ownerColumns, tasks)
  const createdColumns = {
    no,
    kind: template.kind,
    template: template.id,
    valid_from: from,
    valid_to: to,
    amount_cap_fen: cap,
    ...(follows && { follows: follows.contract.no }),
  }
  ctx.note({ refType: 'contract', refId: id, unitId: ownerColumns.unit_id, centreId, after: createdColumns, detail: { sha256: file.sha256 } })
  return id
}

/** Returns the id of the registered business among the parties, or null. */
export function entityIdOf(people: readonly PartyDetails[]): number | null {
  return people.find((person) => person.type === 'business')?.id ?? null
}

type OwnerColumns = Pick<store.ContractRow, 'centre_id' | 'unit_id' | 'operator_id' | 'partner_id'>

/** Stores an edition of a contract's file for its parties. */
export function storeContractFile(ctx: Context, name: string, bytes: Uint8Array, owners: OwnerColumns): Promise<{ id: string; sha256: string }> {
  return ctx.files.save({
    name: `${name}.pdf`,
    mediaType: 'application/pdf',
    bytes,
    purpose: 'contract',
    unitId: owners.unit_id,
    centreId: owners.centre_id,
    operatorId: owners.operator_id,
    partnerId: owners.partner_id,
  })
}
