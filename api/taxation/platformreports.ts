import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, upload, Version } from '#/api/operation.ts'
import { sourceLimits } from '#/domain/base/source-name.ts'
import { basicDataCauses, identityStatuses, reportStates } from '#/domain/taxation/platform-report.ts'
import { displayedGrounds, filingMethods, maxGroundRules, reporterPlanStates, reportingGrounds } from '#/domain/taxation/reporter-plan.ts'

const Quarter = z.string().regex(/^20\d{2}-Q[1-4]$/)
const Reason = z.string().trim().min(4).max(200)
const ReceiptFields = { reportedOn: Day, receiptNo: z.string().trim().max(64).default(''), receipt: upload() }

const Report = z.object({
  id: Id,
  /** The centre that reports; null for the platform. */
  centreId: Id.nullable(),
  /** The centre, or the company that holds the platform and reports for it. */
  centreName: z.string(),
  quarter: Quarter,
  edition: z.int(),
  state: z.enum(reportStates),
  reason: z.string(),
  /** The number of people and registered businesses: in total, and by status. */
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  left: z.int(),
  covered: z.int(),
  payments: z.int(),
  gross: MoneyOut,
  refund: MoneyOut,
  net: MoneyOut,
  madeBy: z.string(),
  madeAt: Moment,
  reportedOn: Day.nullable(),
  receiptNo: z.string(),
  receiptFileId: z.uuid().nullable(),
  reportedBy: z.string().nullable(),
  confirmedBy: z.string().nullable(),
  version: Version,
  /**
   * The reason why the caller cannot confirm the report as the second person; empty when the caller can. Null for
   * reports of centres.
   */
  mayConfirm: z.string().nullable(),
  /** Whether a newer edition replaces this one. */
  isReplaced: z.boolean(),
  /** The number of payments of the quarter registered after this edition, which require a correction. */
  latePayments: z.int(),
})

const ReportTotals = { people: z.int(), payments: z.int(), gross: MoneyOut, refund: MoneyOut, net: MoneyOut }

/** The part of one centre in a report of the platform. */
const Contribution = z.object({ platformReportId: Id, edition: z.int(), reportedOn: Day.nullable(), ...ReportTotals })

const QuarterlyReport = z.object({
  reporter: z.enum(['centre', 'platform']),
  /** The centre; null for the platform itself. */
  centreId: Id.nullable(),
  /** The centre, or the company that holds the platform and reports for it. */
  centreName: z.string(),
  quarter: Quarter,
  dueOn: Day,
  /** Whether the deadline may still move, because the calendar of that year is not published. */
  isProvisional: z.boolean(),
  isOverdue: z.boolean(),
  state: z.enum(reportStates),
  /** The latest edition; null for a centre that the platform includes in its report. */
  report: Report.nullable(),
  /** The part of such a centre in the platform's report. */
  contribution: Contribution.nullable(),
})

const BasicReport = z.object({
  id: Id,
  /** The centre; null for the company that holds the platform. */
  centreId: Id.nullable(),
  /** The name of the centre or of the company that holds the platform. */
  centreName: z.string(),
  cause: z.enum(basicDataCauses),
  what: z.string(),
  happenedOn: Day,
  dueOn: Day,
  isOverdue: z.boolean(),
  reportedOn: Day.nullable(),
  receiptNo: z.string(),
  receiptFileId: z.uuid().nullable(),
  notedBy: z.string(),
  version: Version,
})

const Ground = z.enum(displayedGrounds)
const Rule = z.object({ ground: z.enum(reportingGrounds), ways: z.array(z.enum(filingMethods)).max(filingMethods.length), categories: z.array(z.string().trim().max(30)).max(60) })

const PlanForm = {
  firstQuarter: Quarter,
  platformName: z.string().trim().min(2).max(sourceLimits.platform),
  holderName: z.string().trim().min(2).max(100),
  holderCode: z.string().trim().max(18),
  licenceNo: z.string().trim().max(60),
  taxOffice: z.string().trim().min(2).max(100),
  /** The centres included in the platform's report. Every other centre reports itself. */
  centreIds: z.array(Id).max(200),
  /** Rules for income of natural persons that need not be reported. The first matching rule applies. */
  rules: z.array(Rule).max(maxGroundRules),
}

const Plan = z.object({
  ...PlanForm,
  id: Id,
  state: z.enum(reporterPlanStates),
  centreNames: z.array(z.string()),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  answer: z.string(),
  /** Whether the plan is in force in the current quarter. */
  isInForce: z.boolean(),
  /** For each action, the reason why the caller cannot take it; empty if the caller can. */
  may: z.object({ decide: z.string(), withdraw: z.string() }),
})

/** A person's income from one centre and one account, under one rule. */
const Part = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  entityName: z.string(),
  centreName: z.string(),
  /** The source platform; empty for our own. */
  sourcePlatform: z.string(),
  nickname: z.string(),
  userNo: z.string(),
  ground: Ground.nullable(),
  /** The number of the rule that excludes the income. */
  rule: z.int().nullable(),
  payments: z.int(),
  gross: MoneyOut,
  refund: MoneyOut,
  net: MoneyOut,
})

const page = 'platformReports'
const editKey = 'report:edit'

/**
 * 平台涉税信息报送 (platform reports): identity and income of the people whom a centre pays, by quarter, and basic data of the
 * platform.
 */
export const platformreports = {
  quarters: {
    access: page,
    kind: 'read',
    /** `isOpen` selects the quarters whose latest edition is not reported. */
    input: z.object({ isOpen: z.boolean().optional() }),
    output: z.array(QuarterlyReport),
  },
  get: { access: page, kind: 'read', input: z.object({ platformReportId: Id }), output: Report.extend({ editions: z.array(Report), centres: z.array(z.object({ centreId: Id, centreName: z.string(), ...ReportTotals })), rules: z.array(Rule) }) },
  rows: {
    access: page,
    kind: 'read',
    input: z.object({
      platformReportId: Id,
      statuses: z.array(z.enum(identityStatuses)).max(4).optional(),
      /** Only rows whose figures differ from the previous edition. */
      isDifferent: z.boolean().optional(),
      ...LongListPaging,
    }),
    output: longPageOf(
      z.object({
        id: Id,
        code: z.string(),
        name: z.string(),
        idNumber: z.string(),
        entityName: z.string(),
        status: z.enum(identityStatuses),
        isCovered: z.boolean(),
        /** The rules that exclude income of this person, with their grounds. */
        excluded: z.array(z.object({ rule: z.int().nullable(), ground: Ground })),
        payments: z.int(),
        gross: MoneyOut,
        refund: MoneyOut,
        net: MoneyOut,
        /** The net amount in the previous edition; null without a row or an edition before this one. */
        before: MoneyOut.nullable(),
      }),
    ),
  },
  /** Returns the income in a report by person, centre and account. A centre sees only its own part. */
  parts: {
    access: page,
    kind: 'read',
    input: z.object({ platformReportId: Id, onlyExcluded: z.boolean().optional(), keyword: z.string().trim().max(50).optional(), ...LongListPaging }),
    output: longPageOf(Part),
  },
  /** Returns all reporting settings, newest first, and the centres and categories for new settings. */
  plans: {
    access: page,
    kind: 'read',
    input: z.object({}),
    output: z.object({
      plans: z.array(Plan),
      centres: z.array(z.object({ id: Id, name: z.string() })),
      categories: z.array(z.string()),
      /** The rules in force in the current quarter. */
      rules: z.array(Rule),
      platformName: z.string(),
      /** The first quarter in which new settings can begin. */
      firstQuarter: Quarter,
      /** The reason why the caller cannot propose settings; empty when the caller can. */
      mayPropose: z.string(),
    }),
  },
  proposePlan: {
    access: editKey,
    kind: 'write',
    log: { zh: '提出报送主体与规则', en: 'Propose who reports', es: 'Proponer quién informa', ja: '報告主体と規則の提案' },
    done: { zh: '已提出，由另一人复核', en: 'Proposed; another person must approve it', es: 'Propuesto; debe aprobarlo otra persona', ja: '提案しました。別の担当者が承認します' },
    input: z.object({ ...PlanForm, reason: Reason }),
    output: Plan,
  },
  decidePlan: {
    access: 'report:check',
    kind: 'write',
    log: { zh: '复核报送主体与规则', en: 'Decide who reports', es: 'Resolver quién informa', ja: '報告主体と規則の承認' },
    done: { zh: '已处理', en: 'Decided', es: 'Resuelto', ja: '処理しました' },
    input: z.object({ reporterPlanId: Id, isConfirmed: z.boolean(), answer: z.string().trim().max(200).default('') }),
    output: Plan,
  },
  withdrawPlan: {
    access: editKey,
    kind: 'write',
    log: { zh: '撤回报送主体与规则', en: 'Withdraw a proposal on who reports', es: 'Retirar una propuesta de quién informa', ja: '報告主体の提案の取下げ' },
    done: { zh: '已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取り下げました' },
    input: z.object({ reporterPlanId: Id }),
    output: Plan,
  },
  /** Confirms a report of the platform that another person generated. */
  confirm: {
    access: 'report:check',
    kind: 'write',
    log: { zh: '复核平台涉税报送', en: 'Approve a platform report', es: 'Aprobar un informe de plataforma', ja: 'プラットフォーム報告の承認' },
    done: { zh: '已复核，可以导出', en: 'Approved; it can be exported', es: 'Aprobado; ya se puede exportar', ja: '承認しました。出力できます' },
    input: z.object({ platformReportId: Id, version: Version }),
    output: Report,
  },
  /**
   * Stores the current data of the quarter as a report that no longer changes. A later edition is a correction and
   * needs a reason.
   */
  generate: {
    access: editKey,
    kind: 'write',
    log: { zh: '生成平台涉税报送', en: 'Generate a platform report', es: 'Generar un informe de plataforma', ja: 'プラットフォーム報告の作成' },
    done: { zh: '已生成 {rows} 人', en: '{rows} people in the report', es: '{rows} personas en el informe', ja: '{rows} 名分を作成しました' },
    input: z.object({ /** null: the platform, for its centres. */ centreId: Id.nullable(), quarter: Quarter, reason: Reason.optional() }),
    output: Report,
  },
  export: {
    access: editKey,
    kind: 'write',
    log: { zh: '导出平台涉税报送', en: 'Export a platform report', es: 'Exportar un informe de plataforma', ja: 'プラットフォーム報告の出力' },
    limit: 'export',
    input: z.object({ platformReportId: Id, form: z.enum(['platform_identity', 'platform_income']), reason: Reason }),
    output: z.object({ fileId: z.uuid(), version: z.string(), unconfirmed: z.array(z.string()) }),
  },
  register: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记平台涉税报送回执', en: 'Register the receipt of a platform report', es: 'Registrar el justificante de un informe', ja: 'プラットフォーム報告の受付登録' },
    done: { zh: '已登记为已报送', en: 'Registered as reported', es: 'Registrado como presentado', ja: '報告済みとして登録しました' },
    limit: 'upload',
    input: z.object({ platformReportId: Id, version: Version, ...ReceiptFields }),
    output: Report,
  },
  basics: { access: page, kind: 'read', input: z.object({}), output: z.array(BasicReport) },
  noteBasic: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记平台基本信息变更', en: 'Note a change of basic data', es: 'Anotar un cambio de datos básicos', ja: '基本情報の変更を記録' },
    done: { zh: '已登记，请于 {dueOn} 前报送', en: 'Noted; due by {dueOn}', es: 'Anotado; plazo hasta el {dueOn}', ja: '記録しました。{dueOn} までに報告してください' },
    input: z.object({ centreId: Id.nullable(), cause: z.enum(basicDataCauses), happenedOn: Day, what: z.string().trim().min(2).max(200) }),
    output: BasicReport,
  },
  fileBasic: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记平台基本信息报送回执', en: 'Register the receipt of basic data', es: 'Registrar el justificante de datos básicos', ja: '基本情報報告の受付登録' },
    done: { zh: '已登记为已报送', en: 'Registered as reported', es: 'Registrado como presentado', ja: '報告済みとして登録しました' },
    limit: 'upload',
    input: z.object({ platformBasicId: Id, version: Version, ...ReceiptFields }),
    output: BasicReport,
  },
} as const satisfies Module
