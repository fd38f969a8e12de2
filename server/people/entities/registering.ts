import type { Modules } from '#/api/modules.ts'
import { entityRefusals } from '#/api/people/entities.texts.ts'
import { joinWords } from '#/domain/base/text.ts'
import { entityCodeProblem } from '#/domain/people/entity.ts'
import type { Context } from '#/server/kernel/context.ts'
import { storedName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'
import { writeObligations } from '#/server/people/entities/calendar.ts'
import { entityResponse, expectPastDay, lockForUpdate, newFacts, performStep } from '#/server/people/entities/moving.ts'
import { callerBlocker, ownerProblem } from '#/server/people/entities/presentation.ts'
import * as store from '#/server/people/entities/store.ts'
import { addStep, type StepFact } from '#/server/people/entities/store-steps.ts'
import { recheckBatches, setLegalForm } from '#/server/people/operators/public.ts'

const codeRefusals = { length: 'codeLength', characters: 'codeCharacters', checksum: 'codeChecksum', form: 'codeForm' } as const

function expectDistinctNames(names: readonly string[]): void {
  if (new Set(names).size < names.length) refuse(entityRefusals, 'sameNames')
}

function factChanges(row: store.EntityRow, sheet: store.EntitySheet): StepFact[] {
  const comparedFacts: readonly (readonly [string, string, string])[] = [
    ['form', row.form, sheet.form],
    ['names', joinWords(row.names, 'zh'), joinWords(sheet.names, 'zh')],
    ['industry', row.industry, sheet.industry],
    ['bizScope', row.biz_scope, sheet.bizScope],
    ['address', row.address, sheet.address],
  ]
  return comparedFacts.filter(([, before, after]) => before !== after).map(([fact, before, after]) => ({ fact, before, after }))
}

const toStoredSheet = <S extends { industry: string }>(ctx: Context, sheet: S): S => ({ ...sheet, industry: storedName(sheet.industry, ctx.language) })

/** The registration steps of a business, from draft to operation. */
export const registeringOperations = {
  async begin(ctx: Context, { operatorId, ...requested }) {
    const sheet = toStoredSheet(ctx, requested)
    const owner = (await store.lockOwner(ctx, operatorId)) ?? refuse(entityRefusals, 'operatorNotFound')
    refuseIf(entityRefusals, callerBlocker(ctx) ?? ownerProblem(owner))
    expectDistinctNames(sheet.names)
    const currentBusiness = await store.uncancelledBusiness(ctx, operatorId)
    if (currentBusiness) refuse(entityRefusals, 'hasLiving', { name: currentBusiness.name })
    const id = await store.insert(ctx, { id: owner.id, centreId: owner.centre_id }, sheet, null)
    await addStep(ctx, { entity: { id, operator_id: owner.id, centre_id: owner.centre_id }, move: 'begin', from: null, to: 'editing' })
    ctx.note({ refType: 'entity', refId: id, centreId: owner.centre_id, after: { state: 'editing' }, detail: { no: owner.code, name: sheet.names[0] ?? '' } })
    return entityResponse(ctx, id)
  },

  async save(ctx, { entityId, version, ...requested }) {
    const sheet = toStoredSheet(ctx, requested)
    const row = await lockForUpdate(ctx, { entityId, version }, 'edit')
    expectDistinctNames(sheet.names)
    const facts = factChanges(row, sheet)
    if (facts.length === 0) refuse(entityRefusals, 'nothingChanged')
    const { form, names, industry, address } = sheet
    await performStep(ctx, row, 'edit', { patch: { form, names: [...names], name: names[0] ?? '', industry, biz_scope: sheet.bizScope, address }, facts })
    return entityResponse(ctx, entityId)
  },

  async submit(ctx, { name, file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'submit')
    await performStep(ctx, row, 'submit', { patch: { name }, facts: newFacts({ name }), file })
    return entityResponse(ctx, row.id)
  },

  async license(ctx, { name, creditCode, licensedOn, file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'license')
    const problem = entityCodeProblem(row.form, creditCode)
    if (problem) refuse(entityRefusals, codeRefusals[problem])
    expectPastDay(ctx, licensedOn)
    if (await store.isCodeTaken(ctx, creditCode, row.id)) refuse(entityRefusals, 'codeTaken')
    await performStep(ctx, row, 'license', {
      patch: { name, credit_code: creditCode, licensed_on: licensedOn },
      facts: newFacts({ name, creditCode, licensedOn }),
      file,
    })
    return entityResponse(ctx, row.id)
  },

  async openAccount(ctx, { bankName, accountNo, file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'openAccount')
    const digits = accountNo.normalize('NFKC').replace(/[\s-]/g, '')
    if (!/^\d{8,32}$/.test(digits)) refuse(entityRefusals, 'badAccount')
    const patch = { bank_name: storedName(bankName, ctx.language), account_tail: digits.slice(-4), ...sealedColumns(ctx, { account_no: digits }) }
    await performStep(ctx, row, 'openAccount', { patch, facts: newFacts({ bankName, accountNo: `**** ${digits.slice(-4)}` }), file })
    return entityResponse(ctx, row.id)
  },

  async skipAccount(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'skipAccount')
    await performStep(ctx, row, 'skipAccount', { reason })
    return entityResponse(ctx, row.id)
  },

  async enrol(ctx, { taxKind, levy, taxedOn, file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'enrol')
    expectPastDay(ctx, taxedOn)
    if (row.licensed_on !== null && taxedOn < row.licensed_on) refuse(entityRefusals, 'beforeLicence')
    const patch = { tax_kind: taxKind, levy, taxed_on: taxedOn, calendar_from: taxedOn }
    await performStep(ctx, row, 'enrol', { patch, facts: newFacts({ taxKind, levy, taxedOn }), file })
    await setLegalForm(ctx, row.operator_id, row.form === 'sole' ? 3 : 2)
    await writeObligations(ctx, row.id)
    await recheckBatches(ctx, row.operator_id, null)
    return entityResponse(ctx, row.id)
  },

  async abandon(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'abandon')
    await performStep(ctx, row, 'abandon', { reason })
    return entityResponse(ctx, row.id)
  },
} satisfies Partial<Implementation<Modules['entities']>>
