import { contractRefusals } from '#/api/contracts.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { canMoveContract } from '#/domain/contract.ts'
import { parseYuan } from '#/domain/money.ts'
import { drawContract } from '#/server/contracts/drawing.ts'
import { isSigner, present, presentTask, reasonsFor } from '#/server/contracts/presentation.ts'
import { sendContract } from '#/server/contracts/sending.ts'
import * as store from '#/server/contracts/store.ts'
import { centresOf, subjects } from '#/server/contracts/store-parties.ts'
import { findTask, ordersUnder, relatedTo, revisionsOf, tasksOf, voidTasks } from '#/server/contracts/store-tasks.ts'
import { issueTicket } from '#/server/contracts/telling.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { usableTemplate, usableTemplates } from '#/server/templates/public.ts'

const usualSignDays = 7

async function found(ctx: Context, id: number): Promise<store.ContractRow> {
  return (await store.find(ctx, id)) ?? refuse(contractRefusals, 'notFound')
}

/** The contract to be dealt with, as the caller saw it. */
async function target(ctx: Context, at: { id: number; version: number }): Promise<store.ContractRow> {
  const row = await found(ctx, at.id)
  return row.version === at.version ? row : refuse(contractRefusals, 'changed')
}

async function whole(ctx: Context, id: number) {
  const row = await found(ctx, id)
  const [tasks, revisions, related, orders] = [await tasksOf(ctx.db, id), await revisionsOf(ctx.db, id), await relatedTo(ctx, row), await ordersUnder(ctx, id)]
  return {
    ...present(ctx, row),
    templateId: row.template_id,
    templateName: row.template_name,
    consents: row.consents,
    sha256: row.sha256,
    tasks: tasks.map(presentTask),
    revisions: revisions.map((each) => ({ seq: each.seq, sha256: each.sha256, by: each.signer, at: each.made_at.toISOString() })),
    related: related.map((each) => ({
      id: each.id,
      no: each.no,
      name: each.name,
      relation: each.relation,
      state: each.sign_state,
      isEarlier: each.is_earlier,
    })),
    orders,
    checkedBy: null,
    may: reasonsFor(ctx, row),
  }
}

export const contracts: Implementation<Modules['contracts']> = {
  async list(ctx, { page, size, ...filter }) {
    const rows = await store.list(ctx, filter, { size, from: (page - 1) * size })
    const { count, ...counts } = await store.counts(ctx, filter)
    return { rows: rows.map((row) => present(ctx, row)), count, counts }
  },

  async get(ctx, { id }) {
    return whole(ctx, id)
  },

  async choices(ctx) {
    const centres = await centresOf(ctx)
    const all = new Map<number, Awaited<ReturnType<typeof usableTemplates>>[number]>()
    for (const centre of centres) for (const template of await usableTemplates(ctx, centre.id)) all.set(template.id, template)
    return {
      centres: centres.map(({ id, name, modes }) => ({ id, name, modes: modes as Mode[] })),
      templates: [...all.values()].map((each) => ({
        id: each.id,
        name: each.name,
        kind: each.kind,
        mode: each.mode,
        centreId: each.for_centre_id,
        isDefault: each.is_default,
        validDays: each.valid_days,
        signDays: each.sign_days,
        fields: each.fields,
      })),
    }
  },

  async subjects(ctx, of) {
    return subjects(ctx, of)
  },

  async create(ctx, { templateId, centreId, mode, cap, ...rest }) {
    if (ctx.scope.mode !== null && ctx.scope.mode !== mode) refuse(contractRefusals, 'otherMode')
    const template = (await usableTemplate(ctx, { id: templateId, centreId, mode })) ?? refuse(contractRefusals, 'noTemplate')
    const id = await drawContract(ctx, { template, centreId, mode, ...rest, cap: cap === undefined ? null : parseYuan(cap) })
    return whole(ctx, id)
  },

  async send(ctx, { signDays, ...at }) {
    await sendContract(ctx, await target(ctx, at), signDays ?? usualSignDays)
    return whole(ctx, at.id)
  },

  async discard(ctx, at) {
    const row = await target(ctx, at)
    if (!canMoveContract(row.sign_state, 'discard')) refuse(contractRefusals, 'wrongState')
    if (!(await store.update(ctx.db, row, { sign_state: 'revoked', ended_at: ctx.now }))) refuse(contractRefusals, 'changed')
    await voidTasks(ctx.db, row.id)
    ctx.note({
      refType: 'contract',
      refId: row.id,
      unitId: row.unit_id,
      centreId: row.centre_id,
      before: { state: row.sign_state },
      after: { state: 'revoked' },
      detail: { no: row.no },
    })
    return whole(ctx, row.id)
  },

  async revoke(ctx, { reason, ...at }) {
    const row = await target(ctx, at)
    if (!canMoveContract(row.sign_state, 'revoke')) refuse(contractRefusals, 'wrongState')
    if (!(await store.update(ctx.db, row, { sign_state: 'revoked', ended_at: ctx.now, end_reason: reason }))) refuse(contractRefusals, 'changed')
    await voidTasks(ctx.db, row.id)
    ctx.note({
      refType: 'contract',
      refId: row.id,
      unitId: row.unit_id,
      centreId: row.centre_id,
      before: { state: row.sign_state },
      after: { state: 'revoked' },
      detail: { no: row.no, reason },
    })
    return whole(ctx, row.id)
  },

  async ticket(ctx, { signTaskId }) {
    const task = await findTask(ctx.db, signTaskId)
    const row = task ? await store.find(ctx, task.contract_id) : undefined
    if (!task || !row) refuse(contractRefusals, 'notFound')
    if (task.state !== 'open' || row.sign_state !== 'signing' || !isSigner(ctx, task.signer_type, task.signer_id)) refuse(contractRefusals, 'notYours')
    ctx.note({ refType: 'contract', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, party: task.party } })
    return { ticket: await issueTicket(ctx, task.id, true) }
  },

  async pdf(ctx, { id }) {
    const row = await found(ctx, id)
    return { fileId: row.file_id ?? refuse(contractRefusals, 'noFile') }
  },
}
