import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { statementFields, statementRefusals, statementTexts } from '#/api/money/statements.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { type DocumentModel, renderDocument } from '#/server/lib/pdf/pdf.ts'
import { notifyFinance, notifyUnit, statementsPath } from '#/server/money/prepayments/notifications.ts'
import { requirePlace } from '#/server/money/prepayments/place.ts'
import { exportStatement } from '#/server/money/prepayments/statement-sheet.ts'
import { statementFigures } from '#/server/money/prepayments/statements-figures.ts'
import * as store from '#/server/money/prepayments/store-statements.ts'
import { holdersInUnits, sendIndividually } from '#/server/services/messages/public.ts'

function presentStatement(row: store.StatementRow) {
  return {
    ...fieldsOf(row, 'id', 'no', 'unit_id', 'unit_name', 'centre_id', 'mode'),
    centreName: row.centre_name,
    month: row.month_text,
    ...statementFigures(row),
    journals: row.journal_count,
    ...fieldsOf(row, 'state', 'reason', 'answer', 'issued_at'),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    version: row.version,
  }
}

const referenceTo = (row: { readonly id: number }) => ({ path: `${statementsPath}&open=${row.id}`, refType: 'balance_statement', refId: row.id }) as const

const hourMs = 3_600_000

/**
 * Returns the month whose statements are due. Waits one hour into a month for transactions that began before midnight.
 */
export const dueStatementMonth = (now: Date) => shiftMonth(monthOf(new Date(now.getTime() - hourMs)), -1)

/**
 * Issues the missing statements of one centre and mode for a past month, one per unit. Can be repeated. Returns the
 * number of new statements.
 */
export async function issueMissingStatements(ctx: Context, books: store.StatementBooks, month: string): Promise<number> {
  const issuedStatements = await store.issueStatements(ctx, books, month)
  for (const row of issuedStatements) {
    const detail = { month, mode: books.mode, closing: row.closing_available_fen + row.closing_aside_fen }
    ctx.note({ refType: 'balance_statement', refId: row.id, unitId: row.unit_id, centreId: books.centreId, detail })
  }
  if (issuedStatements.length === 0) return 0
  const people = await holdersInUnits(
    ctx,
    issuedStatements.map((row) => row.unit_id),
    'cz:apply',
  )
  const statementMessages = issuedStatements.flatMap((row) => {
    const values = { month, centre: row.centre_name, amount: formatYuan(fen(row.closing_available_fen + row.closing_aside_fen)) }
    return people.filter((person) => person.unit_id === row.unit_id).map((person) => ({ whom: person.id, values, ...referenceTo(row) }))
  })
  await sendIndividually(ctx, 'statementReady', statementMessages)
  return issuedStatements.length
}

async function lockForUpdate(ctx: Context, target: { statementId: number; version: number }, state: store.StatementState): Promise<store.StatementRow> {
  const row = (await store.lock(ctx, target.statementId)) ?? refuse(statementRefusals, 'statementNotFound')
  if (row.state !== state) refuse(statementRefusals, 'statementState')
  if (row.version !== target.version) refuse(statementRefusals, 'statementChanged')
  return row
}

async function changeStatement(ctx: Context, row: store.StatementRow, change: store.StatementChange, by: 'decided' | 'answered') {
  await store.updateStatement(ctx, row.id, change, by)
  const detail = { no: row.no, from: row.state, to: change.state, reason: change.reason ?? change.answer }
  ctx.note({ refType: 'balance_statement', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail })
  return presentStatement((await store.find(ctx, row.id)) ?? refuse(statementRefusals, 'statementNotFound'))
}

const summedFigures = ['opening', 'topup', 'payment', 'fee', 'tax', 'returned', 'refund', 'adjustment', 'other'] as const

/** Lays out a statement as a document. Business documents are always Chinese. */
function documentOf(row: store.StatementRow): DocumentModel {
  const figures = statementFigures(row)
  return {
    title: '预付款对账单',
    subtitle: row.no,
    createdAt: row.issued_at,
    author: '云创客平台',
    blocks: [
      {
        kind: 'fields',
        columns: 2,
        rows: [
          ['单位', row.unit_name],
          ['单位税号', row.unit_code],
          ['运营中心', row.entity_name],
          ['运营中心税号', row.entity_code],
          ['结算模式', contractModeNames[row.mode].zh],
          ['月份', row.month_text],
          ['流水笔数', String(row.journal_count)],
          ['状态', row.state === 'confirmed' ? `已确认（${row.decider ?? ''}）` : row.state === 'disputed' ? '有异议' : '待确认'],
        ],
      },
      {
        kind: 'table',
        columns: [
          { heading: '项目', width: 2 },
          { heading: '金额（元）', align: 'right' },
        ],
        rows: summedFigures.map((key) => [statementFields[key].zh, formatYuan(figures[key])]),
        totals: [statementFields.closing.zh, formatYuan(figures.closing)],
      },
      {
        kind: 'paragraph',
        small: true,
        text: `其中冻结（批次与退款预留）：期初 ${formatYuan(figures.openingAside)}，期末 ${formatYuan(figures.closingAside)}。`,
      },
      { kind: 'gap', height: 18 },
      {
        kind: 'signatures',
        parties: [
          { title: '出具方（盖章）', lines: [row.entity_name, `税号：${row.entity_code}`, `日期：${dayOf(row.issued_at)}`] },
          { title: '确认方（盖章）', lines: [row.unit_name, `税号：${row.unit_code}`, '日期：'] },
        ],
      },
    ],
    footer: '本对账单由云创客平台根据账簿生成，金额生成后不再变动。',
  }
}

type StatementOperation = 'statements' | 'issueStatements' | 'confirmStatement' | 'disputeStatement' | 'answerStatement' | 'statementPdf' | 'statementSheet'

export const statementOperations = {
  async statements(ctx, { page, size, after, before, ...filter }) {
    const { rows, count, next } = await store.list(ctx, filter, { page, size, after, before })
    return { rows: rows.map(presentStatement), count, next }
  },

  async issueStatements(ctx, { month }) {
    const books = requirePlace(ctx)
    if (month > dueStatementMonth(ctx.now)) refuse(statementRefusals, 'monthNotOver', { month })
    return { count: await ctx.widen('statements of a place', () => issueMissingStatements(ctx, books, month)) }
  },

  async confirmStatement(ctx, target) {
    return changeStatement(ctx, await lockForUpdate(ctx, target, 'issued'), { state: 'confirmed' }, 'decided')
  },

  async disputeStatement(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'issued')
    const answer = await changeStatement(ctx, row, { state: 'disputed', reason, answer: '' }, 'decided')
    await notifyFinance(ctx, row, { kind: 'statementDisputed', values: { no: row.no, unit: row.unit_name, reason }, ...referenceTo(row) })
    return answer
  },

  async answerStatement(ctx, { answer, ...target }) {
    const row = await lockForUpdate(ctx, target, 'disputed')
    const answeredStatement = await changeStatement(ctx, row, { state: 'issued', answer }, 'answered')
    await notifyUnit(ctx, row, row.decided_by, { kind: 'statementAnswered', values: { no: row.no, answer }, ...referenceTo(row) })
    return answeredStatement
  },

  async statementPdf(ctx, { statementId }) {
    const row = (await store.find(ctx, statementId)) ?? refuse(statementRefusals, 'statementNotFound')
    const bytes = await ctx.outside('draw a document', [row.id, row.version], () => renderDocument(documentOf(row)))
    const name = `${statementTexts.statement.zh}_${row.month_text}_${row.unit_name}.pdf`
    const { id } = await ctx.files.save({ name, mediaType: 'application/pdf', bytes, purpose: 'export', keepDays: 7 })
    ctx.note({ refType: 'balance_statement', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, file: id } })
    return { fileId: id }
  },

  async statementSheet(ctx, { statementId }) {
    const row = (await store.find(ctx, statementId)) ?? refuse(statementRefusals, 'statementNotFound')
    return exportStatement(ctx, row)
  },
} satisfies Pick<Implementation<Modules['prepayments']>, StatementOperation>
