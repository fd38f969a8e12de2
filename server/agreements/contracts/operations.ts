import { createHash } from 'node:crypto'
import { contractRefusals, contractTaskTexts } from '#/api/agreements/contracts.texts.ts'
import { faceTexts } from '#/api/agreements/face.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { parseYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { expectSeal, sealPlaceFor, sealPlaceOf, sealRefusal } from '#/server/agreements/contracts/awaiting-seal.ts'
import { startManyJob } from '#/server/agreements/contracts/bulk-start.ts'
import { drawContract } from '#/server/agreements/contracts/drawing.ts'
import { evidenceDocument } from '#/server/agreements/contracts/evidence.ts'
import { exportList, zipJob } from '#/server/agreements/contracts/export.ts'
import {
  extendDeadline,
  remindSigner,
  renewContract,
  supplementContract,
  terminateContract,
  withdrawContract,
} from '#/server/agreements/contracts/lifecycle.ts'
import { issueTicket } from '#/server/agreements/contracts/notifications.ts'
import { checkPaperContract, enterPaperContract } from '#/server/agreements/contracts/paper-contract.ts'
import { isSigner, presentContract, presentTask, reasonsFor } from '#/server/agreements/contracts/presentation.ts'
import { ordersOfContract } from '#/server/agreements/contracts/questions.ts'
import { endContract } from '#/server/agreements/contracts/sealing.ts'
import { sendContract } from '#/server/agreements/contracts/sending.ts'
import * as store from '#/server/agreements/contracts/store.ts'
import { findConsent, listConsents, revokeConsent } from '#/server/agreements/contracts/store-consents.ts'
import { faceConsentsOf, mayWithdrawFaces, storedFacesOf, withdrawFaceConsents } from '#/server/agreements/contracts/store-faces.ts'
import { centresOf, operatorsInScope, subjects } from '#/server/agreements/contracts/store-parties.ts'
import { findTask, relatedContracts, revisionsOf, tasksOf } from '#/server/agreements/contracts/store-tasks.ts'
import { usableTemplate, usableTemplates } from '#/server/agreements/templates/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { requestTask } from '#/server/kernel/jobs/task-work.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { expectAllFound, forEachRow } from '#/server/kernel/rows/bulk.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { refuseOtherPlace } from '#/server/kernel/session/other-place.ts'
import { checkSignatures } from '#/server/lib/pdf/signature-check.ts'

const defaultSignDays = 7
const maxZipFiles = 1000
const evidenceFileDays = 30

async function requireContract(ctx: Context, id: number): Promise<store.ContractRow> {
  return (await store.find(ctx, id)) ?? refuse(contractRefusals, 'notFound')
}

/** Returns the contract; refuses when its version differs from the caller's. */
async function requireCurrentContract(ctx: Context, at: { id: number; version: number }): Promise<store.ContractRow> {
  const row = await requireContract(ctx, at.id)
  return row.version === at.version ? row : refuse(contractRefusals, 'changed')
}

function expectMode(ctx: Context, mode: Mode): void {
  if (ctx.scope.mode !== null && ctx.scope.mode !== mode) refuse(contractRefusals, 'otherMode')
}

const parseOptionalYuan = (text: string | undefined) => (text === undefined ? null : parseYuan(text))

async function detail(ctx: Context, id: number) {
  const row = (await store.find(ctx, id)) ?? (await refuseOtherPlace(ctx, 'contract', id)) ?? refuse(contractRefusals, 'notFound')
  const [tasks, revisions, related, orders] = [
    await tasksOf(ctx.db, id),
    await revisionsOf(ctx.db, id),
    await relatedContracts(ctx, row),
    await ask(ctx, ordersOfContract, id),
  ]
  return {
    ...presentContract(ctx, row),
    ...fieldsOf(row, 'template_id', 'template_name', 'consents', 'unprintable', 'sha256'),
    tasks: tasks.map(presentTask),
    revisions: revisions.map((revision) => ({ seq: revision.seq, sha256: revision.sha256, by: revision.signer, at: revision.made_at.toISOString() })),
    related: related.map((each) => ({
      id: each.id,
      no: each.no,
      name: each.name,
      relation: each.relation,
      state: each.sign_state,
      isEarlier: each.is_earlier,
    })),
    orders,
    checkedBy: row.checked_name,
    may: reasonsFor(ctx, row, row.sign_state === 'draft' ? await sealRefusal(ctx, sealPlaceOf(row)) : null),
  }
}

/**
 * Returns an open signing task with its contract. Refuses contracts outside the caller's scope and tasks that are not
 * open.
 */
async function openTaskOf(ctx: Context, signTaskId: number) {
  const task = await findTask(ctx.db, signTaskId)
  const row = task ? await store.find(ctx, task.contract_id) : undefined
  if (!task || !row) refuse(contractRefusals, 'notFound')
  if (task.state !== 'open' || row.sign_state !== 'signing') refuse(contractRefusals, 'notYours')
  return { task, row }
}

export const contracts: Implementation<Modules['contracts']> = {
  async list(ctx, { page, size, after, before, ...filter }) {
    const [{ rows, next }, { count, ...counts }] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.counts(ctx, filter)])
    return { rows: rows.map((row) => presentContract(ctx, row)), count, next, counts }
  },

  async get(ctx, { id }) {
    return detail(ctx, id)
  },

  async choices(ctx) {
    const centres = await centresOf(ctx)
    const templatesById = new Map<number, Awaited<ReturnType<typeof usableTemplates>>[number]>()
    for (const centre of centres) for (const template of await usableTemplates(ctx, centre.id)) templatesById.set(template.id, template)
    return {
      centres: centres.map(({ id, name, modes }) => ({ id, name, modes: modes as Mode[] })),
      templates: [...templatesById.values()].map((each) => ({
        id: each.id,
        name: each.name,
        kind: each.kind,
        mode: each.mode,
        centreId: each.for_centre_id,
        ...fieldsOf(each, 'is_default', 'valid_days', 'sign_days', 'fields'),
      })),
    }
  },

  async subjects(ctx, of) {
    return subjects(ctx, of)
  },

  async create(ctx, { templateId, centreId, mode, cap, ...rest }) {
    expectMode(ctx, mode)
    const template = (await usableTemplate(ctx, { id: templateId, centreId, mode })) ?? refuse(contractRefusals, 'noTemplate')
    const id = await drawContract(ctx, { template, centreId, mode, ...rest, cap: parseOptionalYuan(cap) })
    return detail(ctx, id)
  },

  async send(ctx, { signDays, ...at }) {
    await sendContract(ctx, await requireCurrentContract(ctx, at), signDays ?? defaultSignDays)
    return detail(ctx, at.id)
  },

  async discard(ctx, at) {
    await withdrawContract(ctx, await requireCurrentContract(ctx, at), 'discard', '')
    return detail(ctx, at.id)
  },

  async revoke(ctx, { reason, ...at }) {
    await withdrawContract(ctx, await requireCurrentContract(ctx, at), 'revoke', reason)
    return detail(ctx, at.id)
  },

  async ticket(ctx, { signTaskId }) {
    const { task, row } = await openTaskOf(ctx, signTaskId)
    if (!isSigner(ctx, task.signer_type, task.signer_id)) refuse(contractRefusals, 'notYours')
    ctx.note({ refType: 'contract', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, party: task.party } })
    return { ticket: await issueTicket(ctx, task.id, true) }
  },

  async link(ctx, { signTaskId }) {
    const { task, row } = await openTaskOf(ctx, signTaskId)
    ctx.note({ refType: 'contract', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, party: task.party } })
    return { path: `/Sign?ticket=${await issueTicket(ctx, task.id, false)}` }
  },

  async remind(ctx, { ids }) {
    return forEachRow(
      ids,
      (id) => store.find(ctx, id),
      (row) => remindSigner(ctx, row),
    )
  },

  async extend(ctx, { days, ...at }) {
    await extendDeadline(ctx, await requireCurrentContract(ctx, at), days)
    return detail(ctx, at.id)
  },

  async terminate(ctx, { reason, ...at }) {
    await terminateContract(ctx, await requireCurrentContract(ctx, at), reason)
    return detail(ctx, at.id)
  },

  async renew(ctx, { from, to, cap, ...at }) {
    const row = await requireCurrentContract(ctx, at)
    return detail(ctx, await renewContract(ctx, row, { from, to, cap: cap === undefined ? null : parseOptionalYuan(cap) }))
  },

  async supplement(ctx, { fields, ...at }) {
    return detail(ctx, await supplementContract(ctx, await requireCurrentContract(ctx, at), fields))
  },

  async startMany(ctx, { kinds, centreId, mode, operatorIds }) {
    expectMode(ctx, mode)
    if (!(await centresOf(ctx)).some((centre) => centre.id === centreId)) refuse(contractRefusals, 'noSubject')
    for (const kind of kinds) await expectSeal(ctx, sealPlaceFor(kind, centreId))
    if (kinds.includes('business_contract')) {
      if (ctx.actor.unitId === null) refuse(contractRefusals, 'unitSends')
      if (mode !== settlementMode.individualBusiness) refuse(contractRefusals, 'businessMode')
    }
    const ids = [...new Set(operatorIds)]
    expectAllFound(ids, await operatorsInScope(ctx, ids))
    const title = translate(contractTaskTexts.startMany, ctx.language, { count: ids.length })
    const selection = { unitId: ctx.actor.unitId, centreId, mode, kinds, operatorIds: ids }
    const taskId = await requestTask(ctx, startManyJob, { title, total: ids.length }, (requested) => ({ ...requested, ...selection }))
    ctx.note({ refType: 'task', refId: taskId, centreId, detail: { kinds, people: ids.length } })
    return { taskId, count: ids.length }
  },

  async uploadPaper(ctx, { cap, ...input }) {
    expectMode(ctx, input.mode)
    return detail(ctx, await enterPaperContract(ctx, { ...input, cap: parseOptionalYuan(cap) }))
  },

  async check(ctx, { isSame, reason, ...at }) {
    await checkPaperContract(ctx, await requireCurrentContract(ctx, at), { isSame, reason: reason ?? '' })
    return detail(ctx, at.id)
  },

  async verify(ctx, { id }) {
    const row = await requireContract(ctx, id)
    const file = row.file_id === null ? null : await ctx.files.open(row.file_id)
    if (!file) refuse(contractRefusals, 'noFile')
    const signatures = await ctx.outside('signatures', file.bytes, () => checkSignatures(file.bytes))
    const sha256 = createHash('sha256').update(file.bytes).digest('hex')
    return { sha256, isSame: sha256 === row.sha256, signatures: signatures.map((signature) => ({ ...signature, at: signature.at?.toISOString() ?? null })) }
  },

  async evidence(ctx, { id }) {
    const row = await requireContract(ctx, id)
    const bytes = await evidenceDocument(ctx, row)
    const storedFile = await ctx.files.save({ name: `证据链_${row.no}.pdf`, mediaType: 'application/pdf', bytes, purpose: 'proof', keepDays: evidenceFileDays })
    ctx.note({ refType: 'contract', refId: id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, sha256: storedFile.sha256 } })
    return { fileId: storedFile.id }
  },

  async exportList(ctx, filter) {
    return exportList(ctx, filter, () => exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows))
  },

  async zip(ctx, { ids, ...filter }) {
    if (ids) expectAllFound(ids, await store.idsInScope(ctx, ids))
    const { rows } = await store.list(ctx, { ...filter, ids }, { page: 1, size: maxZipFiles + 1 })
    const idsWithFile = rows.filter((row) => row.file_id !== null).map((row) => row.id)
    if (idsWithFile.length === 0) refuse(contractRefusals, 'nothing')
    if (idsWithFile.length > maxZipFiles) refuse(contractRefusals, 'tooMany', { most: maxZipFiles })
    const title = translate(contractTaskTexts.zip, ctx.language, { count: idsWithFile.length })
    const taskId = await requestTask(ctx, zipJob, { title, total: idsWithFile.length }, (request) => ({ ...request, ids: idsWithFile }))
    ctx.note({ refType: 'task', refId: taskId, detail: { contracts: idsWithFile.length } })
    return { taskId, count: idsWithFile.length }
  },

  async consents(ctx, { operatorId, ...turn }) {
    const { rows, count, next } = await listConsents(ctx, operatorId, turn)
    return {
      count,
      next,
      rows: rows.map((row) => ({
        ...fieldsOf(row, 'id', 'operator_id', 'operator_name', 'kind', 'centre_name', 'contract_id', 'contract_no'),
        ...fieldsOf(row, 'given_at', 'valid_to', 'revoked_at'),
        reason: row.revoke_reason,
        mayWithdraw: row.revoked_at === null && row.operator_id === ctx.actor.operatorId,
      })),
    }
  },

  async withdraw(ctx, { consentId, reason }) {
    const row = await findConsent(ctx, consentId)
    if (!row || row.operator_id !== ctx.actor.operatorId) refuse(contractRefusals, 'consentNotFound')
    if (!(await revokeConsent(ctx, consentId, reason))) refuse(contractRefusals, 'consentOver')
    // When the agreement is withdrawn, its contract ends too.
    if (row.kind === 'agreement' && row.contract_id !== null) await endContract(ctx, row.contract_id, reason)
    ctx.note({
      refType: 'consent',
      refId: consentId,
      before: { revoked: false },
      after: { revoked: true },
      detail: { kind: row.kind, contract: row.contract_no, reason },
    })
    return {}
  },

  async faces(ctx) {
    const { operatorId } = ctx.actor
    if (operatorId === null) return { consents: [], pictures: 0, until: null, mayWithdraw: false }
    const [consents, stored] = [await faceConsentsOf(ctx, operatorId), await storedFacesOf(ctx, operatorId)]
    return {
      consents: consents.map((row) => ({ ...fieldsOf(row, 'centre_name', 'text', 'given_at', 'revoked_at'), version: row.edition })),
      pictures: stored.count,
      until: stored.until && dayOf(stored.until),
      mayWithdraw: await mayWithdrawFaces(ctx, operatorId),
    }
  },

  async withdrawFaces(ctx) {
    const operatorId = ctx.actor.operatorId ?? refuse(contractRefusals, 'consentNotFound')
    const count = await withdrawFaceConsents(ctx, operatorId, translate(faceTexts.ownWish, ctx.language))
    if (count === 0) refuse(contractRefusals, 'consentOver')
    ctx.note({ refType: 'operator', refId: operatorId, before: { revoked: false }, after: { revoked: true }, detail: { kind: 'face', count } })
    return {}
  },

  async pdf(ctx, { id }) {
    const row = await requireContract(ctx, id)
    return { fileId: row.file_id ?? refuse(contractRefusals, 'noFile') }
  },
}
