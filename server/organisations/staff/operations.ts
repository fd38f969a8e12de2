import type { Modules } from '#/api/modules.ts'
import { staffRefusals } from '#/api/organisations/staff.texts.ts'
import { pages } from '#/api/pages.ts'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { fen, sumOf } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { changeAccount, colleagueChoices, createColleague, resetAccountPassword, setAccountEnabled } from '#/server/access/users/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import * as store from '#/server/organisations/staff/store.ts'
import { reassignUnits, unitsPath } from '#/server/organisations/units/public.ts'
import { notifyProposer } from '#/server/services/messages/public.ts'

type Action = 'edit' | 'handOver' | 'disable' | 'enable' | 'reset'
type RefusalKey = keyof typeof staffRefusals

function expectStaffManager(ctx: Context): void {
  const managesStaff = ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
  if (!managesStaff || !ctx.actor.may('employeeList')) refuse(staffRefusals, 'noPage')
}

function blockerOf(ctx: Context, row: store.StaffRow, action: Action): RefusalKey | null {
  if (!ctx.actor.may('user:edit')) return 'noRight'
  if (row.id === ctx.actor.userId && action !== 'handOver') return 'ownAccount'
  const isOpen = row.status === accountStatus.active || row.status === accountStatus.locked
  if (action === 'enable') return row.status === accountStatus.disabled ? null : 'wrongStatus'
  if (action === 'handOver') return row.units === 0 ? 'noUnits' : row.leaving_on !== null ? 'alreadyLeaving' : null
  if (action === 'disable') return !isOpen ? 'wrongStatus' : row.units > 0 ? 'hasUnits' : null
  return isOpen ? null : 'wrongStatus'
}

const isOpenHandover = ({ state }: store.HandoverRow) => state === 'proposed' || state === 'scheduled'

function decisionBlocker(ctx: Context, handover: store.HandoverRow): 'notProposed' | 'ownProposal' | null {
  if (handover.state !== 'proposed') return 'notProposed'
  return handover.created_by === ctx.actor.userId ? 'ownProposal' : null
}

function decisionText(ctx: Context, handover: store.HandoverRow): string {
  return blockerText(ctx, staffRefusals, decisionBlocker(ctx, handover))
}

function present(ctx: Context, row: store.StaffRow) {
  const blockerText = (action: Action) => {
    const refusalName = blockerOf(ctx, row, action)
    return refusalName === null ? '' : translate(staffRefusals[refusalName], ctx.language, { count: row.units })
  }
  return {
    id: row.id,
    no: `YG${String(row.id).padStart(5, '0')}`,
    username: row.username,
    name: row.name,
    mobile: row.mobile === '' ? '' : maskMobile(row.mobile),
    centres: row.centres,
    poststatus: row.poststatus,
    roles: row.roles.map(({ id, name }) => ({ id, name: presetName(name, ctx.language) })),
    unitCount: row.units,
    monthNet: fen(row.month_net),
    monthNetPath: unitsPath(ctx, { carerId: row.id }),
    commission: row.commission ? { method: row.commission.method, ratePpm: row.commission.rate } : null,
    ...fieldsOf(row, 'status', 'joined_on', 'leaving_on'),
    may: {
      edit: blockerText('edit'),
      handOver: blockerText('handOver'),
      disable: blockerText('disable'),
      enable: blockerText('enable'),
      reset: blockerText('reset'),
    },
  }
}

async function requireStaff(ctx: Context, id: number): Promise<store.StaffRow> {
  expectStaffManager(ctx)
  return (await store.find(ctx, id)) ?? refuse(staffRefusals, 'notFound')
}

async function lockForUpdate(ctx: Context, id: number, action: Action): Promise<store.StaffRow> {
  expectStaffManager(ctx)
  const row = (await store.lock(ctx, id)) ?? refuse(staffRefusals, 'notFound')
  const blocker = blockerOf(ctx, row, action)
  if (blocker) refuse(staffRefusals, blocker, { count: row.units })
  return row
}

async function staffResponse(ctx: Context, id: number) {
  return present(ctx, await requireStaff(ctx, id))
}

function note(ctx: Context, row: Pick<store.StaffRow, 'id' | 'username' | 'centres'>, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'user', refId: row.id, centreId: ctx.scope.centreId ?? row.centres[0]?.id ?? null, detail: { username: row.username, ...detail } })
}

export const staff: Implementation<Modules['staff']> = {
  async list(ctx, { page, size, ...filter }) {
    expectStaffManager(ctx)
    const { rows, count } = await store.list(ctx, filter, { page, size })
    return { rows: rows.map((row) => present(ctx, row)), count }
  },

  async get(ctx, { id }) {
    const row = await requireStaff(ctx, id)
    const editBlocker = ctx.actor.may('user:edit') ? '' : translate(staffRefusals.noRight, ctx.language)
    const handovers = (await store.handovers(ctx, id)).map((each) => ({
      ...fieldsOf(each, 'id', 'from_name', 'to_name', 'role'),
      unitCount: each.unit_ids?.length ?? null,
      ...fieldsOf(each, 'effective_on', 'state', 'reason', 'done_count'),
      createdBy: each.creator,
      createdAt: each.created_at.toISOString(),
      may: {
        cancel: isOpenHandover(each) ? editBlocker : translate(staffRefusals.notScheduled, ctx.language),
        decide: decisionText(ctx, each) || editBlocker,
      },
    }))
    return { ...present(ctx, row), handovers }
  },

  async choices(ctx) {
    expectStaffManager(ctx)
    return { ...(await colleagueChoices(ctx)), receivers: await store.handoverRecipients(ctx) }
  },

  async create(ctx, { joinedOn, ...person }) {
    expectStaffManager(ctx)
    const { userId, ...answered } = await createColleague(ctx, person)
    await store.setJoiningDay(ctx, userId, joinedOn)
    return { id: userId, ...answered }
  },

  async update(ctx, { id, joinedOn, ...fields }) {
    const row = await lockForUpdate(ctx, id, 'edit')
    await changeAccount(ctx, id, fields)
    if (joinedOn !== undefined) await store.setJoiningDay(ctx, id, joinedOn)
    const after = { name: fields.name ?? row.name, joinedOn: joinedOn ?? row.joined_on, isMobileNew: fields.mobile !== undefined }
    ctx.note({ refType: 'user', refId: id, before: { name: row.name, joinedOn: row.joined_on }, after, detail: { username: row.username } })
    return staffResponse(ctx, id)
  },

  async handOver(ctx, { id, receiverId, unitIds, effectiveOn, reason }) {
    const row = await lockForUpdate(ctx, id, 'handOver')
    const role = row.poststatus === postStatus.marketer ? 'marketer' : 'salesman'
    const receiver = await store.find(ctx, receiverId)
    const isFit = receiver && receiver.status === accountStatus.active && receiver.id !== id && receiver.poststatus === row.poststatus
    if (!isFit || !(await store.shareCentre(ctx, id, receiverId))) refuse(staffRefusals, 'receiverUnfit')
    if (effectiveOn < dayOf(ctx.now)) refuse(staffRefusals, 'inThePast')
    const chosenUnitIds = unitIds === undefined ? null : [...new Set(unitIds)]
    if (chosenUnitIds && (await store.assignedUnitIds(ctx, id, role, chosenUnitIds)).length !== chosenUnitIds.length) refuse(staffRefusals, 'unitUnfit')
    const centreId = ctx.scope.centreId ?? row.centres[0]?.id ?? null
    await store.insertHandover(ctx, { centreId, from: id, to: receiverId, role, unitIds: chosenUnitIds, effectiveOn, reason })
    note(ctx, row, { to: receiver.username, effectiveOn, units: chosenUnitIds?.length ?? row.units, reason })
    return {}
  },

  async decideHandover(ctx, { handoverId, isApproved, reason }) {
    expectStaffManager(ctx)
    const handover = (await store.lockHandover(ctx, handoverId)) ?? refuse(staffRefusals, 'notFound')
    refuseIf(staffRefusals, decisionBlocker(ctx, handover))
    if (!isApproved && reason.length < 2) refuse(staffRefusals, 'reasonNeeded')
    const { from_user_id: from, to_user_id: to, role, unit_ids: unitIds } = handover
    const receiver = await store.find(ctx, to)
    if (isApproved && (receiver?.status !== accountStatus.active || !(await store.shareCentre(ctx, from, to)))) refuse(staffRefusals, 'receiverUnfit')
    await store.decideHandover(ctx, handoverId, isApproved)
    const isDue = isApproved && handover.effective_on <= dayOf(ctx.now)
    const handedUnitIds = isDue ? await reassignUnits(ctx, { role, from, to, unitIds }) : []
    if (isDue) await store.closeHandover(ctx, handoverId, { state: 'done', count: handedUnitIds.length })
    const message = { subject: 'handover', proposedBy: handover.created_by, name: `${handover.from_name} → ${handover.to_name}`, isApproved, reason } as const
    await notifyProposer(ctx, { ...message, path: `${pages.employeeList.path}?open=${from}&pane=handovers`, refType: 'user', refId: from })
    ctx.note({ refType: 'user', refId: from, detail: { handover: handoverId, isApproved, reason, units: handedUnitIds.length } })
    return { handed: handedUnitIds.length }
  },

  async cancelHandover(ctx, { handoverId }) {
    expectStaffManager(ctx)
    const handover = (await store.lockHandover(ctx, handoverId)) ?? refuse(staffRefusals, 'notFound')
    if (!isOpenHandover(handover)) refuse(staffRefusals, 'notScheduled')
    await store.closeHandover(ctx, handoverId, { state: 'cancelled', count: 0 })
    ctx.note({ refType: 'user', refId: handover.from_user_id, detail: { handover: handoverId } })
    return {}
  },

  async disable(ctx, { id, reason }) {
    const row = await lockForUpdate(ctx, id, 'disable')
    await setAccountEnabled(ctx, id, false)
    note(ctx, row, { reason })
    return staffResponse(ctx, id)
  },

  async enable(ctx, { id }) {
    const row = await lockForUpdate(ctx, id, 'enable')
    await setAccountEnabled(ctx, id, true)
    note(ctx, row, {})
    return staffResponse(ctx, id)
  },

  async resetPassword(ctx, { id }) {
    const row = await lockForUpdate(ctx, id, 'reset')
    const linkDelivery = await resetAccountPassword(ctx, id)
    note(ctx, row, { sentTo: linkDelivery.sentTo })
    return linkDelivery
  },

  async performance(ctx, { id, month }) {
    await requireStaff(ctx, id)
    const rows = (await store.performanceOf(ctx, id, month)).map((row) => ({
      ...fieldsOf(row, 'unit_id', 'unit_name', 'batches'),
      net: fen(row.net),
      fee: fen(row.fee),
    }))
    return { rows, net: sumOf(rows, (row) => row.net), fee: sumOf(rows, (row) => row.fee) }
  },
}
