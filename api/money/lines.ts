import { z } from 'zod'
import { Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, upload } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { idKinds } from '#/domain/base/id-paper.ts'
import { lineStates, maxRosterChoices } from '#/domain/money/line.ts'

/** An error, a warning or an automatic correction in a cell of a line. */
export const LineIssue = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning', 'fixed']),
  /** The field that shows the issue; null when the issue concerns the whole line. */
  field: z.enum(['name', 'idNumber', 'mobile', 'cardNo', 'amount', 'remark', 'entityName', 'entityCreditCode', 'nickname', 'userNo']).nullable(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** Texts of a batch: its remark, and the source platform of its order. The platform is empty for our own. */
export const BatchTexts = { remark: z.string(), sourcePlatform: z.string() }

/**
 * A payment line as the grid shows it. ID and card numbers are masked, except for the line's own unit while it corrects
 * the line.
 */
export const Line = z.object({
  id: Id,
  batchId: Id,
  batchNo: z.string(),
  seq: z.int(),
  no: z.string(),
  name: z.string(),
  idNumber: z.string(),
  mobile: z.string(),
  bankName: z.string(),
  cardNo: z.string(),
  entityName: z.string(),
  entityCreditCode: z.string(),
  service: z.string(),
  remark: z.string(),
  /** The payee's account on the source platform of the batch; empty without one. */
  nickname: z.string(),
  userNo: z.string(),
  amountText: z.string(),
  gross: MoneyOut,
  vat: MoneyOut,
  surcharge: MoneyOut,
  iit: MoneyOut,
  fee: MoneyOut,
  net: MoneyOut,
  cost: MoneyOut,
  state: z.enum(lineStates),
  issues: z.array(LineIssue),
  failCode: z.string().nullable(),
  failReason: z.string(),
  requestNo: z.string().nullable(),
  channelRef: z.string().nullable(),
  finishedAt: Moment.nullable(),
  returnedAt: Moment.nullable(),
  releasedAt: Moment.nullable(),
  queries: z.int(),
  retryOfNo: z.string().nullable(),
  /** The number of the operator's claim that this line pays. */
  claimNo: z.string().nullable(),
  hasReceipt: z.boolean(),
  unitName: z.string(),
  version: z.int(),
})

const cells = {
  name: z.string().max(60),
  idNumber: z.string().max(40),
  mobile: z.string().max(30),
  bankName: z.string().max(60),
  cardNo: z.string().max(40),
  amountText: z.string().max(30),
  entityName: z.string().max(100),
  entityCreditCode: z.string().max(40),
  service: z.string().max(100),
  remark: z.string().max(200),
  nickname: z.string().max(100),
  userNo: z.string().max(100),
  /** The kind of ID. Without it, the number decides. */
  idKind: z.enum(idKinds),
}
/** The editable cells of a line, all optional. */
export const EditableCells = z.object(cells).partial()

const Summary = z.object({ all: z.int(), ready: z.int(), warned: z.int(), invalid: z.int(), excluded: z.int(), byCode: z.record(z.string(), z.int()) })
const ImportResult = z.object({ summary: Summary, changed: z.int(), missed: z.array(z.string()) })

/** The lines of a batch: template, import, list with issues, correction and calculation details. */
export const lines = {
  /** `hasSource` adds the columns of the payee's account on a source platform. */
  template: {
    access: 'zf:make',
    kind: 'read',
    input: z.object({ mode: Mode, amountBasis: z.enum(['gross', 'net']).default('gross'), hasSource: z.boolean().default(false) }),
    output: z.object({ fileId: z.uuid() }),
  },
  import: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '导入明细', en: 'Import lines', es: 'Importar líneas', ja: '明細の取込み' },
    done: { zh: '已导入 {changed} 条', en: '{changed, plural, one {# line} other {# lines}} imported', es: '{changed, plural, one {# línea importada} other {# líneas importadas}}', ja: '{changed} 件を取り込みました' },
    limit: 'upload',
    input: z.object({ batchId: Id, file: upload(), allowSameFile: z.boolean().default(false) }),
    output: ImportResult,
  },
  /** Imports a corrected error file. Only the lines in the file change. */
  reimport: { access: 'zf:make', kind: 'write', log: { zh: '导入修正明细', en: 'Import corrected lines', es: 'Importar líneas corregidas', ja: '修正明細の取込み' }, done: successMessages.changed, limit: 'upload', input: z.object({ batchId: Id, file: upload() }), output: ImportResult },
  errorFile: { access: 'zf:make', kind: 'read', log: { zh: '导出错误明细', en: 'Export faulty lines', es: 'Exportar líneas con errores', ja: 'エラー明細の出力' }, limit: 'export', input: z.object({ batchId: Id }), output: z.object({ fileId: z.uuid() }) },
  /**
   * Exports the lines with masked numbers. Full numbers require a permission, a reason and a recently confirmed login
   * password.
   */
  exportBatch: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    log: { zh: '导出批次明细', en: 'Export a batch', es: 'Exportar un lote', ja: 'バッチ明細の出力' },
    limit: 'export',
    input: z.object({ batchId: Id, isPlain: z.boolean().default(false), reason: z.string().trim().max(200).optional() }),
    output: z.object({ fileId: z.uuid() }),
  },
  list: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({
      batchId: Id.optional(),
      states: z.array(z.enum(lineStates)).max(13).optional(),
      code: z.string().max(10).optional(),
      onlyErrors: z.boolean().optional(),
      keyword: z.string().trim().max(50).optional(),
      unitId: Id.optional(),
      mode: Mode.optional(),
      after: z.int().optional(),
      size: z.int().min(1).max(200).default(50),
    }),
    /** `next` is the cursor of the following page: `seq` within a batch, `id` across batches, null at the end. */
    output: z.object({ rows: z.array(Line), next: z.int().nullable() }),
  },
  /** Returns the ids of the lines with an issue, and of their payees who work with the unit, for bulk actions. */
  withIssue: { access: 'zf:make', kind: 'read', input: z.object({ batchId: Id, code: z.string().max(10) }), output: z.object({ lineIds: z.array(Id), operatorIds: z.array(Id) }) },
  summary: { access: ['zfPtList', 'zfPtListpt'], kind: 'read', input: z.object({ batchId: Id }), output: Summary },
  add: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '新增明细', en: 'Add lines', es: 'Añadir líneas', ja: '明細の追加' },
    done: successMessages.changed,
    input: z.object({
      batchId: Id,
      rows: z
        .array(z.object(cells).partial().required({ name: true }))
        .min(1)
        .max(200),
    }),
    output: ImportResult,
  },
  /** Returns the people who work with the unit of the batch, with masked numbers, to choose payees. */
  roster: {
    access: 'zf:make',
    kind: 'read',
    input: z.object({ ...LongListPaging, batchId: Id, keyword: z.string().trim().max(50).default('') }),
    output: longPageOf(
      z.object({
        operatorId: Id,
        name: z.string(),
        status: z.int(),
        idNumber: z.string(),
        mobile: z.string(),
        bankName: z.string(),
        cardNo: z.string(),
        /** Whether the batch already has a line of this person. */
        isListed: z.boolean(),
      }),
    ),
  },
  /** Adds a line for each chosen person, with the stored card and business. */
  choose: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '从名册选择收款人', en: 'Choose payees from the roster', es: 'Elegir beneficiarios de la lista', ja: '名簿から受取人を選択' },
    done: { zh: '已加入 {changed} 人', en: '{changed, plural, one {# payee} other {# payees}} added', es: '{changed, plural, one {# beneficiario añadido} other {# beneficiarios añadidos}}', ja: '{changed} 人を追加しました' },
    input: z.object({ batchId: Id, operatorIds: z.array(Id).min(1).max(maxRosterChoices), amountText: cells.amountText.default('') }),
    output: ImportResult,
  },
  repair: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '修改明细', en: 'Correct lines', es: 'Corregir líneas', ja: '明細の修正' },
    input: z.object({
      batchId: Id,
      changes: z
        .array(z.object({ lineId: Id, cells: EditableCells }))
        .min(1)
        .max(500),
    }),
    output: ImportResult,
  },
  /** Replaces a text with another text in one column of the whole batch. */
  replace: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '批量替换明细', en: 'Replace in lines', es: 'Reemplazar en líneas', ja: '明細の一括置換' },
    done: successMessages.changed,
    input: z.object({ batchId: Id, field: z.enum(['name', 'bankName', 'amountText', 'service', 'remark', 'mobile', 'entityName']), find: z.string().min(1).max(60), by: z.string().max(100) }),
    output: ImportResult,
  },
  exclude: { access: 'zf:make', kind: 'write', log: { zh: '剔除明细', en: 'Exclude lines', es: 'Excluir líneas', ja: '明細の除外' }, done: successMessages.changed, input: z.object({ batchId: Id, lineIds: z.array(Id).max(5000).optional(), allInvalid: z.boolean().default(false) }), output: ImportResult },
  include: { access: 'zf:make', kind: 'write', log: { zh: '恢复明细', en: 'Include lines again', es: 'Volver a incluir líneas', ja: '明細の復帰' }, done: successMessages.changed, input: z.object({ batchId: Id, lineIds: z.array(Id).min(1).max(5000) }), output: ImportResult },
  /** Replaces the name or card of a line with the stored one (E202, W205). */
  adopt: { access: 'zf:make', kind: 'write', log: { zh: '采用系统信息', en: 'Adopt known values', es: 'Adoptar datos conocidos', ja: '登録値の採用' }, done: successMessages.changed, input: z.object({ batchId: Id, lineIds: z.array(Id).min(1).max(5000), what: z.enum(['name', 'card']) }), output: ImportResult },
  /** Sends unknown payees to the centre for review (E201…E204). */
  refer: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '提交临时经营者审核', en: 'Refer new payees', es: 'Remitir beneficiarios nuevos', ja: '臨時事業者の審査依頼' },
    done: { zh: '已提交 {referred} 人核对', en: '{referred, plural, one {# person} other {# people}} sent to review', es: '{referred, plural, one {# persona enviada} other {# personas enviadas}} a revisión', ja: '{referred} 人を審査へ提出しました' },
    input: z.object({ batchId: Id, lineIds: z.array(Id).min(1).max(5000) }),
    output: z.object({ referred: z.int() }),
  },
  /** Returns the calculation of a line step by step, with the version of the policy. */
  explain: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ lineId: Id }),
    output: z.object({
      policyVersion: z.string(),
      policyFrom: z.string(),
      settings: z.record(z.string(), z.unknown()),
      calculation: z.record(z.string(), z.unknown()),
      /** The parts of tax and fee that the unit and the payee bear. The rate is null for a fee with tiers. */
      shares: z.object({ taxUnit: MoneyOut, taxOperator: MoneyOut, feeUnit: MoneyOut, feeOperator: MoneyOut, feeRatePpm: z.int().nullable(), feeBasis: z.enum(['gross', 'net']) }),
      line: Line,
    }),
  },
  /** Returns the changes of state of a line at the channel. */
  events: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ lineId: Id }),
    output: z.array(z.object({ at: Moment, from: z.string(), to: z.string(), source: z.string(), reason: z.string() })),
  },
} as const satisfies Module
