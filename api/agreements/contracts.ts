import { z } from 'zod'
import { ContractDetail, ContractKind, ContractPhase, ContractSource, ListedContract, SignState } from '#/api/agreements/contract-rows.ts'
import { faceTexts } from '#/api/agreements/face.texts.ts'
import { BulkResult, Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, upload, Version, YuanText } from '#/api/operation.ts'
import { bulkContractKinds, consentKinds, recordedConsents } from '#/domain/agreements/contract.ts'

/** Success message of creating a contract. */
const draftCreatedText = { zh: '已生成草稿，请预览后发起', en: 'Created. Review it, then send it.', es: 'Redactado. Revíselo y envíelo.', ja: '下書きを作成しました。確認のうえ依頼してください。' }

const target = { id: Id, version: Version }
const reason = z.string().trim().min(2).max(200)

const filter = {
  kinds: z.array(ContractKind).max(10).optional(),
  states: z.array(SignState).max(10).optional(),
  effect: ContractPhase.optional(),
  source: ContractSource.optional(),
  keyword: z.string().trim().max(50).optional(),
  unitId: Id.optional(),
  operatorId: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** Only contracts that end within thirty days. */
  isEnding: z.boolean().optional(),
  /** Only contracts that await the caller's signature. */
  isMine: z.boolean().optional(),
  /** Only paper contracts that another person entered and the caller can compare with the original. */
  isToCheck: z.boolean().optional(),
  /** Only unit contracts that are in effect and have no orders yet. */
  isUnordered: z.boolean().optional(),
}

const listKeys = ['htList', 'dzqyList'] as const

/** Contracts and their signing (业务合同, 电子签约). */
export const contracts = {
  list: { access: listKeys, kind: 'read', input: z.object({ ...filter, ...LongListPaging }), output: longPageOf(ListedContract).extend({ counts: z.object({ signing: z.int(), mine: z.int(), ending: z.int() }) }) },
  get: { access: listKeys, kind: 'read', input: z.object({ id: Id }), output: ContractDetail },
  /** Returns the centres and templates available for a new contract. */
  choices: {
    access: 'ht:make',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      centres: z.array(z.object({ id: Id, name: z.string(), modes: z.array(Mode) })),
      templates: z.array(
        z.object({
          id: Id,
          name: z.string(),
          kind: ContractKind,
          mode: Mode.nullable(),
          centreId: Id.nullable(),
          isDefault: z.boolean(),
          validDays: z.int(),
          signDays: z.int(),
          fields: z.array(z.object({ key: z.string(), label: z.string(), sample: z.string(), isRequired: z.boolean() })),
        }),
      ),
    }),
  },
  /** Returns the possible counterparties of a contract. */
  subjects: {
    access: 'ht:make',
    kind: 'read',
    input: z.object({
      type: z.enum(['unit', 'business', 'operator', 'partner']),
      centreId: Id.optional(),
      /** For businesses: only those whose operator works with this unit. */
      unitId: Id.optional(),
      keyword: z.string().trim().max(50).optional(),
      missing: z.enum(consentKinds).optional(),
      /** For businesses: only those without a contract with the unit. */
      isMissing: z.boolean().optional(),
    }),
    output: z.array(z.object({ id: Id, name: z.string(), code: z.string(), consents: z.array(z.enum(consentKinds)) })),
  },
  create: {
    access: 'ht:make',
    kind: 'write',
    log: { zh: '拟订合同', en: 'Create a contract', es: 'Redactar un contrato', ja: '契約の作成' },
    done: draftCreatedText,
    input: z.object({
      templateId: Id,
      centreId: Id,
      mode: Mode,
      unitId: Id.optional(),
      operatorId: Id.optional(),
      partnerId: Id.optional(),
      from: Day,
      to: Day,
      cap: YuanText.optional(),
      fields: z.record(z.string().max(60), z.string().max(500)).default({}),
    }),
    output: ContractDetail,
  },
  send: {
    access: 'ht:make',
    kind: 'write',
    log: { zh: '发起签署', en: 'Send for signature', es: 'Enviar a firma', ja: '署名の依頼' },
    done: { zh: '已发起，签署方会收到短信', en: 'Sent. The signers receive a text message.', es: 'Enviado; los firmantes reciben un mensaje', ja: '送信しました。署名者にSMSが届きます' },
    input: z.object({ ...target, signDays: z.int().min(1).max(90).optional() }),
    output: ContractDetail,
  },
  discard: { access: 'ht:make', kind: 'write', log: { zh: '作废合同草稿', en: 'Discard a draft contract', es: 'Descartar un borrador', ja: '契約下書きの破棄' }, done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '完了しました' }, input: z.object(target), output: ContractDetail },
  revoke: { access: 'ht:make', kind: 'write', log: { zh: '撤销签署', en: 'Revoke a contract', es: 'Revocar un contrato', ja: '契約の取消' }, done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '完了しました' }, input: z.object({ ...target, reason }), output: ContractDetail },
  /** Returns a ticket to the sign page for the signed-in user, who must be the next signer. */
  ticket: { access: listKeys, kind: 'write', log: { zh: '打开签署页面', en: 'Open the sign page', es: 'Abrir la página de firma', ja: '署名画面を開く' }, input: z.object({ signTaskId: Id }), output: z.object({ ticket: z.string() }) },
  /** Returns a link to the sign page, which staff can pass on to the next signer. */
  link: { access: 'ht:make', kind: 'write', log: { zh: '复制签署链接', en: 'Copy a signing link', es: 'Copiar un enlace de firma', ja: '署名リンクのコピー' }, input: z.object({ signTaskId: Id }), output: z.object({ path: z.string() }) },
  /** Reminds the people who have to sign next, at most three times a day. */
  remind: {
    access: 'ht:make',
    kind: 'write',
    log: { zh: '提醒签署', en: 'Remind signers', es: 'Recordar a firmantes', ja: '署名のリマインド' },
    done: {
      zh: '{fail, plural, =0 {已提醒 {ok} 份} other {已提醒 {ok} 份，# 份未提醒}}',
      en: '{fail, plural, =0 {{ok} reminded} other {{ok} reminded, # not}}',
      es: '{fail, plural, =0 {{ok} recordados} other {{ok} recordados, # sin recordar}}',
      ja: '{fail, plural, =0 {{ok} 件リマインドしました} other {{ok} 件リマインドし、# 件はできませんでした}}',
    },
    input: z.object({ ids: z.array(Id).min(1).max(100) }),
    output: BulkResult,
  },
  extend: {
    access: 'ht:make',
    kind: 'write',
    log: { zh: '延长签署期限', en: 'Extend the signing deadline', es: 'Ampliar el plazo de firma', ja: '署名期限の延長' },
    done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '完了しました' },
    input: z.object({ ...target, days: z.int().min(1).max(90) }),
    output: ContractDetail,
  },
  /** Sends a termination agreement. When all parties have signed it, the contract and its consents end. */
  terminate: { access: 'ht:make', kind: 'write', log: { zh: '发起解约', en: 'Start terminating a contract', es: 'Iniciar la resolución', ja: '解約の依頼' }, done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '完了しました' }, input: z.object({ ...target, reason }), output: ContractDetail },
  /** Drafts a renewal for a new period. */
  renew: { access: 'ht:make', kind: 'write', log: { zh: '续签合同', en: 'Renew a contract', es: 'Renovar un contrato', ja: '契約の更新' }, done: draftCreatedText, input: z.object({ ...target, from: Day, to: Day, cap: YuanText.optional() }), output: ContractDetail },
  supplement: { access: 'ht:make', kind: 'write', log: { zh: '补充协议', en: 'Create a supplement', es: 'Redactar un anexo', ja: '補足契約の作成' }, done: draftCreatedText, input: z.object({ ...target, fields: z.record(z.string().max(60), z.string().max(500)) }), output: ContractDetail },
  /** Creates and sends these documents to many operators in a job. */
  startMany: {
    access: 'ht:make',
    kind: 'write',
    log: { zh: '批量发起签约', en: 'Send documents in bulk', es: 'Envío masivo de documentos', ja: '署名の一括依頼' },
    done: { zh: '正在向 {count} 人发起，进度见任务中心', en: 'Sending to {count, plural, one {# person} other {# people}}; see the task centre', es: 'Enviando a {count, plural, one {# persona} other {# personas}}; véalo en el centro de tareas', ja: '{count} 名に送信中です。進捗はタスクセンターで確認できます' },
    limit: 'export',
    input: z.object({
      /** Only a unit can send contracts with businesses, and only to its own operators. */
      kinds: z.array(z.enum(bulkContractKinds)).min(1).max(bulkContractKinds.length),
      centreId: Id,
      mode: Mode,
      operatorIds: z.array(Id).min(1).max(1000),
    }),
    output: z.object({ taskId: Id, count: z.int() }),
  },
  /** Enters a contract signed on paper. Another person compares the entry with the original. */
  uploadPaper: {
    access: 'ht:make',
    kind: 'write',
    log: { zh: '录入纸质合同', en: 'Enter a paper contract', es: 'Registrar contrato en papel', ja: '書面契約の登録' },
    done: { zh: '已录入，待他人核对', en: 'Entered; another person must check it', es: 'Registrado; otra persona debe verificarlo', ja: '登録しました。別の担当者が照合します' },
    limit: 'upload',
    input: z.object({
      kind: z.enum(['unit_service', 'general_contract', 'business_contract', 'operator_agreement', 'tax_authorisation', 'partner']),
      name: z.string().trim().min(2).max(60),
      centreId: Id,
      mode: Mode,
      unitId: Id.optional(),
      operatorId: Id.optional(),
      partnerId: Id.optional(),
      from: Day,
      to: Day,
      cap: YuanText.optional(),
      file: upload(),
    }),
    output: ContractDetail,
  },
  check: {
    access: 'ht:check',
    kind: 'write',
    log: { zh: '核对纸质合同', en: 'Check a paper contract', es: 'Verificar contrato en papel', ja: '書面契約の照合' },
    done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '完了しました' },
    input: z.object({ ...target, isSame: z.boolean(), reason: z.string().trim().max(200).optional() }),
    output: ContractDetail,
  },
  /** Verifies that the file is unchanged and that its signatures are valid. */
  verify: {
    access: listKeys,
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.object({
      sha256: z.string(),
      isSame: z.boolean(),
      signatures: z.array(z.object({ name: z.string(), at: Moment.nullable(), isValid: z.boolean(), isWhole: z.boolean(), certificate: z.string() })),
    }),
  },
  evidence: { access: listKeys, kind: 'write', log: { zh: '导出证据链', en: 'Download the evidence chain', es: 'Exportar la cadena de pruebas', ja: '証拠チェーンの出力' }, input: z.object({ id: Id }), output: z.object({ fileId: z.uuid() }) },
  exportList: { access: listKeys, kind: 'read', log: { zh: '导出合同清单', en: 'Export contracts', es: 'Exportar contratos', ja: '契約一覧の出力' }, limit: 'export', input: z.object(filter), output: z.object({ fileId: z.uuid() }) },
  /** Packs the files of the given contracts, or of all contracts under the filter, into one ZIP in a job. */
  zip: {
    access: listKeys,
    kind: 'write',
    log: { zh: '批量下载合同', en: 'Download contracts', es: 'Descargar contratos', ja: '契約の一括ダウンロード' },
    done: { zh: '正在打包，可在任务中心查看', en: 'Preparing the archive; see the task centre.', es: 'Preparando el archivo; véalo en el centro de tareas.', ja: '作成中です。タスクセンターで確認できます。' },
    limit: 'export',
    input: z.object({ ...filter, ids: z.array(Id).max(1000).optional() }),
    output: z.object({ taskId: Id, count: z.int() }),
  },
  /** Returns the consents of operators. */
  consents: {
    access: listKeys,
    kind: 'read',
    input: z.object({ operatorId: Id.optional(), ...LongListPaging }),
    output: longPageOf(
      z.object({
        id: Id,
        operatorId: Id,
        operatorName: z.string(),
        kind: z.enum(recordedConsents),
        centreName: z.string(),
        contractId: Id.nullable(),
        contractNo: z.string().nullable(),
        givenAt: Moment,
        validTo: Day.nullable(),
        revokedAt: Moment.nullable(),
        reason: z.string(),
        mayWithdraw: z.boolean(),
      }),
    ),
  },
  /** Withdraws a consent. Payments that require it are then refused. */
  withdraw: { access: listKeys, kind: 'write', log: { zh: '撤回授权', en: 'Withdraw a consent', es: 'Retirar un consentimiento', ja: '同意の撤回' }, done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '完了しました' }, input: z.object({ consentId: Id, reason }), output: z.object({}) },
  /**
   * Returns the caller's consents to face verification, with the wording shown, and the stored pictures of the caller's
   * face.
   */
  faces: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      consents: z.array(z.object({ centreName: z.string(), version: z.string(), text: z.string(), givenAt: Moment, revokedAt: Moment.nullable() })),
      pictures: z.int(),
      /** The day by which the last picture is deleted. */
      until: Day.nullable(),
      mayWithdraw: z.boolean(),
    }),
  },
  /** Withdraws the caller's consents to face verification. A job deletes the pictures. */
  withdrawFaces: { access: 'session', kind: 'write', log: { zh: '撤回人脸识别同意', en: 'Withdraw consent to face verification', es: 'Retirar el consentimiento facial', ja: '顔認証の同意の撤回' }, done: faceTexts.withdrawn, input: z.object({}), output: z.object({}) },
  pdf: { access: listKeys, kind: 'read', input: z.object({ id: Id }), output: z.object({ fileId: z.uuid() }) },
} as const satisfies Module
