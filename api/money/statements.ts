import { z } from 'zod'
import { Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, Version } from '#/api/operation.ts'

export const statementStates = ['issued', 'confirmed', 'disputed'] as const

const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

const Statement = z.object({
  id: Id,
  no: z.string(),
  unitId: Id,
  unitName: z.string(),
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  month: z.string(),
  opening: MoneyOut,
  topup: MoneyOut,
  payment: MoneyOut,
  fee: MoneyOut,
  tax: MoneyOut,
  returned: MoneyOut,
  refund: MoneyOut,
  adjustment: MoneyOut,
  other: MoneyOut,
  closing: MoneyOut,
  openingAside: MoneyOut,
  closingAside: MoneyOut,
  journals: z.int(),
  state: z.enum(statementStates),
  /** The unit's reason for a dispute, and the centre's answer. */
  reason: z.string(),
  answer: z.string(),
  issuedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  version: Version,
})

const target = { statementId: Id, version: Version }

/** Monthly statements of prepayments (对账单). The figures are fixed, and the unit confirms or disputes them. */
export const statements = {
  statements: {
    access: 'yufukuan',
    kind: 'read',
    input: z.object({ statementId: Id.optional(), states: z.array(z.enum(statementStates)).optional(), month: Month.optional(), unitId: Id.optional(), ...LongListPaging }),
    output: longPageOf(Statement),
  },
  issueStatements: {
    access: 'cz:confirm',
    kind: 'write',
    log: { zh: '生成对账单', en: 'Issue statements', es: 'Emitir extractos', ja: '取引明細書の発行' },
    done: {
      zh: '{count, plural, =0 {没有需要生成的对账单} other {已生成 # 份对账单}}',
      en: '{count, plural, =0 {Nothing to issue} one {# statement issued} other {# statements issued}}',
      es: '{count, plural, =0 {Nada que emitir} one {# extracto emitido} other {# extractos emitidos}}',
      ja: '{count, plural, =0 {発行対象はありません} other {# 件を発行しました}}',
    },
    input: z.object({ month: Month }),
    output: z.object({ count: z.int() }),
  },
  confirmStatement: {
    access: 'cz:apply',
    kind: 'write',
    log: { zh: '确认对账单', en: 'Confirm a statement', es: 'Confirmar un extracto', ja: '取引明細書の確認' },
    done: { zh: '对账单已确认', en: 'Statement confirmed', es: 'Extracto confirmado', ja: '取引明細書を確認しました' },
    input: z.object(target),
    output: Statement,
  },
  disputeStatement: {
    access: 'cz:apply',
    kind: 'write',
    log: { zh: '对账单异议', en: 'Dispute a statement', es: 'Impugnar un extracto', ja: '取引明細書への異議' },
    done: { zh: '异议已提交，等待运营中心答复', en: 'Submitted; the centre will answer', es: 'Enviada; el centro responderá', ja: '提出しました。センターの回答をお待ちください' },
    input: z.object({ ...target, reason: z.string().trim().min(2).max(200) }),
    output: Statement,
  },
  answerStatement: {
    access: 'cz:confirm',
    kind: 'write',
    log: { zh: '答复对账单异议', en: 'Answer a disputed statement', es: 'Responder a una impugnación', ja: '異議への回答' },
    done: { zh: '已答复，等待单位确认', en: 'Answered; the unit confirms', es: 'Respondida; la empresa confirma', ja: '回答しました。企業の確認待ちです' },
    input: z.object({ ...target, answer: z.string().trim().min(2).max(200) }),
    output: Statement,
  },
  statementPdf: {
    access: 'yufukuan',
    kind: 'read',
    log: { zh: '下载对账单', en: 'Download a statement', es: 'Descargar un extracto', ja: '取引明細書のダウンロード' },
    limit: 'export',
    input: z.object({ statementId: Id }),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Exports all movements of the month, as a file or, for many rows, as a task. */
  statementSheet: {
    access: 'yufukuan',
    kind: 'write',
    log: { zh: '导出对账单明细', en: 'Export the movements of a statement', es: 'Exportar el detalle de un extracto', ja: '取引明細の出力' },
    limit: 'export',
    input: z.object({ statementId: Id }),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
} as const satisfies Module
