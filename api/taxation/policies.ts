import { z } from 'zod'
import { Day, Id, type Module, Moment, upload, Version } from '#/api/operation.ts'
import { CalendarYear, LawGrade, PolicyDraft, PolicyDraftRow, PolicyFieldChange, PolicyFieldPath, PolicyValue } from '#/api/taxation/policy-rows.ts'
import { categoryMethods } from '#/domain/money/tax-policy.ts'
import { legalPointKeys } from '#/domain/taxation/policy-fields.ts'

const Reason = z.string().trim().min(4).max(200)

const TypedValue = z.union([
  z.string().trim().min(1).max(300),
  z.int().min(0).max(100_000_000_000),
  z.boolean(),
  z.array(z.strictObject({ upToFen: z.int().min(0).nullable(), ratePpm: z.int().min(0), quickFen: z.int().min(0) })).max(20),
  z.record(z.string().trim().min(1).max(40), z.int().min(0)),
  z.record(z.string().trim().min(1).max(30), z.enum(categoryMethods)),
])

const page = 'taxPolicies'
const draftTarget = { draftId: Id, version: Version }
const yearTarget = { calendarYearId: Id, version: Version }
const savedText = { zh: '已保存', en: 'Saved', es: 'Guardado', ja: '保存しました' }

/** Tax policies by first day, drafts of the next policy, open points of the law, and working days by year. */
export const policies = {
  versions: {
    access: page,
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        version: z.string(),
        firstDay: Day,
        lastDay: Day.nullable(),
        when: z.enum(['past', 'current', 'coming']),
        source: z.string(),
        grade: LawGrade.nullable(),
        /** The draft of the policy; null for a policy that comes with the program. */
        draftId: Id.nullable(),
        publishedBy: z.string().nullable(),
        publishedAt: Moment.nullable(),
        /** The number of batches computed under the policy. */
        batches: z.int(),
        changes: z.array(PolicyFieldChange),
        digest: z.string(),
      }),
    ),
  },
  drafts: {
    access: page,
    kind: 'read',
    /** `isForMe` selects drafts of other people that are ready to be published, or whose withdrawal is requested. */
    input: z.object({ isForMe: z.boolean().optional() }),
    output: z.array(PolicyDraftRow),
  },
  draft: { access: page, kind: 'read', input: z.object({ draftId: Id }), output: PolicyDraft },
  begin: {
    access: 'policy:edit',
    kind: 'write',
    log: { zh: '新建税务政策草稿', en: 'Start a tax policy draft', es: 'Crear un borrador de normativa fiscal', ja: '税務規定の下書き作成' },
    done: { zh: '草稿已建立，沿用 {baseVersion}', en: 'Draft started from {baseVersion}', es: 'Borrador creado a partir de {baseVersion}', ja: '{baseVersion} をもとに下書きを作成しました' },
    input: z.object({ firstDay: Day }),
    output: PolicyDraft,
  },
  save: {
    access: 'policy:edit',
    kind: 'write',
    log: { zh: '修改税务政策草稿', en: 'Change a tax policy draft', es: 'Cambiar un borrador de normativa fiscal', ja: '税務規定の下書き変更' },
    done: savedText,
    input: z.object({
      ...draftTarget,
      firstDay: Day.optional(),
      knownUntil: Day.nullable().optional(),
      grade: LawGrade.optional(),
      values: z.array(z.object({ path: PolicyFieldPath, value: TypedValue })).max(60),
    }),
    output: PolicyDraft,
  },
  examine: {
    access: ['policy:edit', 'policy:check'],
    kind: 'write',
    log: { zh: '以草稿测算用例', en: 'Run the worked examples', es: 'Calcular los ejemplos', ja: '計算例の検証' },
    done: { zh: '已按草稿测算全部用例', en: 'All examples computed under the draft', es: 'Ejemplos calculados con el borrador', ja: '下書きで全計算例を検証しました' },
    input: z.object(draftTarget),
    output: PolicyDraft,
  },
  acknowledge: {
    access: 'policy:edit',
    kind: 'write',
    log: { zh: '确认用例差异', en: 'Acknowledge a differing example', es: 'Aceptar un ejemplo distinto', ja: '計算例の差異の確認' },
    done: savedText,
    input: z.object({ ...draftTarget, example: z.string().min(1).max(80), reason: z.string().trim().min(4).max(300) }),
    output: PolicyDraft,
  },
  preview: {
    access: ['policy:edit', 'policy:check'],
    kind: 'write',
    log: { zh: '测算政策草稿影响', en: 'Compare a draft with the policy in force', es: 'Comparar un borrador con la normativa vigente', ja: '下書きの影響試算' },
    done: { zh: '测算完成', en: 'Compared', es: 'Comparación lista', ja: '試算しました' },
    input: z.object(draftTarget),
    output: PolicyDraft,
  },
  /** Publishes a draft. The authors of the draft cannot publish it. */
  publish: {
    access: 'policy:check',
    kind: 'write',
    log: { zh: '发布税务政策', en: 'Publish a tax policy', es: 'Publicar una normativa fiscal', ja: '税務規定の公開' },
    done: { zh: '已发布，自 {firstDay} 起执行', en: 'Published; in force from {firstDay}', es: 'Publicada; vigente desde el {firstDay}', ja: '公開しました。{firstDay} から適用されます' },
    input: z.object(draftTarget),
    output: PolicyDraft,
  },
  drop: {
    access: ['policy:edit', 'policy:check'],
    kind: 'write',
    log: { zh: '作废税务政策草稿', en: 'Discard a tax policy draft', es: 'Descartar un borrador de normativa fiscal', ja: '税務規定の下書き破棄' },
    done: { zh: '草稿已作废', en: 'Draft discarded', es: 'Borrador descartado', ja: '下書きを破棄しました' },
    input: z.object(draftTarget),
    output: PolicyDraftRow,
  },
  /** Requests the withdrawal of a published policy before its first day. */
  leave: {
    access: ['policy:edit', 'policy:check'],
    kind: 'write',
    log: { zh: '申请撤回税务政策', en: 'Request withdrawal of a tax policy', es: 'Pedir la retirada de una normativa fiscal', ja: '税務規定の撤回申請' },
    done: { zh: '已申请撤回，待另一人确认', en: 'Withdrawal requested; another person must confirm it', es: 'Retirada pedida; la confirma otra persona', ja: '撤回を申請しました。別の担当者が確認します' },
    input: z.object({ ...draftTarget, reason: Reason }),
    output: PolicyDraft,
  },
  endLeave: {
    access: 'policy:check',
    kind: 'write',
    log: { zh: '处理撤回申请', en: 'Review a withdrawal request', es: 'Resolver una retirada', ja: '撤回申請の処理' },
    done: { zh: '已处理', en: 'Decided', es: 'Resuelto', ja: '処理しました' },
    input: z.object({ ...draftTarget, isAgreed: z.boolean() }),
    output: PolicyDraft,
  },
  points: {
    access: page,
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        point: z.enum(legalPointKeys as [(typeof legalPointKeys)[number], ...typeof legalPointKeys]),
        /** The fields of the policy in force that implement the current reading. */
        switches: z.array(z.object({ path: PolicyFieldPath, value: PolicyValue })),
        answers: z.array(
          z.object({
            id: Id,
            answer: z.string(),
            source: z.string(),
            answeredOn: Day,
            fileId: z.uuid(),
            fileName: z.string(),
            notedBy: z.string(),
            notedAt: Moment,
          }),
        ),
      }),
    ),
  },
  answer: {
    access: 'policy:edit',
    kind: 'write',
    log: { zh: '登记政策口径答复', en: 'Record an answer to an open point', es: 'Registrar la respuesta a un punto abierto', ja: '未確定事項の回答登録' },
    done: { zh: '已登记 {point} 的答复', en: 'Answer to {point} recorded', es: 'Respuesta a {point} registrada', ja: '{point} への回答を登録しました' },
    limit: 'upload',
    input: z.object({
      point: z.enum(legalPointKeys as [(typeof legalPointKeys)[number], ...typeof legalPointKeys]),
      answer: z.string().trim().min(4).max(500),
      source: z.string().trim().min(2).max(200),
      answeredOn: Day,
      file: upload(),
    }),
    output: z.object({ point: z.string(), fileId: z.uuid() }),
  },
  years: {
    access: page,
    kind: 'read',
    /** `isForMe` selects drafts of other people. */
    input: z.object({ isForMe: z.boolean().optional() }),
    output: z.object({
      years: z.array(CalendarYear),
      /** A year whose calendar is missing although it should already be published. */
      missing: z.int().nullable(),
    }),
  },
  /** Returns the deadlines that change with a draft of a year. */
  moves: {
    access: page,
    kind: 'read',
    input: z.object({ calendarYearId: Id }),
    output: z.object({
      terms: z.array(z.object({ kind: z.string(), period: z.string(), before: Day, after: Day })),
      /**
       * The number of open obligations of businesses whose deadline moves. `kept` lists the closed months whose
       * deadline does not move.
       */
      duties: z.int(),
      kept: z.array(z.object({ centreName: z.string(), month: z.string(), dueOn: Day, otherwise: Day })),
    }),
  },
  saveYear: {
    access: 'policy:edit',
    kind: 'write',
    log: { zh: '编制节假日安排', en: 'Prepare a calendar year', es: 'Preparar un año del calendario', ja: '祝日カレンダーの作成' },
    done: savedText,
    input: z.object({
      /** The calendar year; null for a new draft. */
      calendarYearId: Id.nullable(),
      version: Version.nullable(),
      year: z.int().min(2020).max(2199),
      source: z.string().trim().min(4).max(200),
      off: z.array(z.object({ first: Day, last: Day })).max(30),
      working: z.array(Day).max(30),
    }),
    output: CalendarYear,
  },
  publishYear: {
    access: 'policy:check',
    kind: 'write',
    log: { zh: '发布节假日安排', en: 'Publish a calendar year', es: 'Publicar un año del calendario', ja: '祝日カレンダーの公開' },
    done: { zh: '{year} 年节假日安排已发布', en: 'Calendar of {year} published', es: 'Calendario de {year} publicado', ja: '{year} 年のカレンダーを公開しました' },
    input: z.object(yearTarget),
    output: CalendarYear,
  },
  dropYear: {
    access: ['policy:edit', 'policy:check'],
    kind: 'write',
    log: { zh: '作废节假日草稿', en: 'Discard a calendar draft', es: 'Descartar un borrador de calendario', ja: 'カレンダー下書きの破棄' },
    done: { zh: '草稿已作废', en: 'Draft discarded', es: 'Borrador descartado', ja: '下書きを破棄しました' },
    input: z.object(yearTarget),
    output: CalendarYear,
  },
} as const satisfies Module
