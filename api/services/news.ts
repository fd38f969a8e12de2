import { z } from 'zod'
import { Day, Id, type Module, Moment, Page, pageOf, upload, Version } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { languages } from '#/domain/base/text.ts'
import { articleSections, articleStates, articleSteps, articleTopics, audiences } from '#/domain/services/article.ts'

const Section = z.enum(articleSections)
const State = z.enum(articleStates)
const Language = z.enum(languages)
const Topic = z.enum(articleTopics)
const AttachedFile = z.object({ id: z.uuid(), name: z.string(), size: z.int() })
/** The editor's document as JSON text. */
const RichText = z.string().max(200_000)

const Row = z.object({
  id: Id,
  section: Section,
  topic: Topic.nullable(),
  language: Language,
  state: State,
  title: z.string(),
  audiences: z.array(z.enum(audiences)),
  isPinned: z.boolean(),
  effectiveFrom: Day.nullable(),
  publishAt: Moment.nullable(),
  publishedAt: Moment.nullable(),
  reads: z.int(),
  helped: z.int(),
  notHelped: z.int(),
  author: z.string(),
  editedAt: Moment,
  version: Version,
})

const Detail = Row.extend({
  summary: z.string(),
  body: z.string(),
  coverId: z.uuid().nullable(),
  /** The cover as a data URL. */
  cover: z.string().nullable(),
  attachments: z.array(AttachedFile),
  /** Whether the draft differs from the published version. */
  hasChanges: z.boolean(),
  translations: z.array(z.object({ id: Id, language: Language, state: State, title: z.string() })),
  versions: z.array(z.object({ no: z.int(), title: z.string(), effectiveFrom: Day.nullable(), publishedBy: z.string().nullable(), publishedAt: Moment })),
  /** The reason why the caller cannot take each step, in the caller's language; empty where allowed. */
  may: z.record(z.enum(articleSteps), z.string()),
})

const Entry = z.object({ id: Id, section: Section, title: z.string(), summary: z.string(), isPinned: z.boolean(), language: Language, publishedAt: Moment })

const filter = { keyword: z.string().trim().max(50).optional(), section: Section.optional(), state: State.optional(), language: Language.optional() }
const target = { id: Id, version: Version }
const content = {
  title: z.string().trim().min(1).max(60),
  topic: Topic.optional(),
  summary: z.string().trim().max(200).default(''),
  body: RichText,
  coverId: z.uuid().optional(),
  attachments: z.array(z.uuid()).max(10).default([]),
  audiences: z.array(z.enum(audiences)).min(1).max(audiences.length),
  isPinned: z.boolean().default(false),
  effectiveFrom: Day.optional(),
}

/**
 * News, notices, the knowledge base and rules (新闻列表), and their reading by signed-in users. The public pages are in
 * `server/services/news/portal.ts`.
 */
export const news = {
  list: { access: 'newsEdit', kind: 'read', input: z.object({ ...filter, ...Page }), output: pageOf(Row) },
  exportList: {
    access: 'newsEdit',
    kind: 'read',
    limit: 'export',
    log: { zh: '导出新闻列表', en: 'Export news', es: 'Exportar noticias', ja: 'ニュース一覧の出力' },
    input: z.object(filter),
    output: z.object({ fileId: z.uuid() }),
  },
  get: { access: 'newsEdit', kind: 'read', input: z.object({ id: Id }), output: Detail },
  create: {
    access: 'news:edit',
    kind: 'write',
    log: { zh: '新建文章', en: 'Create an article', es: 'Crear un artículo', ja: '記事の作成' },
    done: { zh: '文章已新建', en: 'Article created', es: 'Artículo creado', ja: '記事を作成しました' },
    input: z.object({ title: content.title, section: Section, language: Language, topic: Topic.optional() }),
    output: Detail,
  },
  /** Creates a copy of the article for translation into another language. */
  translate: {
    access: 'news:edit',
    kind: 'write',
    log: { zh: '新建文章译文', en: 'Start a translation', es: 'Crear una traducción', ja: '翻訳の作成' },
    done: { zh: '译文草稿已新建', en: 'Draft of the translation created', es: 'Borrador de la traducción creado', ja: '翻訳の下書きを作成しました' },
    input: z.object({ id: Id, language: Language }),
    output: Detail,
  },
  save: {
    access: 'news:edit',
    kind: 'write',
    log: { zh: '修改文章', en: 'Change an article', es: 'Cambiar un artículo', ja: '記事の変更' },
    done: successMessages.saved,
    input: z.object({ ...target, ...content }),
    output: Detail,
  },
  /** Uploads a cover or an attachment. A later save refers to it. */
  addFile: {
    access: 'news:edit',
    kind: 'write',
    limit: 'upload',
    log: { zh: '上传文章文件', en: 'Upload a file of an article', es: 'Subir un archivo de un artículo', ja: '記事ファイルのアップロード' },
    done: { zh: '文件已上传', en: 'File uploaded', es: 'Archivo subido', ja: 'ファイルをアップロードしました' },
    input: z.object({ kind: z.enum(['cover', 'attachment']), file: upload() }),
    output: AttachedFile.extend({ picture: z.string().nullable() }),
  },
  publish: {
    access: 'news:publish',
    kind: 'write',
    log: { zh: '发布文章', en: 'Publish an article', es: 'Publicar un artículo', ja: '記事の公開' },
    done: { zh: '文章已发布', en: 'Article published', es: 'Artículo publicado', ja: '記事を公開しました' },
    input: z.object(target),
    output: Detail,
  },
  schedule: {
    access: 'news:publish',
    kind: 'write',
    log: { zh: '定时发布文章', en: 'Schedule an article', es: 'Programar un artículo', ja: '記事の公開予約' },
    done: { zh: '已设为定时发布', en: 'Article scheduled', es: 'Artículo programado', ja: '公開を予約しました' },
    input: z.object({ ...target, publishAt: Moment }),
    output: Detail,
  },
  unschedule: {
    access: 'news:publish',
    kind: 'write',
    log: { zh: '取消定时发布', en: 'Cancel a scheduled article', es: 'Cancelar la programación', ja: '公開予約の取消' },
    done: { zh: '已取消定时发布', en: 'No longer scheduled', es: 'Programación cancelada', ja: '公開予約を取り消しました' },
    input: z.object(target),
    output: Detail,
  },
  takeDown: {
    access: 'news:publish',
    kind: 'write',
    log: { zh: '下架文章', en: 'Take an article down', es: 'Retirar un artículo', ja: '記事の公開終了' },
    done: { zh: '文章已下架', en: 'Article taken down', es: 'Artículo retirado', ja: '記事の公開を終了しました' },
    input: z.object(target),
    output: Detail,
  },
  /** Deletes a draft that was never published. */
  remove: {
    access: 'news:edit',
    kind: 'write',
    log: { zh: '删除文章草稿', en: 'Delete a draft', es: 'Borrar un borrador', ja: '下書きの削除' },
    done: { zh: '草稿已删除', en: 'Draft deleted', es: 'Borrador eliminado', ja: '下書きを削除しました' },
    input: z.object(target),
    output: z.object({}),
  },
  /** Returns the rendered page as an independent document. */
  preview: { access: 'newsEdit', kind: 'read', input: z.object({ id: Id }), output: z.object({ html: z.string() }) },
  /** Returns the differences between two versions. Version 0 is the current draft. */
  compare: {
    access: 'newsEdit',
    kind: 'read',
    input: z.object({ id: Id, from: z.int().min(0), to: z.int().min(0) }),
    output: z.object({ changes: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })) }),
  },
  /** Returns the articles that the caller may read: pinned ones first, then the newest. */
  feed: { access: 'session', kind: 'read', input: z.object({ section: Section.optional(), ...Page }), output: pageOf(Entry) },
  read: {
    access: 'session',
    kind: 'read',
    input: z.object({ id: Id }),
    output: Entry.extend({ body: z.string(), cover: z.string().nullable(), attachments: z.array(AttachedFile), effectiveFrom: Day.nullable() }),
  },
  /** Returns a link to an attachment of an article that the caller may read. */
  file: {
    access: 'session',
    kind: 'write',
    log: { zh: '下载文章附件', en: 'Download an attachment', es: 'Descargar un adjunto', ja: '添付ファイルのダウンロード' },
    input: z.object({ id: Id, fileId: z.uuid() }),
    output: z.object({ url: z.string(), name: z.string() }),
  },
  /** Records whether an article of the knowledge base was helpful. Each visitor has one vote and can change it. */
  vote: {
    access: 'public',
    kind: 'write',
    limit: 'upload',
    log: { zh: '评价知识库文章', en: 'Rate an article', es: 'Valorar un artículo', ja: '記事の評価' },
    done: { zh: '感谢您的反馈', en: 'Thank you for your answer', es: 'Gracias por su respuesta', ja: 'ご回答ありがとうございます' },
    input: z.object({ id: Id, isHelpful: z.boolean(), visitor: z.string().regex(/^[0-9a-f]{32}$/) }),
    output: z.object({}),
  },
} as const satisfies Module
