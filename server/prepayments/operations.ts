import type { Modules } from '#/api/modules.ts'
import { movementKinds, prepaymentFields, prepaymentRefusals } from '#/api/prepayments.texts.ts'
import { type Fen, fen, parseYuan, plainYuan } from '#/domain/money.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { kindOf } from '#/server/kernel/file-kinds.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { nextNumber } from '#/server/kernel/numbers.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { readSheet, writeSheet } from '#/server/kernel/spreadsheet.ts'
import { postTopup } from '#/server/ledger/public.ts'
import { readCredit, statementColumns } from '#/server/prepayments/statement.ts'
import * as store from '#/server/prepayments/store.ts'
import * as accountStore from '#/server/prepayments/store-accounts.ts'
import { recordTopup } from '#/server/vouchers/public.ts'

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const exportMost = 50_000

function present(row: store.TopupRow) {
  return {
    id: row.id,
    no: row.no,
    unitId: row.unit_id,
    unitName: row.unit_name,
    centreId: row.centre_id,
    centreName: row.centre_name,
    mode: row.mode,
    amount: fen(row.amount_fen),
    payerName: row.payer_name,
    payerAccount: row.payer_account,
    bankSerial: row.bank_serial,
    slipFileId: row.slip_file_id,
    state: row.state,
    reason: row.reason,
    submittedBy: row.submitter,
    submittedAt: row.submitted_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    creditedAt: row.credited_at?.toISOString() ?? null,
    hasBankCredit: row.bank_credit_id !== null,
    isOwnName: row.payer_name === row.unit_name,
    version: row.version,
  }
}

async function take(ctx: Context, target: { id: number; version: number }, states: readonly store.TopupState[]): Promise<store.TopupRow> {
  const row = (await store.lock(ctx, target.id)) ?? refuse(prepaymentRefusals, 'notFound')
  if (!states.includes(row.state)) refuse(prepaymentRefusals, 'wrongState')
  if (row.version !== target.version) refuse(prepaymentRefusals, 'changed')
  return row
}

async function decide(ctx: Context, row: store.TopupRow, change: Parameters<typeof store.move>[2]) {
  if (!(await store.move(ctx, row, change))) refuse(prepaymentRefusals, 'changed')
  ctx.note({
    refType: 'topup',
    refId: row.id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    detail: { no: row.no, from: row.state, to: change.state, amount: row.amount_fen, reason: change.reason },
  })
  return present((await store.find(ctx, row.id)) ?? refuse(prepaymentRefusals, 'notFound'))
}

function ownPlace(ctx: Context): { centreId: number; mode: Mode } {
  if (ctx.scope.centreId === null || ctx.scope.mode === null) return refuse(prepaymentRefusals, 'noAccount')
  return { centreId: ctx.scope.centreId, mode: ctx.scope.mode }
}

function movement(row: accountStore.MovementRow) {
  return {
    journalId: row.journal_id,
    at: row.at.toISOString(),
    kind: row.kind,
    refType: row.ref_type,
    refId: row.ref_id,
    refNo: row.ref_no,
    unitName: row.unit_name,
    mode: row.mode,
    available: fen(row.available),
    frozen: fen(row.frozen),
    availableAfter: row.available_after === null ? null : fen(row.available_after),
    frozenAfter: row.frozen_after === null ? null : fen(row.frozen_after),
    memo: row.memo,
  }
}

const yuanOf = (amount: Fen | null) => (amount === null ? '' : plainYuan(amount))

async function keepSheet(ctx: Context, name: string, bytes: Uint8Array, rows: number) {
  const { id, sha256 } = await ctx.files.save({
    name,
    mediaType: sheetType,
    bytes,
    purpose: 'export',
    unitId: ctx.actor.unitId,
    centreId: ctx.scope.centreId,
    keepDays: 7,
  })
  ctx.note({ refType: 'file', refId: id, detail: { name, rows, sha256 } })
  return { fileId: id }
}

export const prepayments: Implementation<Modules['prepayments']> = {
  async accounts(ctx, { unitId }) {
    const rows = await accountStore.accounts(ctx, unitId)
    return rows.map((row) => ({
      unitId: row.unit_id,
      unitName: row.unit_name,
      centreId: row.centre_id,
      centreName: row.centre_name,
      mode: row.mode,
      available: fen(row.available),
      frozen: fen(row.frozen),
      lowBalance: fen(row.low_balance_fen),
      accountName: row.account_name,
      accountNo: row.account_no,
      accountBank: row.account_bank,
      isBalanced: row.is_balanced,
    }))
  },

  async list(ctx, { page, size, ...filter }) {
    const rows = await store.list(ctx, filter, { page, size })
    const { count, amount } = await store.totals(ctx, filter)
    return { rows: rows.map(present), count, totals: { amount: fen(amount) } }
  },

  async submit(ctx, { centreId, mode, amount, payerName, payerAccount, bankSerial, slip }) {
    const unitId = ctx.actor.unitId ?? refuse(prepaymentRefusals, 'noAccount')
    if (!(await store.hasSetting(ctx, { unitId, centreId, mode }))) refuse(prepaymentRefusals, 'noAccount')
    const mediaType = slip && (kindOf(slip.bytes, ['pdf', 'png', 'jpeg']) ?? refuse(prepaymentRefusals, 'slipKind'))
    const saved = slip && mediaType ? await ctx.files.save({ name: slip.filename, mediaType, bytes: slip.bytes, purpose: 'slip', unitId, centreId }) : null
    const no = await nextNumber(ctx, 'CZ', centreId)
    const value = parseYuan(amount) ?? refuse(prepaymentRefusals, 'badAmount')
    if (value <= 0) refuse(prepaymentRefusals, 'badAmount')
    const id = await store.insert(ctx, { no, centreId, unitId, mode, amount: value, payerName, payerAccount, bankSerial, slipFileId: saved?.id ?? null })
    if (id === null) refuse(prepaymentRefusals, 'serialUsed', { serial: bankSerial })
    await ctx.widen('match top-ups', () => store.matchWaiting(ctx, { centreId, mode }))
    ctx.note({ refType: 'topup', refId: id, unitId, centreId, detail: { no, amount: value, serial: bankSerial } })
    return present((await store.find(ctx, id)) ?? refuse(prepaymentRefusals, 'notFound'))
  },

  async withdraw(ctx, target) {
    return decide(ctx, await take(ctx, target, ['submitted']), { state: 'withdrawn' })
  },

  async confirm(ctx, target) {
    const row = await take(ctx, target, ['submitted', 'matched'])
    if (row.submitted_by === ctx.actor.userId) refuse(prepaymentRefusals, 'ownWork')
    if (row.payer_name !== row.unit_name) refuse(prepaymentRefusals, 'otherPayer')
    const creditId = row.bank_credit_id ?? (await store.fittingCredit(ctx, row)) ?? refuse(prepaymentRefusals, 'noCredit')
    await store.setCredit(ctx, creditId, { state: 'confirmed', unit_id: row.unit_id })
    const answer = await decide(ctx, row, { state: 'confirmed', bank_credit_id: creditId, isDecision: true })
    await postTopup(ctx, { id: row.id, no: row.no, centreId: row.centre_id, mode: row.mode, unitId: row.unit_id, amount: fen(row.amount_fen) })
    await recordTopup(ctx, row.id)
    return answer
  },

  async reject(ctx, { reason, ...target }) {
    return decide(ctx, await take(ctx, target, ['submitted', 'matched']), { state: 'rejected', reason, isDecision: true })
  },

  async importCredits(ctx, { file }) {
    const place = ownPlace(ctx)
    const sheet = await readSheet(file.bytes, { columns: statementColumns, maxRows: 5000, unknown: 'ignore' })
    if (!sheet.ok) return refuse(prepaymentRefusals, 'badFile', { problem: sheet.problem.code })
    const problems: { line: number; message: string }[] = []
    const found: store.NewCredit[] = []
    for (const row of sheet.rows) {
      const credit = readCredit(row)
      if (credit === null) continue
      if ('zh' in credit) problems.push({ line: row.line, message: say(credit, ctx.language) })
      else found.push(credit)
    }
    const once = [...new Map(found.map((credit) => [credit.serial, credit])).values()]
    const added = await store.insertCredits(ctx, place, once)
    const matched = await store.matchWaiting(ctx, place)
    ctx.note({
      refType: 'statement',
      refId: sheet.sha256.slice(0, 16),
      centreId: place.centreId,
      detail: { file: file.filename, added, matched, problems: problems.length },
    })
    return { added, matched, repeated: found.length - added, problems: problems.slice(0, 500) }
  },

  async creditTemplate(ctx) {
    const columns = statementColumns.map((column) => ({ heading: column.headings[0], required: column.required, width: 22 }))
    const bytes = await writeSheet({ sheets: [{ name: '银行来款流水', columns, rows: [] }] })
    return keepSheet(ctx, '银行来款流水模板.xlsx', bytes, 0)
  },

  async credits(ctx, filter) {
    const { rows, count } = await store.credits(ctx, filter)
    return {
      rows: rows.map((row) => ({
        id: row.id,
        serial: row.serial,
        amount: fen(row.amount_fen),
        payerName: row.payer_name,
        payerAccount: row.payer_account,
        memo: row.memo,
        creditedAt: row.credited_at.toISOString(),
        state: row.state,
        unitName: row.unit_name,
        topupNo: row.topup_no,
      })),
      count,
    }
  },

  async history(ctx, filter) {
    const rows = await accountStore.history(ctx, filter)
    return { rows: rows.map(movement), next: rows.length === filter.size ? (rows.at(-1)?.journal_id ?? null) : null }
  },

  async exportHistory(ctx, filter) {
    const rows = (await accountStore.history(ctx, { ...filter, size: exportMost })).map(movement)
    const heading = (name: keyof typeof prepaymentFields) => ({ heading: say(prepaymentFields[name], ctx.language), width: 18 })
    const bytes = await writeSheet({
      sheets: [
        {
          name: 'history',
          stamp: `${ctx.actor.name} · ${ctx.now.toISOString()} · ${JSON.stringify(filter)} · ${rows.length}`,
          columns: (['time', 'kind', 'ref', 'unit', 'income', 'expense', 'available', 'frozen', 'memo'] as const).map(heading),
          rows: rows.map((row) => [
            row.at,
            say(movementKinds[row.kind as keyof typeof movementKinds], ctx.language),
            row.refNo,
            row.unitName,
            row.available > 0 ? yuanOf(row.available) : '',
            row.available < 0 ? yuanOf(fen(-row.available)) : '',
            yuanOf(row.availableAfter),
            yuanOf(row.frozenAfter),
            row.memo,
          ]),
        },
      ],
    })
    return keepSheet(ctx, '资金流水.xlsx', bytes, rows.length)
  },
}
