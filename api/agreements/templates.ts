import { z } from 'zod'
import { Day, Id, Mode, type Module, Moment, Page, pageOf, upload, Version } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { consentKinds, contractKinds, parties } from '#/domain/agreements/contract.ts'

const Kind = z.enum(contractKinds)
const State = z.enum(['draft', 'enabled', 'disabled'])

const Row = z.object({
  id: Id,
  seriesId: Id,
  edition: z.int(),
  name: z.string(),
  kind: Kind,
  mode: Mode.nullable(),
  /** The centre of the template; null for a template of all centres. */
  centreId: Id.nullable(),
  centreName: z.string().nullable(),
  format: z.enum(['text', 'pdf']),
  variables: z.int(),
  uses: z.int(),
  state: State,
  isDefault: z.boolean(),
  effectiveFrom: Day.nullable(),
  updatedBy: z.string(),
  updatedAt: Moment,
  version: Version,
})

const fieldKey = z.string().regex(/^[a-z][a-z0-9_]{1,40}$/)
const Field = z.object({ key: fieldKey, label: z.string().trim().min(1).max(40), sample: z.string().max(200), isRequired: z.boolean() })
const Signer = z.object({ party: z.enum(parties), way: z.enum(['hand', 'seal']) })
/**
 * The place of a party's signature or of a variable's value, named by `key`, in points from the lower left corner of a
 * page.
 */
const Place = z.object({ kind: z.enum(['sign', 'value']), key: z.string().max(60), page: z.int().min(0).max(199), x: z.number().min(0).max(5000), y: z.number().min(0).max(5000), width: z.number().min(5).max(2000), height: z.number().min(5).max(2000) })
/** The editor's document as JSON text. */
const RichText = z.string().max(200_000)

const content = {
  name: z.string().trim().min(2).max(60),
  mode: Mode.nullable(),
  body: RichText.nullable(),
  fields: z.array(Field).max(30),
  signers: z.array(Signer).min(1).max(3),
  places: z.array(Place).max(100),
  consents: z.array(z.enum(consentKinds)).max(3),
  validDays: z.int().min(1).max(36_500),
  signDays: z.int().min(1).max(90),
}

const Detail = Row.extend({
  ...content,
  fileId: z.uuid().nullable(),
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
  /** The variables in the text, and whether the system fills each of them. */
  used: z.array(z.object({ key: z.string(), isFilled: z.boolean() })),
  editions: z.array(z.object({ id: Id, edition: z.int(), state: State, updatedBy: z.string(), updatedAt: Moment })),
  /** The reason why the caller cannot take each action, in the caller's language; empty where allowed. */
  may: z.object({ edit: z.string(), enable: z.string(), disable: z.string(), revise: z.string(), setDefault: z.string(), remove: z.string() }),
})

const target = { id: Id, version: Version }
const EditInput = z.object({ ...target, ...content, mode: Mode.optional(), body: RichText.optional() })

/** Templates of agreements and contracts (协议模板). An enabled edition never changes; an edit creates a new edition. */
export const templates = {
  list: {
    access: ['xyList', 'ht:make'],
    kind: 'read',
    input: z.object({ kind: Kind.optional(), state: State.optional(), mode: Mode.optional(), keyword: z.string().trim().max(50).optional(), ...Page }),
    output: pageOf(Row),
  },
  get: { access: 'xyList', kind: 'read', input: z.object({ id: Id }), output: Detail },
  create: {
    access: 'xy:edit',
    kind: 'write',
    log: { zh: '新建协议模板', en: 'Create a template', es: 'Crear una plantilla', ja: 'テンプレートの作成' },
    done: { zh: '模板已新建', en: 'Template created', es: 'Plantilla creada', ja: 'テンプレートを作成しました' },
    input: z.object({ name: content.name, kind: Kind, mode: Mode.optional(), centreId: Id.optional(), format: z.enum(['text', 'pdf']) }),
    output: Detail,
  },
  /**
   * Adds the product's sample texts as drafts, except for kinds and modes that already have a template. Returns the
   * number of added drafts.
   */
  addStarters: {
    access: 'xy:edit',
    kind: 'write',
    log: { zh: '加入示范模板', en: 'Add starter templates', es: 'Añadir plantillas de ejemplo', ja: 'ひな形テンプレートの追加' },
    done: {
      zh: '{added, plural, =0 {各类模板均已存在} other {已加入 # 份草稿}}',
      en: '{added, plural, =0 {There is a template of each kind already} one {# draft added} other {# drafts added}}',
      es: '{added, plural, =0 {Ya hay una plantilla de cada tipo} one {# borrador añadido} other {# borradores añadidos}}',
      ja: '{added, plural, =0 {すべての種類のテンプレートがあります} other {下書き # 件を追加しました}}',
    },
    input: z.object({}),
    output: z.object({ added: z.int() }),
  },
  update: { access: 'xy:edit', kind: 'write', log: { zh: '修改协议模板', en: 'Change a template', es: 'Cambiar una plantilla', ja: 'テンプレートの変更' }, done: successMessages.saved, input: EditInput, output: Detail },
  /** Uploads a PDF as the pages of a template. */
  upload: { access: 'xy:edit', kind: 'write', log: { zh: '上传模板文件', en: 'Upload a template', es: 'Subir una plantilla', ja: 'テンプレートのアップロード' }, done: successMessages.saved, limit: 'upload', input: z.object({ ...target, file: upload() }), output: Detail },
  /** Returns the draft of the next edition. Without a draft, creates one as a copy of this edition. */
  revise: { access: 'xy:edit', kind: 'write', log: { zh: '生成模板新版本', en: 'Create a new edition', es: 'Crear una versión nueva', ja: '新しい版の作成' }, done: successMessages.saved, input: EditInput, output: Detail },
  enable: { access: 'xy:edit', kind: 'write', log: { zh: '启用协议模板', en: 'Activate a template', es: 'Activar una plantilla', ja: 'テンプレートの有効化' }, done: { zh: '模板已启用', en: 'Template activated', es: 'Plantilla activada', ja: 'テンプレートを有効にしました' }, input: z.object(target), output: Detail },
  disable: {
    access: 'xy:edit',
    kind: 'write',
    log: { zh: '停用协议模板', en: 'Deactivate a template', es: 'Desactivar una plantilla', ja: 'テンプレートの無効化' },
    done: { zh: '模板已停用', en: 'Template deactivated', es: 'Plantilla desactivada', ja: 'テンプレートを停止しました' },
    input: z.object(target),
    output: Detail,
  },
  setDefault: {
    access: 'xy:edit',
    kind: 'write',
    log: { zh: '设为默认模板', en: 'Make a template the default', es: 'Establecer plantilla predeterminada', ja: '既定テンプレートの設定' },
    done: { zh: '已设为默认模板', en: 'Now the default template', es: 'Ya es la plantilla predeterminada', ja: '既定のテンプレートにしました' },
    input: z.object(target),
    output: Detail,
  },
  remove: { access: 'xy:edit', kind: 'write', log: { zh: '删除协议模板', en: 'Delete a template', es: 'Borrar una plantilla', ja: 'テンプレートの削除' }, done: { zh: '模板已删除', en: 'Template deleted', es: 'Plantilla eliminada', ja: 'テンプレートを削除しました' }, input: z.object(target), output: z.object({}) },
  /** Renders the template with sample values. */
  preview: { access: 'xyList', kind: 'write', log: { zh: '预览协议模板', en: 'Preview a template', es: 'Vista previa de plantilla', ja: 'テンプレートのプレビュー' }, input: z.object({ id: Id }), output: z.object({ fileId: z.uuid() }) },
  compare: {
    access: 'xyList',
    kind: 'read',
    input: z.object({ id: Id, otherId: Id }),
    output: z.object({ before: z.int(), after: z.int(), changes: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })) }),
  },
} as const satisfies Module
