import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, upload, Version, YuanText } from '#/api/operation.ts'
import { maxStatementMegabytes } from '#/domain/base/upload.ts'
import { reconDayStates, reconItemActions, reconItemEndings, reconItemKinds, reconItemStates, reconItemSteps, reconSources, reconTreatments } from '#/domain/money/reconciliation.ts'

const Reason = z.string().trim().min(2).max(200)
const Side = z.object({ count: z.int(), amount: MoneyOut })

const dayFilter = {
  from: Day.optional(),
  to: Day.optional(),
  channelIds: z.array(Id).max(50).optional(),
  states: z.array(z.enum(reconDayStates)).max(4).optional(),
  /** Only days with a file that is missing after 10:00 on the following day. */
  isLate: z.boolean().optional(),
}

/** A day of a channel: our books, the channel's file and the bank's statement. */
const ReconDay = z.object({
  id: Id,
  day: Day,
  channelId: Id,
  channelName: z.string(),
  centreName: z.string(),
  state: z.enum(reconDayStates),
  /** The sources whose file has not arrived. */
  missing: z.array(z.enum(reconSources)),
  /** The reason why the channel's automatic file was refused; empty once one was accepted. */
  refusal: z.string(),
  ours: Side,
  theirs: Side,
  bank: Side,
  /** Incoming rows of the statement that are known bank credits, with which top-ups are matched. */
  topups: Side,
  /** Rows of the statement that other records book, such as refunds, commission and taxes; outgoing less incoming. */
  registered: Side,
  /** Unsettled differences. */
  differences: Side,
  longs: z.int(),
  shorts: z.int(),
  version: Version,
})

const itemFilter = {
  dayId: Id.optional(),
  states: z.array(z.enum(reconItemStates)).max(6).optional(),
  kinds: z.array(z.enum(reconItemKinds)).max(4).optional(),
  isDue: z.boolean().optional(),
  isMine: z.boolean().optional(),
  /** Only differences for which another person proposed a treatment. */
  toCheck: z.boolean().optional(),
  keyword: z.string().trim().max(64).optional(),
}

const Item = z.object({
  id: Id,
  no: z.string(),
  dayId: Id,
  day: Day,
  channelName: z.string(),
  centreName: z.string(),
  mode: Mode.nullable(),
  side: z.enum(reconSources),
  kind: z.enum(reconItemKinds),
  direction: z.enum(['out', 'in']),
  /** Our order number, or the bank's serial number. */
  key: z.string(),
  serial: z.string(),
  memo: z.string(),
  ours: MoneyOut,
  theirs: MoneyOut,
  difference: MoneyOut,
  suspense: MoneyOut,
  stops: z.boolean(),
  state: z.enum(reconItemStates),
  ending: z.enum(reconItemEndings).nullable(),
  proposal: z.enum(reconTreatments).nullable(),
  ageDays: z.int(),
  ownerName: z.string(),
  dueOn: Day.nullable(),
  isOverdue: z.boolean(),
  version: Version,
})

const ItemDetail = Item.extend({
  batchId: Id.nullable(),
  batchNo: z.string(),
  exceptionId: Id.nullable(),
  exceptionNo: z.string(),
  /** The record that registered the transfer of a difference of amount; null: none. */
  record: z.object({ name: z.string(), isTopup: z.boolean() }).nullable(),
  /** The closed days that another person reopens first: the record of this movement explains it there. */
  daysToReopen: z.array(Day),
  /** The treatments that can be proposed now. */
  treatments: z.array(z.enum(reconTreatments)),
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.record(z.enum(reconItemActions), z.string()),
  steps: z.array(z.object({ kind: z.enum(reconItemSteps), at: Moment, byName: z.string(), treatment: z.enum(reconItemEndings).nullable(), reason: z.string() })),
})

const DayDetail = ReconDay.extend({
  matchedAt: Moment.nullable(),
  closedAt: Moment.nullable(),
  closedBy: z.string(),
  /** The number of differences without an owner or a due day. */
  unowned: z.int(),
  files: z.array(
    z.object({
      fileId: z.uuid(),
      source: z.enum(reconSources),
      name: z.string(),
      rows: z.int(),
      done: z.int(),
      skipped: z.int(),
      isReading: z.boolean(),
      byName: z.string(),
      addedAt: Moment,
    }),
  ),
  may: z.object({ close: z.string(), reopen: z.string() }),
  steps: z.array(z.object({ kind: z.enum(['closed', 'reopened']), at: Moment, byName: z.string(), reason: z.string() })),
})

const ruleFields = { stopAbove: MoneyOut.nullable(), needsBank: z.boolean() }
const Rules = z.object({
  centreId: Id,
  centreName: z.string(),
  ...ruleFields,
  version: z.int(),
  isRequested: z.boolean(),
  /** The looser rules that another person must confirm. */
  requested: z.object({ ...ruleFields, byName: z.string(), at: Moment, isOwn: z.boolean() }).nullable(),
})

const pageKey = 'zfdzList'
const editKey = 'recon:edit'
const checkKey = 'recon:check'
const itemTarget = { itemId: Id, version: Version }
const dayTarget = { dayId: Id, version: Version }

/** 对账 (reconciliation): compares our books with the files of channels and banks for each day. */
export const reconciliation = {
  days: { access: pageKey, kind: 'read', input: z.object({ ...dayFilter, ...LongListPaging }), output: longPageOf(ReconDay) },
  exportDays: { access: pageKey, kind: 'read', log: { zh: '导出对账列表', en: 'Export reconciled days', es: 'Exportar días conciliados', ja: '照合一覧の出力' }, limit: 'export', input: z.object(dayFilter), output: z.object({ fileId: z.uuid() }) },
  day: { access: pageKey, kind: 'read', input: z.object({ dayId: Id }), output: DayDetail },
  items: { access: pageKey, kind: 'read', input: z.object({ ...itemFilter, ...LongListPaging }), output: longPageOf(Item) },
  exportItems: { access: pageKey, kind: 'read', log: { zh: '导出对账差异', en: 'Export differences', es: 'Exportar diferencias', ja: '照合差異の出力' }, limit: 'export', input: z.object(itemFilter), output: z.object({ fileId: z.uuid() }) },
  item: { access: pageKey, kind: 'read', input: z.object({ itemId: Id }), output: ItemDetail },
  /** Returns the channels in the caller's scope. Manual channels have a bank statement, but no channel file. */
  channels: { access: pageKey, kind: 'read', input: z.object({}), output: z.array(z.object({ id: Id, name: z.string(), isManual: z.boolean() })) },
  template: { access: pageKey, kind: 'write', log: { zh: '下载对账文件模板', en: 'Download a reconciliation template', es: 'Descargar una plantilla', ja: '照合テンプレートのダウンロード' }, limit: 'export', input: z.object({ source: z.enum(reconSources) }), output: z.object({ fileId: z.uuid() }) },
  upload: {
    access: editKey,
    kind: 'write',
    log: { zh: '导入对账文件', en: 'Import a reconciliation file', es: 'Importar un archivo de conciliación', ja: '照合ファイルの取込' },
    done: {
      zh: '{rows, plural, =0 {已接收，{firstDay} 按无交易对账} other {已接收 # 行，正在对账}}{skipped, select, none {} other {；未计入：{skipped}}}',
      en: '{rows, plural, =0 {Imported as a day without movements ({firstDay})} one {# row imported; matching runs automatically} other {# rows imported; matching runs automatically}}{skipped, select, none {} other {. Not counted: {skipped}}}',
      es: '{rows, plural, =0 {Recibido como día sin movimientos ({firstDay})} one {# fila recibida; la conciliación continúa sola} other {# filas recibidas; la conciliación continúa sola}}{skipped, select, none {} other {. No se cuenta: {skipped}}}',
      ja: '{rows, plural, =0 {{firstDay} は取引なしとして受け付けました} other {# 行を受け付けました。照合を進めています}}{skipped, select, none {} other {。対象外：{skipped}}}',
    },
    limit: 'upload',
    uploadMegabytes: maxStatementMegabytes,
    input: z.object({ channelId: Id, source: z.enum(reconSources), day: Day.optional(), file: upload() }),
    /** `skipped` lists the rows that are not movements, in the caller's language. */
    output: z.object({ rows: z.int(), firstDay: Day, lastDay: Day, skipped: z.string() }),
  },
  take: {
    access: editKey,
    kind: 'write',
    log: { zh: '认领对账差异', en: 'Take ownership of a difference', es: 'Asumir una diferencia', ja: '照合差異の担当' },
    done: { zh: '已认领，请在期限前处理', en: 'Assigned to you; please settle it by its due date', es: 'Asignada a usted; resuélvala antes de su plazo', ja: '担当になりました。期限までに処理してください' },
    input: z.object({ ...itemTarget, dueOn: Day.optional() }),
    output: ItemDetail,
  },
  wait: {
    access: editKey,
    kind: 'write',
    log: { zh: '等待次日文件', en: 'Wait for the next file', es: 'Esperar al archivo siguiente', ja: '翌日のファイルを待つ' },
    done: { zh: '已转入等待，下一份文件到达后自动核对', en: 'Waiting; the next file is compared automatically', es: 'En espera; el próximo archivo se compara solo', ja: '待機にしました。次のファイルで自動照合します' },
    input: z.object(itemTarget),
    output: ItemDetail,
  },
  propose: {
    access: editKey,
    kind: 'write',
    log: { zh: '提出差异处理', en: 'Propose a treatment', es: 'Proponer un tratamiento', ja: '差異処理の提案' },
    done: { zh: '已提交，等待他人复核', en: 'Proposed; another person must approve it', es: 'Propuesto; debe aprobarlo otra persona', ja: '提出しました。別の担当者の承認待ちです' },
    input: z.object({ ...itemTarget, treatment: z.enum(reconTreatments), reason: Reason, dueOn: Day.optional() }),
    output: ItemDetail,
  },
  /** Withdraws the caller's proposal, as long as no other person has decided it. */
  withdraw: {
    access: editKey,
    kind: 'write',
    log: { zh: '撤回差异处理', en: 'Withdraw a treatment', es: 'Retirar un tratamiento', ja: '差異処理の取下げ' },
    done: { zh: '已撤回，可重新提出处理', en: 'Withdrawn; another treatment can be proposed', es: 'Retirado; puede proponerse otro tratamiento', ja: '取り下げました。別の処理を提案できます' },
    input: z.object(itemTarget),
    output: ItemDetail,
  },
  decide: {
    access: checkKey,
    kind: 'write',
    log: { zh: '复核差异处理', en: 'Review a treatment', es: 'Decidir un tratamiento', ja: '差異処理の承認' },
    done: {
      zh: '{approve, select, true {处理已通过} other {处理方案已退回}}',
      en: '{approve, select, true {The treatment is approved} other {The treatment is declined}}',
      es: '{approve, select, true {Tratamiento aprobado} other {Tratamiento rechazado}}',
      ja: '{approve, select, true {処理を承認しました} other {処理案を差し戻しました}}',
    },
    input: z.object({ ...itemTarget, approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: ItemDetail,
  },
  /** Moves a payment difference to the payout exceptions. The difference closes together with the exception. */
  toException: {
    access: editKey,
    kind: 'write',
    log: { zh: '差异转支付异常', en: 'Turn into a payout exception', es: 'Pasar a incidencia de pago', ja: '支払異常へ移行' },
    done: { zh: '已转支付异常 {exceptionNo}', en: 'Now payout exception {exceptionNo}', es: 'Ahora es la incidencia {exceptionNo}', ja: '支払異常 {exceptionNo} に移しました' },
    input: z.object(itemTarget),
    output: ItemDetail,
  },
  close: {
    access: checkKey,
    kind: 'write',
    log: { zh: '对账关账', en: 'Close a reconciliation date', es: 'Cerrar un día', ja: '日次締め' },
    done: { zh: '{day} 已关账', en: '{day} is closed', es: '{day} cerrado', ja: '{day} を締めました' },
    input: z.object(dayTarget),
    output: DayDetail,
  },
  reopen: {
    access: checkKey,
    kind: 'write',
    log: { zh: '重新打开对账日', en: 'Reopen a reconciliation date', es: 'Reabrir un día', ja: '締めの解除' },
    done: { zh: '{day} 已重新打开', en: '{day} is open again', es: '{day} reabierto', ja: '{day} の締めを解除しました' },
    input: z.object({ ...dayTarget, reason: Reason }),
    output: DayDetail,
  },
  rules: { access: pageKey, kind: 'read', input: z.object({}), output: Rules.nullable() },
  /** Returns the rules of the caller's centres for which looser ones are requested, oldest request first. */
  ruleRequests: { access: pageKey, kind: 'read', input: z.object({}), output: z.array(Rules) },
  /**
   * Sets the rules. Without an amount, differences never stop payments. Looser rules are only asked for: another person
   * must confirm them.
   */
  setRules: {
    access: checkKey,
    kind: 'write',
    log: { zh: '修改对账规则', en: 'Change the reconciliation rules', es: 'Cambiar las reglas de conciliación', ja: '照合ルールの変更' },
    done: {
      zh: '{isRequested, select, true {已提交，须由另一人确认后生效} other {对账规则已保存}}',
      en: '{isRequested, select, true {Submitted. The rules apply once another person confirms them} other {Rules saved}}',
      es: '{isRequested, select, true {Enviado. Las reglas se aplican cuando otra persona las confirme} other {Reglas guardadas}}',
      ja: '{isRequested, select, true {申請しました。別の担当者の確認後に適用されます} other {ルールを保存しました}}',
    },
    input: z.object({ version: z.int().min(0), stopAbove: YuanText.optional(), needsBank: z.boolean() }),
    output: Rules,
  },
  /** Confirms or rejects looser rules that another person asked for. The proposer can end the request. */
  decideRules: {
    access: checkKey,
    kind: 'write',
    log: { zh: '核对放宽的对账规则', en: 'Decide looser reconciliation rules', es: 'Resolver reglas de conciliación menos estrictas', ja: '照合ルール緩和の確認' },
    done: {
      zh: '{isConfirmed, select, true {对账规则已生效} other {对账规则保持不变}}',
      en: '{isConfirmed, select, true {The new rules apply} other {The rules stay unchanged}}',
      es: '{isConfirmed, select, true {Las nuevas reglas ya se aplican} other {Las reglas no cambian}}',
      ja: '{isConfirmed, select, true {新しいルールを適用しました} other {ルールは変更されません}}',
    },
    input: z.object({ centreId: Id, version: z.int(), isConfirmed: z.boolean(), answer: z.string().trim().max(200).default('') }),
    output: Rules,
  },
} as const satisfies Module
