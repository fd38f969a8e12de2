import { z } from 'zod'
import { BulkResult, Day, Id, LongListPaging, longPageOf, type Module, Moment, Page, pageOf, Version } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { candidateDocumentKinds, candidateFields, candidateIssueCodes, candidateStates } from '#/domain/people/candidate.ts'

const Field = z.enum(candidateFields)
const Kind = z.enum(candidateDocumentKinds)
const PersonFields = { name: z.string(), idNumber: z.string(), mobile: z.string(), cardNo: z.string() }
const Verification = z.enum(['match', 'name_mismatch', 'card_mismatch'])

const Candidate = z.object({
  id: Id,
  version: Version,
  unitId: Id,
  unitName: z.string(),
  batchId: Id.nullable(),
  batchNo: z.string().nullable(),
  seq: z.int().nullable(),
  ...PersonFields,
  bankName: z.string(),
  problems: z.array(z.string()),
  state: z.enum(candidateStates),
  reason: z.string(),
  submittedAt: Moment,
  waitingHours: z.number(),
  reviewerId: Id.nullable(),
  reviewer: z.string(),
  verification: Verification.nullable(),
  verifiedAt: Moment.nullable(),
  /** The number of received pictures. `wanted` lists the requested kinds. */
  paperCount: z.int(),
  wanted: z.array(Kind),
  /**
   * The existing operator who may be this person, with the reason, the similarity in percent and the differing fields.
   */
  match: z.object({ operatorId: Id, ...PersonFields, why: z.string(), likeness: z.int(), differs: z.array(Field) }).nullable(),
})

/** The reason why the caller cannot do this, in the caller's language; empty when the caller can. */
const DenialReason = z.string()

const Detail = Candidate.extend({
  bringer: z.string(),
  wantedReason: z.string(),
  askedAt: Moment.nullable(),
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  rejects: z.array(z.object({ field: Field, reason: z.string() })),
  papers: z.array(
    z.object({
      id: Id,
      kind: Kind,
      fileId: z.uuid(),
      at: Moment,
      warnings: z.array(z.string()),
      /** The values read from the picture, masked. `agrees` is null when there is no value to compare with. */
      read: z.array(z.object({ field: z.string(), value: z.string(), agrees: z.boolean().nullable() })),
    }),
  ),
  merge: z.object({ operatorId: Id, operatorName: z.string(), until: Moment }).nullable(),
  may: z.object({ take: DenialReason, decide: DenialReason, assign: DenialReason, ask: DenialReason, accept: DenialReason, merge: DenialReason, undo: DenialReason }),
})

const Filter = {
  state: z.enum(candidateStates).optional(),
  problem: z.enum(candidateIssueCodes).optional(),
  unitId: Id.optional(),
  reviewer: z.enum(['mine', 'nobody']).optional(),
  lateness: z.enum(['late', 'over']).optional(),
  /** Part of the name, or a full ID or mobile number. */
  keyword: z.string().trim().max(50).optional(),
  from: Day.optional(),
  to: Day.optional(),
}
const Ids = z.array(Id).min(1).max(200)
/** The versions that the reviewer saw, in the order of the ids. A decision on another version is refused. */
const Versions = z.array(Version).max(200).optional()
/** Success messages of decisions and verifications. */
const decisionResultText = {
  zh: '{fail, plural, =0 {处理完成，相关批次将自动重新校验} other {成功 {ok} 人，失败 # 人}}',
  en: '{fail, plural, =0 {Done; the batch is rechecked automatically} other {{ok} done, # refused}}',
  es: '{fail, plural, =0 {Hecho; el lote se comprueba de nuevo} other {{ok} hechos, # rechazados}}',
  ja: '{fail, plural, =0 {完了しました。バッチは自動的に再検証されます} other {成功 {ok} 名、失敗 # 名}}',
}
const verificationResultText = {
  zh: '{ok, plural, =0 {{fail, plural, =0 {认证任务已提交，请在任务中心查看进度} other {# 人未通过认证}}} other {{fail, plural, =0 {{ok} 人已通过认证} other {成功 {ok} 人，失败 # 人}}}}',
  en: '{ok, plural, =0 {{fail, plural, =0 {Running; see the task centre} one {# person was not verified} other {# people were not verified}}} other {{fail, plural, =0 {{ok} verified} other {{ok} verified, # refused}}}}',
  es: '{ok, plural, =0 {{fail, plural, =0 {En curso; véase el centro de tareas} one {# persona sin verificar} other {# personas sin verificar}}} other {{fail, plural, =0 {{ok, plural, one {# persona verificada} other {# personas verificadas}}} other {{ok} verificadas, # rechazadas}}}}',
  ja: '{ok, plural, =0 {{fail, plural, =0 {タスクセンターで進行状況を確認できます} other {# 名は認証できませんでした}}} other {{fail, plural, =0 {{ok} 名を認証しました} other {成功 {ok} 名、失敗 # 名}}}}',
}
const Reason = z.string().trim().min(2).max(200)

/** Review of payees whom the platform does not know, or knows with other data. */
export const candidateOperations = {
  candidates: { access: 'datacheck', kind: 'read', input: z.object({ ...Filter, ...LongListPaging }), output: longPageOf(Candidate).extend({ units: z.array(z.object({ id: Id, name: z.string() })) }) },
  candidate: { access: 'datacheck', kind: 'read', input: z.object({ candidateId: Id }), output: Detail },
  candidateLog: {
    access: 'datacheck',
    kind: 'read',
    input: z.object({ candidateId: Id, ...Page }),
    output: pageOf(z.object({ at: Moment, by: z.string(), action: z.string(), actionName: z.string(), words: z.string() })),
  },
  candidateColleagues: { access: 'user:audit', kind: 'read', input: z.object({}), output: z.array(z.object({ id: Id, name: z.string(), open: z.int() })) },
  /** Starts a review, or takes over a colleague's review and notifies the colleague. */
  takeCandidate: { access: 'user:audit', kind: 'write', log: { zh: '接手临时经营者审核', en: 'Take over a review', es: 'Asumir una revisión', ja: '審査の引き継ぎ' }, done: successMessages.taken, input: z.object({ candidateId: Id }), output: z.object({}) },
  assignCandidates: { access: 'user:audit', kind: 'write', log: { zh: '分配临时经营者审核', en: 'Assign reviews', es: 'Asignar revisiones', ja: '審査担当の割当' }, done: successMessages.assigned, input: z.object({ candidateIds: Ids, userId: Id, reason: z.string().trim().max(200).default('') }), output: BulkResult },
  /** Requests pictures through a link, sent to the person's mobile number. An earlier link expires. */
  askForPapers: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '要求补充材料', en: 'Request documents', es: 'Solicitar documentos', ja: '書類の追加依頼' },
    done: { zh: '短信已发送，等待本人补传', en: 'The message was sent', es: 'El mensaje se ha enviado', ja: 'SMSを送信しました' },
    input: z.object({ candidateId: Id, version: Version, kinds: z.array(Kind).min(1).max(candidateDocumentKinds.length), reason: Reason }),
    output: z.object({}),
  },
  /** Verifies that name, number and card belong to one person. Many people are verified in a task. */
  verifyCandidates: { access: 'user:audit', kind: 'write', log: { zh: '发送认证', en: 'Verify people', es: 'Verificar personas', ja: '本人認証' }, done: verificationResultText, input: z.object({ ids: Ids }), output: BulkResult.extend({ taskId: Id.nullable() }) },
  acceptCandidates: { access: 'user:audit', kind: 'write', log: { zh: '通过临时经营者', en: 'Accept new payees', es: 'Aceptar beneficiarios nuevos', ja: '臨時事業者の承認' }, done: decisionResultText, input: z.object({ ids: Ids, versions: Versions }), output: BulkResult },
  mergeCandidate: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '并入已有经营者', en: 'Merge into an existing operator', es: 'Fusionar con un operador', ja: '既存事業者への統合' },
    done: { zh: '处理完成，相关批次将自动重新校验', en: 'Done; the batch is rechecked automatically', es: 'Hecho; el lote se comprueba de nuevo', ja: '完了しました。バッチは自動的に再検証されます' },
    input: z.object({ id: Id, operatorId: Id, version: Version.optional() }),
    output: z.object({}),
  },
  /**
   * Undoes a merge within 24 hours and restores cards, links and lines. Refused once a payment depends on the merge.
   */
  undoMerge: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '撤销合并', en: 'Undo a merge', es: 'Deshacer una fusión', ja: '統合の取消' },
    done: { zh: '已撤销，恢复为待处理', en: 'Undone; open again', es: 'Deshecho; abierto de nuevo', ja: '取り消し、未処理に戻しました' },
    input: z.object({ candidateId: Id }),
    output: z.object({}),
  },
  rejectCandidates: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '驳回临时经营者', en: 'Reject new payees', es: 'Rechazar beneficiarios nuevos', ja: '臨時事業者の却下' },
    done: decisionResultText,
    input: z.object({
      ids: Ids,
      versions: Versions,
      reason: z.string().trim().max(200).default(''),
      rejects: z
        .array(z.object({ field: Field, reason: Reason }))
        .max(candidateFields.length)
        .default([]),
    }),
    output: BulkResult,
  },
  exportCandidates: { access: 'datacheck', kind: 'write', log: { zh: '导出临时经营者', en: 'Export new payees', es: 'Exportar beneficiarios nuevos', ja: '臨時事業者の出力' }, done: successMessages.exported, limit: 'export', input: z.object(Filter), output: z.object({ fileId: z.uuid(), count: z.int() }) },
} as const satisfies Module
