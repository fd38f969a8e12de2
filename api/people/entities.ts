import { z } from 'zod'
import { Day, Id, type Module, Moment, MoneyOut, upload, Version, YuanText } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { cancelBlockers, entityForms, entityMoves, entityStates, evidenceKinds } from '#/domain/people/entity.ts'
import { levyMethods, obligationKinds, obligationStates, taxKinds } from '#/domain/people/obligation.ts'

const Form = z.enum(entityForms)
const State = z.enum(entityStates)
const TaxKind = z.enum(taxKinds)
const Levy = z.enum(levyMethods)

/** The reason why the caller cannot take each action, in the caller's language; empty where allowed. */
const ActionReasons = z.object(Object.fromEntries(entityMoves.map((move) => [move, z.string()])) as Record<(typeof entityMoves)[number], z.ZodString>)

const Row = z.object({
  id: Id,
  operatorId: Id,
  operatorCode: z.string(),
  operatorName: z.string(),
  operatorKind: z.enum(['platform', 'ordinary']),
  centreId: Id,
  centreName: z.string(),
  form: Form,
  name: z.string(),
  creditCode: z.string(),
  industry: z.string(),
  state: State,
  taxKind: TaxKind.nullable(),
  levy: Levy.nullable(),
  /** The levy rate (核定征收率) of today. The details include the next rate. */
  levyRatePpm: z.int(),
  licenceFileId: z.uuid().nullable(),
  /** The latest year for which an annual report was filed. */
  reportedYear: z.int().nullable(),
  /** The number of late reports and declarations. */
  overdue: z.int(),
  /** The deadline of the next unsettled report or declaration. */
  nextDue: Day.nullable(),
  annualFee: MoneyOut,
  createdAt: Moment,
  version: Version,
})

const Obligation = z.object({
  id: Id,
  entityId: Id,
  entityName: z.string(),
  creditCode: z.string(),
  operatorId: Id,
  operatorName: z.string(),
  operatorKind: z.enum(['platform', 'ordinary']),
  centreName: z.string(),
  kind: z.enum(obligationKinds),
  period: z.string(),
  opensOn: Day,
  dueOn: Day,
  /** Whether the deadline may still move, because the holidays of that year are not published. */
  isProvisional: z.boolean(),
  state: z.enum(obligationStates),
  urgency: z.enum(['early', 'far', 'soon', 'near', 'over']),
  amount: MoneyOut.nullable(),
  settledOn: Day.nullable(),
  settledBy: z.string(),
  receiptNo: z.string(),
  fileId: z.uuid().nullable(),
  /** The reason why the caller cannot settle the obligation; empty when the caller can. */
  maySettle: z.string(),
})

const Attachment = z.object({ id: Id, kind: z.enum(evidenceKinds), fileId: z.uuid(), name: z.string() })
const Step = z.object({
  id: Id,
  move: z.string(),
  from: State.nullable(),
  to: State,
  reason: z.string(),
  facts: z.array(z.object({ fact: z.string(), before: z.string(), after: z.string() })),
  by: z.string(),
  at: Moment,
  papers: z.array(Attachment),
})

const Detail = Row.extend({
  names: z.array(z.string()),
  bizScope: z.string(),
  address: z.string(),
  licensedOn: Day.nullable(),
  bankName: z.string(),
  /** The account number, masked. */
  accountNo: z.string(),
  taxedOn: Day.nullable(),
  nextLevy: z.object({ ratePpm: z.int(), from: Day }).nullable(),
  applicationNo: z.string(),
  /** The change of the taxation that awaits another person. */
  taxChange: z
    .object({
      id: Id,
      move: z.enum(['setLevy', 'changeTax']),
      facts: z.array(z.object({ fact: z.string(), before: z.string(), after: z.string() })),
      reason: z.string(),
      fileId: z.uuid(),
      enteredBy: z.string(),
      enteredAt: Moment,
      /** The reasons why the caller cannot decide or withdraw it, in the caller's language; empty where allowed. */
      mayDecide: z.string(),
      mayWithdraw: z.string(),
    })
    .nullable(),
  blockers: z.array(z.object({ kind: z.enum(cancelBlockers), text: z.string() })),
  may: ActionReasons,
  steps: z.array(Step),
  obligations: z.array(Obligation),
})

const Filter = {
  /** The start of the name, a full credit code, or the operator's name or number. */
  keyword: z.string().trim().max(50).optional(),
  states: z.array(State).max(entityStates.length).optional(),
  taxKind: TaxKind.optional(),
  levy: Levy.optional(),
  operatorId: Id.optional(),
  /** Only businesses with late reports or declarations. */
  isLate: z.boolean().optional(),
  /** Only businesses with a change of the taxation that another person entered. */
  isForMe: z.boolean().optional(),
}

const CalendarFilter = {
  keyword: z.string().trim().max(50).optional(),
  states: z.array(z.enum(obligationStates)).max(obligationStates.length).optional(),
  kinds: z.array(z.enum(obligationKinds)).max(obligationKinds.length).optional(),
  from: Day.optional(),
  to: Day.optional(),
}

const boundedText = (min: number, limit: number) => z.string().trim().min(min).max(limit)
const Reason = boundedText(2, 200)
const target = { entityId: Id, version: Version }
const registrationSheet = { form: Form, names: z.array(boundedText(2, 30)).min(1).max(3), industry: boundedText(2, 30), bizScope: boundedText(4, 500), address: boundedText(5, 120) }
const readKeys = ['userYzPtList', 'userYzList'] as const
const editAccess = { access: 'gth:edit', kind: 'write' } as const
const uploadAccess = { ...editAccess, limit: 'upload' } as const

const taxChangeEntered = { zh: '已登记，须由另一人确认后生效', en: 'Entered; it takes effect when another person confirms it', es: 'Registrado; surte efecto cuando lo confirma otra persona', ja: '登録しました。別の担当者の確認後に有効になります' }

/**
 * Registered businesses of operators (个体户): registration in steps, changes, obligations and deregistration. Each change
 * concerns a single business.
 */
export const entities = {
  list: {
    access: readKeys,
    kind: 'read',
    input: z.object({ ...Filter, after: Id.optional(), size: z.int().min(1).max(200).default(50) }),
    output: z.object({ rows: z.array(Row), next: z.int().nullable(), count: z.int().nullable() }),
  },
  get: { access: readKeys, kind: 'read', input: z.object({ entityId: Id }), output: Detail },
  /** Returns the businesses of one operator, with the active business first. */
  ofOperator: { access: readKeys, kind: 'read', input: z.object({ operatorId: Id }), output: z.object({ entities: z.array(Detail), mayBegin: z.string() }) },
  /**
   * Returns the caller's own businesses. `isNow` selects the obligations that are late or due within thirty days, and
   * the businesses that have them.
   */
  mine: { access: 'session', kind: 'read', input: z.object({ isNow: z.boolean().optional() }), output: z.array(Detail) },
  /**
   * Returns obligations by deadline. `next` is the cursor of the following page. `counts` are returned with the first
   * page.
   */
  calendar: {
    access: 'taxCalendar',
    kind: 'read',
    input: z.object({ ...CalendarFilter, after: Id.optional(), size: z.int().min(1).max(200).default(50) }),
    output: z.object({ rows: z.array(Obligation), next: z.int().nullable(), counts: z.object({ overdue: z.int(), near: z.int(), open: z.int() }).nullable() }),
  },
  /** Starts the registration of a business for an operator. */
  begin: {
    ...editAccess,
    log: { zh: '发起个体户办理', en: 'Start a business registration', es: 'Iniciar el registro de un negocio', ja: '個人事業の登録開始' },
    done: { zh: '已发起办理', en: 'Registration started', es: 'Registro iniciado', ja: '手続きを開始しました' },
    input: z.object({ operatorId: Id, ...registrationSheet }),
    output: Detail,
  },
  /** Updates the form before it is submitted. */
  save: { ...editAccess, log: { zh: '修改个体户资料', en: 'Correct a business registration', es: 'Corregir el registro de un negocio', ja: '個人事業資料の修正' }, done: successMessages.saved, input: z.object({ ...target, ...registrationSheet }), output: Detail },
  /** Records that the company register accepted the application. */
  submit: {
    ...uploadAccess,
    log: { zh: '提交工商登记', en: 'Submit a business registration', es: 'Presentar el registro de un negocio', ja: '登記申請' },
    done: { zh: '已登记提交，等待营业执照', en: 'Submitted; the licence comes next', es: 'Presentado; falta la licencia', ja: '申請を登録しました。許可証をお待ちください' },
    input: z.object({ ...target, name: boundedText(4, 100), file: upload() }),
    output: Detail,
  },
  license: {
    ...uploadAccess,
    log: { zh: '登记营业执照', en: 'Enter a licence', es: 'Registrar una licencia', ja: '許可証の登録' },
    done: { zh: '营业执照已登记', en: 'Licence entered', es: 'Licencia registrada', ja: '許可証を登録しました' },
    input: z.object({ ...target, name: boundedText(4, 100), creditCode: z.string().trim().toUpperCase().max(40), licensedOn: Day, file: upload() }),
    output: Detail,
  },
  openAccount: {
    ...uploadAccess,
    log: { zh: '登记银行开户', en: 'Enter an account', es: 'Registrar una cuenta', ja: '口座の登録' },
    done: { zh: '银行账户已登记', en: 'Account entered', es: 'Cuenta registrada', ja: '口座を登録しました' },
    secret: ['accountNo'],
    input: z.object({ ...target, bankName: boundedText(4, 60), accountNo: z.string().trim().max(40), file: upload() }),
    output: Detail,
  },
  skipAccount: {
    ...editAccess,
    log: { zh: '不开立对公账户', en: 'Continue without an account', es: 'Continuar sin cuenta', ja: '口座なしで続行' },
    done: { zh: '已跳过开户，请办理税务登记', en: 'Skipped; tax registration comes next', es: 'Omitida; falta el alta fiscal', ja: '口座なしで進めました。次は税務登録です' },
    input: z.object({ ...target, reason: Reason }),
    output: Detail,
  },
  /** Records the tax registration. From then on the business operates and has obligations. */
  enrol: {
    ...uploadAccess,
    log: { zh: '完成税务登记', en: 'Register a business for tax', es: 'Alta fiscal de un negocio', ja: '税務登録の完了' },
    done: { zh: '税务登记已完成，申报日历已生成', en: 'Registered for tax; the filing calendar is set up', es: 'Alta fiscal hecha; calendario creado', ja: '税務登録が完了し、申告カレンダーを作成しました' },
    input: z.object({ ...target, taxKind: TaxKind, levy: Levy, taxedOn: Day, file: upload() }),
    output: Detail,
  },
  /** Records a change of name, scope, address or industry that the company register confirmed. */
  change: {
    ...uploadAccess,
    log: { zh: '个体户变更', en: 'Change a business', es: 'Modificar un negocio', ja: '個人事業の変更' },
    done: { zh: '变更已登记', en: 'Change entered', es: 'Cambio registrado', ja: '変更を登録しました' },
    input: z.object({
      ...target,
      name: boundedText(4, 100).optional(),
      bizScope: boundedText(4, 500).optional(),
      address: boundedText(5, 120).optional(),
      industry: boundedText(2, 30).optional(),
      reason: Reason,
      file: upload(),
    }),
    output: Detail,
  },
  /** Sets the yearly service fee; 0 for none. */
  setFee: { ...editAccess, log: { zh: '调整个体户年费', en: 'Set an annual fee', es: 'Fijar la cuota anual', ja: '年間費用の設定' }, done: { zh: '年费已调整', en: 'Annual fee set', es: 'Cuota anual fijada', ja: '年間費用を設定しました' }, input: z.object({ ...target, fee: YuanText, reason: Reason }), output: Detail },
  /** Enters another kind of taxpayer or levy method, as the tax office's notice states. Another person confirms it. */
  changeTax: {
    ...uploadAccess,
    log: { zh: '登记个体户税务变更', en: 'Enter a tax change of a business', es: 'Registrar un cambio fiscal de un negocio', ja: '個人事業の税務変更の登録' },
    done: taxChangeEntered,
    input: z.object({ ...target, taxKind: TaxKind.optional(), levy: Levy.optional(), reason: Reason, file: upload() }),
    output: Detail,
  },
  /**
   * Enters the levy rate (核定征收率) of mode 1 from a day on, as the tax office's notice states; 0 for none. Another
   * person confirms it.
   */
  setLevy: {
    ...uploadAccess,
    log: { zh: '登记核定征收率', en: 'Enter a deemed-profit rate', es: 'Registrar el tipo de estimación', ja: '査定徴収率の登録' },
    done: taxChangeEntered,
    input: z.object({
      ...target,
      rate: z.string().regex(/^\d{1,2}(\.\d{1,4})?$/),
      from: Day,
      documentNo: boundedText(2, 60),
      reason: Reason,
      file: upload(),
    }),
    output: Detail,
  },
  /** Confirms or rejects a change of the taxation that another person entered. */
  decideTax: {
    ...editAccess,
    log: { zh: '核对个体户税务变更', en: 'Decide a tax change of a business', es: 'Resolver un cambio fiscal de un negocio', ja: '個人事業の税務変更の確認' },
    done: { zh: '已处理', en: 'Decided', es: 'Resuelto', ja: '処理しました' },
    input: z.object({ taxChangeId: Id, isConfirmed: z.boolean(), answer: z.string().trim().max(200).default('') }),
    output: Detail,
  },
  /** Withdraws the caller's own change of the taxation before the decision. */
  withdrawTax: {
    ...editAccess,
    log: { zh: '撤回个体户税务变更', en: 'Withdraw a tax change of a business', es: 'Retirar un cambio fiscal de un negocio', ja: '個人事業の税務変更の取下げ' },
    done: { zh: '已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取り下げました' },
    input: z.object({ taxChangeId: Id }),
    output: Detail,
  },
  /** Settles a report, declaration or fee with its receipt. */
  settle: {
    ...uploadAccess,
    log: { zh: '办结申报事项', en: 'Settle an obligation', es: 'Resolver una obligación', ja: '申告事項の処理' },
    done: { zh: '事项已办结', en: 'Settled', es: 'Resuelta', ja: '処理済みにしました' },
    input: z.object({ obligationId: Id, settledOn: Day, receiptNo: z.string().trim().max(40).default(''), amount: YuanText.optional(), file: upload() }),
    output: Detail,
  },
  beginCancel: {
    ...uploadAccess,
    log: { zh: '发起个体户注销', en: 'Start a deregistration', es: 'Iniciar una baja', ja: '廃業の開始' },
    done: { zh: '已发起注销', en: 'Deregistration started', es: 'Baja iniciada', ja: '廃業手続きを開始しました' },
    input: z.object({ ...target, reason: Reason, file: upload() }),
    output: Detail,
  },
  finishCancel: { ...uploadAccess, log: { zh: '完成个体户注销', en: 'Complete a deregistration', es: 'Completar una baja', ja: '廃業の完了' }, done: { zh: '注销已完成', en: 'Deregistered', es: 'Baja completada', ja: '廃業が完了しました' }, input: z.object({ ...target, file: upload() }), output: Detail },
  /** Abandons a registration that has no licence yet. */
  abandon: {
    ...editAccess,
    log: { zh: '放弃个体户办理', en: 'Abandon a business registration', es: 'Abandonar el registro de un negocio', ja: '個人事業手続きの中止' },
    done: { zh: '已放弃办理', en: 'Registration abandoned', es: 'Registro abandonado', ja: '手続きを中止しました' },
    input: z.object({ ...target, reason: Reason }),
    output: Detail,
  },
  /** Reminds the operator of an obligation. */
  remind: {
    ...editAccess,
    log: { zh: '提醒经营者申报', en: 'Remind of an obligation', es: 'Recordar una obligación', ja: '申告の通知' },
    done: { zh: '已提醒经营者', en: 'The operator was reminded', es: 'Operador avisado', ja: '事業者に通知しました' },
    input: z.object({ obligationId: Id }),
    output: z.object({ told: z.int() }),
  },
  /** Exports the businesses under the filter as a workbook in a job, with masked account numbers. */
  export: { access: readKeys, kind: 'write', log: { zh: '导出个体户台账', en: 'Export businesses', es: 'Exportar negocios', ja: '個人事業の出力' }, done: successMessages.exported, limit: 'export', input: z.object(Filter), output: z.object({ fileId: z.uuid(), count: z.int() }) },
} as const satisfies Module
