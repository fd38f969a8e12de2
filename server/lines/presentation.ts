import type { z } from 'zod'
import type { Line } from '#/api/lines.ts'
import { type BatchState, canMove } from '#/domain/batch.ts'
import { maskCard, maskIdNumber, maskMobile } from '#/domain/identity.ts'
import type { LineIssue } from '#/domain/line-check.ts'
import { fen } from '#/domain/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { ListedLine } from '#/server/lines/store.ts'

function moment(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}

/** Whoever repairs lines must see what they typed: the unit's own maker, while the batch can still be edited. Nobody else sees whole numbers. */
export function seesWhole(ctx: Context, line: { unit_id: number; batch_state: string }): boolean {
  return ctx.actor.unitId === line.unit_id && ctx.actor.may('zf:make') && canMove(line.batch_state as BatchState, 'edit')
}

/** A line for the wire. */
export function showLine(ctx: Context, row: ListedLine): z.output<typeof Line> {
  const whole = seesWhole(ctx, row)
  return {
    id: row.id,
    batchId: row.batch_id,
    batchNo: row.batch_no,
    seq: row.seq,
    no: row.no,
    name: row.name,
    idNumber: whole ? row.id_number : maskIdNumber(row.id_number),
    mobile: whole ? row.mobile : maskMobile(row.mobile),
    bankName: row.bank_name,
    cardNo: whole ? row.card_no : maskCard(row.card_no),
    entityName: row.entity_name,
    entityCreditCode: row.entity_credit_code,
    service: row.service,
    remark: row.remark,
    amountText: row.amount_text,
    gross: fen(row.gross_fen),
    vat: fen(row.vat_fen),
    surcharge: fen(row.surcharge_fen),
    iit: fen(row.iit_fen),
    fee: fen(row.fee_fen),
    net: fen(row.net_fen),
    cost: fen(row.cost_fen),
    state: row.state,
    issues: row.issues.map((issue: LineIssue) => ({ ...issue, values: { ...issue.values } })),
    failCode: row.fail_code,
    failReason: row.fail_reason,
    requestNo: row.request_no,
    channelRef: row.channel_ref,
    finishedAt: moment(row.finished_at),
    returnedAt: moment(row.returned_at),
    releasedAt: moment(row.released_at),
    queries: row.queries,
    retryOfNo: row.retry_of_no,
    hasReceipt: row.has_receipt,
    unitName: row.unit_name,
    version: row.version,
  }
}
