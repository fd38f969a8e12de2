import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, upload, Version } from '#/api/operation.ts'
import { formKinds } from '#/domain/taxation/tax-form.ts'

const Kind = z.enum(formKinds)
const Reason = z.string().trim().min(4).max(200)
const Period = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2])|-Q[1-4])?$/)
const ColumnNumber = z.int().min(1).max(512)
export const editionStates = ['draft', 'published', 'dropped'] as const

/** One edition of an official file. */
const Edition = z.object({
  id: Id,
  kind: Kind,
  edition: z.int(),
  state: z.enum(editionStates),
  firstDay: Day,
  fileName: z.string(),
  sha256: z.string(),
  /** The number of fields for which a column was found. */
  found: z.int(),
  madeBy: z.string(),
  madeAt: Moment,
  publishedBy: z.string().nullable(),
  publishedAt: Moment.nullable(),
  version: Version,
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.object({ change: z.string(), publish: z.string(), drop: z.string() }),
})

const Detail = Edition.extend({
  sheet: z.string(),
  headingLine: z.int(),
  fields: z.array(
    z.object({
      key: z.string(),
      heading: z.string(),
      isRequired: z.boolean(),
      isUnconfirmed: z.boolean(),
      /** The column of the field; null without one. */
      column: ColumnNumber.nullable(),
      isChosen: z.boolean(),
      /** Other columns with the same heading. */
      twice: z.array(ColumnNumber),
    }),
  ),
  /** All headings of the file. */
  headings: z.array(z.object({ column: ColumnNumber, text: z.string() })),
  /** Headings of columns without a field. */
  empty: z.array(z.string()),
})

const target = { formId: Id, version: Version }
const page = 'taxForms'

/** Official files of tax offices, used as templates, and the files filled from them. */
export const forms = {
  kinds: {
    access: page,
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        kind: Kind,
        source: z.string(),
        /** The edition in use today; null when our own layout is used. */
        current: Edition.nullable(),
        editions: z.array(Edition),
        fields: z.int(),
        unconfirmed: z.array(z.string()),
        /** Whether today's policy requires this form. */
        isInForce: z.boolean(),
      }),
    ),
  },
  get: { access: page, kind: 'read', input: z.object({ formId: Id }), output: Detail },
  upload: {
    access: 'form:edit',
    kind: 'write',
    log: { zh: '上传官方表单模板', en: 'Upload an official form', es: 'Subir un formulario oficial', ja: '公式様式のアップロード' },
    limit: 'upload',
    input: z.object({ kind: Kind, firstDay: Day, file: upload() }),
    output: Detail,
  },
  /** Changes the first day of an edition, or assigns columns manually. Null removes the column of a field. */
  adjust: {
    access: 'form:edit',
    kind: 'write',
    log: { zh: '调整表单列对应', en: 'Change the columns of a form', es: 'Cambiar columnas de un formulario', ja: '様式の列対応の変更' },
    done: { zh: '已保存', en: 'Saved', es: 'Guardado', ja: '保存しました' },
    input: z.object({ ...target, firstDay: Day.optional(), chosen: z.record(z.string(), ColumnNumber.nullable()).optional() }),
    output: Detail,
  },
  /** Publishes a draft. A person who uploaded or changed the draft cannot publish it. */
  publish: {
    access: 'form:check',
    kind: 'write',
    log: { zh: '发布官方表单模板', en: 'Publish an official form', es: 'Publicar un formulario oficial', ja: '公式様式の公開' },
    done: { zh: '已发布，自 {firstDay} 起使用', en: 'Published; used from {firstDay}', es: 'Publicado; se usa desde el {firstDay}', ja: '公開しました。{firstDay} から使用されます' },
    input: z.object(target),
    output: Detail,
  },
  drop: {
    access: ['form:edit', 'form:check'],
    kind: 'write',
    log: { zh: '作废表单模板草稿', en: 'Discard a draft form', es: 'Descartar un borrador', ja: '様式下書きの破棄' },
    done: { zh: '草稿已作废', en: 'Draft discarded', es: 'Borrador descartado', ja: '下書きを破棄しました' },
    input: z.object(target),
    output: Edition,
  },
  template: { access: page, kind: 'read', log: { zh: '下载表单模板', en: 'Download a form', es: 'Descargar un formulario', ja: '様式のダウンロード' }, limit: 'export', input: z.object({ formId: Id }), output: z.object({ fileId: z.uuid() }) },
  /** Returns a sample filled with invented people, in our own layout if there is no edition. */
  sample: { access: page, kind: 'read', log: { zh: '下载填写样例', en: 'Download a filled sample', es: 'Descargar un ejemplo', ja: '記入例のダウンロード' }, limit: 'export', input: z.object({ kind: Kind, formId: Id.optional() }), output: z.object({ fileId: z.uuid() }) },
  files: {
    access: page,
    kind: 'read',
    input: z.object({ kinds: z.array(Kind).max(7).optional(), period: Period.optional(), ...LongListPaging }),
    output: longPageOf(
      z.object({
        id: Id,
        kind: Kind,
        centreName: z.string(),
        period: z.string(),
        name: z.string(),
        /** The number of the edition; null for our own layout. */
        edition: z.int().nullable(),
        rowCount: z.int(),
        sha256: z.string(),
        reason: z.string(),
        madeBy: z.string(),
        madeAt: Moment,
      }),
    ),
  },
  /** Returns a copy of the stored file, with full personal numbers. */
  take: {
    access: page,
    kind: 'write',
    log: { zh: '下载已填表单', en: 'Download a filled form', es: 'Descargar un formulario rellenado', ja: '記入済み様式のダウンロード' },
    limit: 'export',
    input: z.object({ taxFileId: Id, reason: Reason }),
    output: z.object({ fileId: z.uuid(), sha256: z.string() }),
  },
} as const satisfies Module
