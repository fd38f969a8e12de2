import { z } from 'zod'
import { Day, Id, LongPage, longPageOf, type Module, Moment, MoneyOut, upload, Version } from '#/api/operation.ts'
import { basicCauses, identityStatuses, reportStates } from '#/domain/taxation/platform-report.ts'

const Quarter = z.string().regex(/^20\d{2}-Q[1-4]$/)
const Reason = z.string().trim().min(4).max(200)
const Receipt = { reportedOn: Day, receiptNo: z.string().trim().max(64).default(''), receipt: upload() }

const Report = z.object({
  id: Id,
  centreId: Id,
  centreName: z.string(),
  quarter: Quarter,
  edition: z.int(),
  state: z.enum(reportStates),
  reason: z.string(),
  /** Number of people and registered businesses, in total and by status. */
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
  version: Version,
  /** A newer edition replaces it. */
  isReplaced: z.boolean(),
  /** Payments of the quarter registered after this edition, which require a correction. */
  latePayments: z.int(),
})

const Quarterly = z.object({
  centreId: Id,
  centreName: z.string(),
  quarter: Quarter,
  dueOn: Day,
  /** The calendar of that year is unpublished, so the deadline may move. */
  isProvisional: z.boolean(),
  isOverdue: z.boolean(),
  state: z.enum(reportStates),
  /** The latest edition. */
  report: Report.nullable(),
})

const Basic = z.object({
  id: Id,
  centreId: Id,
  centreName: z.string(),
  cause: z.enum(basicCauses),
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

const page = 'platformReports'
const edit = 'report:edit'

/** 平台涉税信息报送: quarterly identity and income reports of the people a centre pays, and basic data of the platform. */
export const platformreports = {
  quarters: {
    access: page,
    kind: 'read',
    /** With `isOpen`, only quarters without a reported latest edition. */
    input: z.object({ isOpen: z.boolean().optional() }),
    output: z.array(Quarterly),
  },
  get: { access: page, kind: 'read', input: z.object({ platformReportId: Id }), output: Report.extend({ editions: z.array(Report) }) },
  rows: {
    access: page,
    kind: 'read',
    input: z.object({
      platformReportId: Id,
      statuses: z.array(z.enum(identityStatuses)).max(4).optional(),
      /** Only rows whose figures differ from the previous edition. */
      isDifferent: z.boolean().optional(),
      ...LongPage,
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
        payments: z.int(),
        gross: MoneyOut,
        refund: MoneyOut,
        net: MoneyOut,
        /** Net in the previous edition; null without a row or without a previous edition. */
        before: MoneyOut.nullable(),
      }),
    ),
  },
  /** Freezes the current data of the quarter as a report. A later edition is a correction and needs a reason. */
  generate: {
    access: edit,
    kind: 'write',
    log: { zh: '生成平台涉税报送', en: 'Generate a platform report', es: 'Generar un informe de plataforma', ja: 'プラットフォーム報告の作成' },
    done: { zh: '已生成 {rows} 人', en: '{rows} people in the report', es: '{rows} personas en el informe', ja: '{rows} 名分を作成しました' },
    input: z.object({ centreId: Id, quarter: Quarter, reason: Reason.optional() }),
    output: Report,
  },
  export: {
    access: edit,
    kind: 'write',
    log: { zh: '导出平台涉税报送', en: 'Export a platform report', es: 'Exportar un informe de plataforma', ja: 'プラットフォーム報告の出力' },
    limit: 'export',
    input: z.object({ platformReportId: Id, form: z.enum(['platform_identity', 'platform_income']), reason: Reason }),
    output: z.object({ fileId: z.uuid(), version: z.string(), unconfirmed: z.array(z.string()) }),
  },
  register: {
    access: edit,
    kind: 'write',
    log: { zh: '登记平台涉税报送回执', en: 'Register the receipt of a platform report', es: 'Registrar el justificante de un informe', ja: 'プラットフォーム報告の受付登録' },
    done: { zh: '已登记为已报送', en: 'Registered as reported', es: 'Registrado como presentado', ja: '報告済みとして登録しました' },
    limit: 'upload',
    input: z.object({ platformReportId: Id, version: Version, ...Receipt }),
    output: Report,
  },
  basics: { access: page, kind: 'read', input: z.object({}), output: z.array(Basic) },
  noteBasic: {
    access: edit,
    kind: 'write',
    log: { zh: '登记平台基本信息变更', en: 'Note a change of basic data', es: 'Anotar un cambio de datos básicos', ja: '基本情報の変更を記録' },
    done: { zh: '已登记，请于 {dueOn} 前报送', en: 'Noted; due by {dueOn}', es: 'Anotado; plazo hasta el {dueOn}', ja: '記録しました。{dueOn} までに報告してください' },
    input: z.object({ centreId: Id, cause: z.enum(basicCauses), happenedOn: Day, what: z.string().trim().min(2).max(200) }),
    output: Basic,
  },
  fileBasic: {
    access: edit,
    kind: 'write',
    log: { zh: '登记平台基本信息报送回执', en: 'Register the receipt of basic data', es: 'Registrar el justificante de datos básicos', ja: '基本情報報告の受付登録' },
    done: { zh: '已登记为已报送', en: 'Registered as reported', es: 'Registrado como presentado', ja: '報告済みとして登録しました' },
    limit: 'upload',
    input: z.object({ platformBasicId: Id, version: Version, ...Receipt }),
    output: Basic,
  },
} as const satisfies Module
