import { z } from 'zod'
import { AppealState, ApplicantView, ApplicationKind, ApplicationPicture, ApplicationProgress, ApplicationState, appealPartyFields, FieldText, ListedAppeal, ListedApplication, Rejection } from '#/api/onboarding/application-rows.ts'
import { BulkResult, Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, upload, Version } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'

const Ticket = z.string().min(20).max(100)
const Mobile = z.string().trim().min(1).max(30)
const Answers = z.array(z.object({ field: FieldText, value: z.string().max(2000) })).max(60)

const Tab = z.enum(['unit', 'partner', 'operator'])

/** The filter of the list and of its export. */
const Filter = {
  state: ApplicationState.optional(),
  keyword: z.string().trim().max(50).optional(),
  reviewer: z.enum(['mine', 'nobody']).optional(),
  lateness: z.enum(['late', 'over']).optional(),
  from: Day.optional(),
  to: Day.optional(),
}

/** Registration without an account, and the review of applications. */
export const applications = {
  options: {
    access: 'public',
    kind: 'read',
    input: z.object({ invite: z.string().max(20).optional() }),
    output: z.object({
      /** Whether registration is open. Without text messages it is closed, because numbers cannot be verified. */
      isOpen: z.boolean(),
      isSandbox: z.boolean(),
      support: z.string(),
      clauseVersion: z.string(),
      centres: z.array(z.object({ id: Id, name: z.string(), modes: z.array(Mode), ages: z.object({ min: z.int(), max: z.int() }) })),
      invite: z.object({ code: z.string(), name: z.string(), centreId: Id.nullable() }).nullable(),
    }),
  },
  askCode: {
    access: 'public',
    kind: 'write',
    log: { zh: '获取注册验证码', en: 'Request a registration code', es: 'Pedir un código de registro', ja: '登録コードの取得' },
    limit: 'login',
    secret: ['mobile'],
    input: z.object({ kind: ApplicationKind, mobile: Mobile }),
    output: z.object({ ask: z.uuid(), resendSeconds: z.int(), validSeconds: z.int() }),
  },
  /** Verifies the mobile number. Resumes the application started with it, or starts a new one. */
  begin: {
    access: 'public',
    kind: 'write',
    log: { zh: '开始或继续注册', en: 'Start or resume a registration', es: 'Iniciar o reanudar un registro', ja: '登録の開始・再開' },
    limit: 'login',
    secret: ['code', 'ticket'],
    input: z.object({ ask: z.uuid(), code: z.string().regex(/^\d{6}$/), clauseVersion: z.string().max(20), invite: z.string().max(20).optional() }),
    output: z.object({ ticket: z.string(), isNew: z.boolean(), kind: ApplicationKind }),
  },
  open: { access: 'public', kind: 'read', secret: ['ticket'], input: z.object({ ticket: Ticket }), output: ApplicantView },
  save: { access: 'public', kind: 'write', log: { zh: '保存注册资料', en: 'Save a registration', es: 'Guardar un registro', ja: '登録内容の保存' }, secret: ['ticket', 'answers'], input: z.object({ ticket: Ticket, answers: Answers }), output: ApplicantView },
  addPicture: {
    access: 'public',
    kind: 'write',
    log: { zh: '上传注册图片', en: 'Add a picture', es: 'Añadir una imagen', ja: '画像の追加' },
    limit: 'upload',
    secret: ['ticket', 'file'],
    input: z.object({ ticket: Ticket, field: FieldText, file: upload() }),
    output: z.object({
      picture: ApplicationPicture,
      /** The values read from the picture, which fill empty fields in advance. */
      read: z.array(z.object({ field: z.string(), value: z.string() })),
    }),
  },
  dropPicture: { access: 'public', kind: 'write', log: { zh: '删除注册图片', en: 'Remove a picture', es: 'Quitar una imagen', ja: '画像の削除' }, secret: ['ticket'], input: z.object({ ticket: Ticket, pictureId: Id }), output: z.object({}) },
  /** Returns a thumbnail for the upload page. */
  picture: { access: 'public', kind: 'read', secret: ['ticket'], input: z.object({ ticket: Ticket, pictureId: Id }), output: z.object({ url: z.string() }) },
  /** Returns a ticket with which a phone can take pictures. An earlier ticket expires. */
  phone: { access: 'public', kind: 'write', log: { zh: '手机补传授权', en: 'Ticket for a phone', es: 'Permiso para un teléfono', ja: '携帯提出の許可' }, secret: ['ticket', 'phone'], input: z.object({ ticket: Ticket }), output: z.object({ phone: z.string(), minutes: z.int() }) },
  submit: { access: 'public', kind: 'write', log: { zh: '提交入驻申请', en: 'Submit an application', es: 'Presentar una solicitud', ja: '申請の提出' }, secret: ['ticket'], input: z.object({ ticket: Ticket }), output: ApplicantView },
  /** Returns the signing links of an approved applicant. */
  papers: {
    access: 'public',
    kind: 'write',
    log: { zh: '前往签约', en: 'Go to sign', es: 'Ir a firmar', ja: '署名へ進む' },
    secret: ['ticket', 'path'],
    input: z.object({ ticket: Ticket }),
    output: z.array(z.object({ name: z.string(), path: z.string() })),
  },
  withdraw: { access: 'public', kind: 'write', log: { zh: '撤回入驻申请', en: 'Withdraw an application', es: 'Retirar una solicitud', ja: '申請の取り下げ' }, secret: ['ticket'], input: z.object({ ticket: Ticket }), output: z.object({}) },
  /**
   * Files an appeal that a registered identity or credit code belongs to the applicant. `answers` are the typed values
   * that could not be saved.
   */
  appeal: {
    access: 'public',
    kind: 'write',
    log: { zh: '就已注册证件提出申诉', en: 'Appeal against a registered identity', es: 'Reclamar un documento registrado', ja: '登録済み身分証への申立て' },
    limit: 'upload',
    secret: ['ticket', 'answers', 'file'],
    input: z.object({ ticket: Ticket, answers: Answers.default([]), statement: z.string().trim().min(5).max(500), file: upload().optional() }),
    output: ApplicantView,
  },
  /** Returns only the progress of an application, found by its number and the mobile number. */
  lookUp: { access: 'public', kind: 'write', log: { zh: '查询申请进度', en: 'Find an application', es: 'Consultar una solicitud', ja: '申請の照会' }, limit: 'login', secret: ['mobile'], input: z.object({ no: z.string().trim().min(1).max(30), mobile: Mobile }), output: ApplicationProgress },
  /** Demo mode only: returns the messages about a code or an application that the sandbox kept instead of sending. */
  sandbox: {
    access: 'public',
    kind: 'read',
    secret: ['ticket'],
    input: z.object({ ask: z.uuid().optional(), ticket: Ticket.optional() }),
    output: z.object({ messages: z.array(z.object({ id: z.int(), to: z.string(), text: z.string() })) }),
  },
  /**
   * A call that the specification fixes. Returns an application by its ticket, sends a code by SMS, or returns the
   * messages of a signed-in user.
   */
  message: {
    access: 'public',
    knowsCaller: true,
    kind: 'write',
    log: { zh: 'getMsg 接口', en: 'getMsg', es: 'getMsg', ja: 'getMsg' },
    path: '/api/share/user/getMsg',
    limit: 'login',
    secret: ['ticket', 'mobile'],
    input: z.object({
      type: z.enum(['register', 'sms', 'msg']).default('register'),
      ticket: z.string().max(100).optional(),
      mobile: z.string().max(30).optional(),
      purpose: z.string().max(20).optional(),
    }),
    output: z.union([
      z.object({
        status: z.int(),
        kind: ApplicationKind,
        fields: z.record(z.string(), z.string()),
        rejects: z.array(Rejection),
        progress: z.array(z.object({ step: z.string(), done: z.boolean() })),
      }),
      z.object({ ttl: z.int(), resend: z.int(), ask: z.string() }),
      z.object({ unread: z.int(), todo: z.int(), list: z.array(z.object({ id: Id, title: z.string(), at: Moment, isRead: z.boolean() })) }),
    ]),
  },

  list: {
    access: 'hzhbList',
    kind: 'read',
    input: z.object({ ...Filter, ...LongListPaging, tab: Tab.default('unit') }),
    output: longPageOf(ListedApplication).extend({ waiting: z.object({ unit: z.int(), partner: z.int(), operator: z.int() }) }),
  },
  get: {
    access: 'hzhbList',
    kind: 'read',
    input: z.object({ applicationId: Id }),
    output: ListedApplication.extend({
      version: Version,
      values: z.array(z.object({ field: z.string(), value: z.string(), isMasked: z.boolean() })),
      pictures: z.array(ApplicationPicture.extend({ fileId: z.uuid() })),
      rejects: z.array(Rejection),
      checks: z.array(z.object({ name: z.string(), tone: z.enum(['good', 'warning', 'bad']), text: z.string() })),
      events: z.array(z.object({ id: Id, kind: z.string(), by: z.string(), at: Moment, text: z.string() })),
      username: z.string(),
      clause: z.object({ version: z.string(), at: Moment }),
      /** The reason why the caller cannot take each action; empty where allowed. */
      may: z.object({ take: z.string(), decide: z.string(), assign: z.string(), reveal: z.string() }),
      terms: z.object({
        centres: z.array(z.object({ id: Id, name: z.string(), modes: z.array(Mode) })),
        plans: z.array(z.object({ id: Id, name: z.string(), mode: Mode })),
        staff: z.array(z.object({ id: Id, name: z.string(), post: z.int() })),
      }),
    }),
  },
  /** Returns the full numbers, to compare them with the pictures. Each call is logged. */
  reveal: {
    access: 'hzhb:audit',
    kind: 'write',
    log: { zh: '查看申请完整号码', en: 'View full numbers', es: 'Ver números completos', ja: '番号の全桁表示' },
    secret: ['values'],
    input: z.object({ applicationId: Id }),
    output: z.object({ values: z.array(z.object({ field: z.string(), value: z.string() })) }),
  },
  take: { access: 'hzhb:audit', kind: 'write', log: { zh: '接手入驻申请', en: 'Take over an application', es: 'Asumir una solicitud', ja: '申請の引き受け' }, done: successMessages.taken, input: z.object({ applicationId: Id }), output: z.object({}) },
  assign: {
    access: 'hzhb:audit',
    kind: 'write',
    log: { zh: '转交入驻申请', en: 'Hand over applications', es: 'Asignar solicitudes', ja: '申請の引き継ぎ' },
    done: successMessages.assigned,
    input: z.object({ applicationIds: z.array(Id).min(1).max(200), userId: Id, reason: z.string().trim().max(200).default('') }),
    output: BulkResult,
  },
  colleagues: { access: 'hzhb:audit', kind: 'read', input: z.object({}), output: z.array(z.object({ id: Id, name: z.string(), open: z.int() })) },
  approve: {
    access: 'hzhb:audit',
    kind: 'write',
    log: { zh: '通过入驻申请', en: 'Approve an application', es: 'Aprobar una solicitud', ja: '申請の承認' },
    done: {
      zh: '{state, select, signing {{papers, plural, =0 {已通过。没有可直接发出的协议模板，请在“业务合同”中拟订合作协议并发起签署} other {已通过，等待申请人签约}}} other {已通过并开通}}',
      en: '{state, select, signing {{papers, plural, =0 {Approved. No template could be sent unchanged: draft the agreement under “Business contracts” and send it} other {Approved; the applicant must sign}}} other {Approved; the account is open}}',
      es: '{state, select, signing {{papers, plural, =0 {Aprobada. Ninguna plantilla se pudo enviar: prepare el acuerdo en «Contratos» y envíelo} other {Aprobada; el solicitante debe firmar}}} other {Aprobada y abierta}}',
      ja: '{state, select, signing {{papers, plural, =0 {承認しました。そのまま送付できるテンプレートがないため、「業務契約」で契約を作成し送付してください} other {承認しました。申請者の署名待ちです}}} other {承認し、開通しました}}',
    },
    input: z.object({
      applicationId: Id,
      version: Version,
      centreId: Id.optional(),
      planId: Id.optional(),
      marketerId: Id.optional(),
      salesmanId: Id.optional(),
      /** Whether the documents that cannot be sent electronically are signed on paper. */
      isOnPaper: z.boolean().default(false),
    }),
    /** `papers`: the number of documents sent for signature. */
    output: z.object({ state: ApplicationState, papers: z.int() }),
  },
  reject: {
    access: 'hzhb:audit',
    kind: 'write',
    log: { zh: '驳回入驻申请', en: 'Reject an application', es: 'Rechazar una solicitud', ja: '申請の却下' },
    done: { zh: '已驳回，短信已通知申请人', en: 'Sent back; the applicant was notified', es: 'Devuelta; se ha avisado al solicitante', ja: '却下し、申請者へ通知しました' },
    input: z.object({
      applicationId: Id,
      version: Version,
      rejects: z
        .array(z.object({ field: FieldText, reason: z.string().trim().min(2).max(200) }))
        .min(1)
        .max(60),
    }),
    output: z.object({ state: ApplicationState }),
  },
  export: {
    access: 'hzhbList',
    kind: 'write',
    log: { zh: '导出入驻申请', en: 'Export applications', es: 'Exportar solicitudes', ja: '申請の出力' },
    done: successMessages.exported,
    limit: 'export',
    input: z.object({ tab: Tab, ...Filter }),
    output: z.object({ fileId: z.uuid(), count: z.int() }),
  },
  /** Returns appeals against "already registered" in the caller's scope. */
  appeals: {
    access: 'hzhbList',
    kind: 'read',
    input: z.object({ state: AppealState.optional(), ...LongListPaging }),
    output: longPageOf(ListedAppeal).extend({ open: z.int() }),
  },
  /** Returns an appeal with both records for comparison. */
  appealed: {
    access: 'hzhb:audit',
    kind: 'read',
    input: z.object({ appealId: Id }),
    output: ListedAppeal.extend({
      fileId: z.uuid().nullable(),
      /**
       * The effect of upholding the appeal: the existing account is handed over, or the other application is closed.
       */
      upheldAs: z.enum(['handed', 'freed']),
      appellant: z.object(appealPartyFields),
      existing: z.object({
        ...appealPartyFields,
        kind: z.enum(['operator', 'unit', 'partner', 'application']),
        id: Id,
        no: z.string(),
        status: z.string(),
        since: Moment,
        username: z.string(),
        lastLoginAt: Moment.nullable(),
      }),
    }),
  },
  decideAppeal: {
    access: 'hzhb:audit',
    kind: 'write',
    log: { zh: '处理注册申诉', en: 'Decide an appeal', es: 'Resolver una reclamación', ja: '申立ての処理' },
    done: {
      zh: '{isFirst, select, true {已提交，须由另一名审核人确认后生效} other {申诉已处理，结果将短信通知申诉人}}',
      en: '{isFirst, select, true {Recorded. Another reviewer must confirm it.} other {Decided; the appellant gets a text message}}',
      es: '{isFirst, select, true {Registrada. Otra persona debe confirmarla} other {Resuelta; el reclamante recibirá un SMS}}',
      ja: '{isFirst, select, true {登録しました。別の審査担当者の確認が必要です} other {処理しました。申立人へSMSで通知します}}',
    },
    input: z.object({ appealId: Id, isUpheld: z.boolean(), resolution: z.string().trim().min(2).max(300) }),
    /** `isFirst`: the caller is the first of two people. The account is handed over when the second confirms. */
    output: z.object({ state: AppealState, isFirst: z.boolean() }),
  },
  /**
   * Returns the caller's invitation code. Applicants who use it are assigned to the caller's centre. With the code of a
   * unit, operators are assigned to that unit.
   */
  invite: { access: ['hzhbList', 'yz:edit'], kind: 'write', log: { zh: '获取邀请码', en: 'Get an invitation code', es: 'Obtener un código de invitación', ja: '招待コードの取得' }, input: z.object({}), output: z.object({ code: z.string() }) },
} as const satisfies Module
