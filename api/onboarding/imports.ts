import { z } from 'zod'
import { Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, upload, Version } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { maxArchiveMegabytes } from '#/domain/base/upload.ts'
import { scanProblems } from '#/domain/onboarding/contract-import.ts'
import { importResults, importRowStates, importStates } from '#/domain/onboarding/import.ts'
import { type ImportCell, importCells, importKinds } from '#/domain/onboarding/import-cells.ts'

const Kind = z.enum(importKinds)
const Cell = z.enum(importCells as [ImportCell, ...ImportCell[]])
/** Cells that a user changed. */
const Cells = z.partialRecord(Cell, z.string().max(4000))

const Summary = z.object({ all: z.int(), ready: z.int(), warned: z.int(), invalid: z.int(), excluded: z.int(), done: z.int(), byCode: z.record(z.string(), z.int()) })

/** An import, with the reasons why the caller cannot take each action; empty where allowed. */
const Sheet = z.object({
  id: Id,
  kind: Kind,
  unitId: Id.nullable(),
  unitName: z.string(),
  centreId: Id.nullable(),
  centreName: z.string(),
  state: z.enum(importStates),
  stateReason: z.enum(['', 'refused', 'stopped']),
  fileName: z.string(),
  rowCount: z.int(),
  /** The number of rows in the current run. `doneCount` is the number already processed. */
  totalCount: z.int(),
  doneCount: z.int(),
  createdCount: z.int(),
  linkedCount: z.int(),
  createdBy: z.string(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
  version: Version,
  /** The reason why the import was undone, or why a person asked to undo it; empty otherwise. */
  undoReason: z.string(),
  /** The reason why the list was sent back; empty once it is submitted again. */
  returnReason: z.string(),
  /** The person who submitted the import; null for imports that need no second person. */
  preparedBy: z.string().nullable(),
  preparedAt: Moment.nullable(),
  confirmedBy: z.string().nullable(),
  /** The person who asked to undo earlier income; null without a request. */
  undoAskedBy: z.string().nullable(),
  undoAskedAt: Moment.nullable(),
  may: z.object({
    edit: z.string(),
    commit: z.string(),
    confirm: z.string(),
    sendBack: z.string(),
    cancel: z.string(),
    undo: z.string(),
    confirmUndo: z.string(),
    keep: z.string(),
  }),
})

const Row = z.object({
  id: Id,
  seq: z.int(),
  state: z.enum(importRowStates),
  result: z.enum(importResults).nullable(),
  /** Personal numbers are complete for users who can correct the row, and masked for others. */
  cells: z.partialRecord(Cell, z.string()),
  issues: z.array(z.object({ code: z.string(), level: z.enum(['error', 'warning', 'fixed']), field: Cell.nullable(), values: z.record(z.string(), z.union([z.string(), z.number()])) })),
})

const ChangeResult = z.object({ summary: Summary, changed: z.int(), missed: z.array(z.string()) })
const editKeys = ['yz:edit', 'unit:edit', 'orders:make', 'opening:edit'] as const
const readKeys = [...editKeys, 'opening:check'] as const
/** Permissions for imports that can be undone as a whole. */
const undoKeys = ['orders:make', 'opening:edit'] as const
const RowIds = z.array(Id).min(1).max(5000)

/**
 * A part of a report. `file` and `corrected` add up to `list`. `taken`, `refused` and `excluded` add up to `list` too.
 */
const ReportPart = z.object({
  part: z.enum(['file', 'corrected', 'list', 'taken', 'refused', 'excluded']),
  rows: z.int(),
  /** The number of people and of months; null when the rows were not counted individually. */
  people: z.int().nullable(),
  months: z.int().nullable(),
  gross: MoneyOut,
  vat: MoneyOut,
  surcharges: MoneyOut,
  withheld: MoneyOut,
})

/** A file for a list of contracts, and the row that names the file. */
const Scan = z.object({
  id: Id,
  path: z.string(),
  size: z.int(),
  state: z.enum(['waiting', 'refused', 'used', 'double', 'left']),
  problem: z.enum(scanProblems).nullable(),
  sha256: z.string().nullable(),
  fileId: z.uuid().nullable(),
  pages: z.int().nullable(),
  row: z.int().nullable(),
})

/**
 * Imports of operators (T1), units (T10), orders (T12), earlier income (T13) and contracts (T15). A list is uploaded,
 * checked as a whole, corrected, and then applied.
 */
export const imports = {
  template: { access: editKeys, kind: 'read', input: z.object({ kind: Kind }), output: z.object({ fileId: z.uuid() }) },
  /** Returns the active units and their centres for which the caller can import operators. */
  places: {
    access: 'yz:edit',
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).default('') }),
    output: z.array(z.object({ unitId: Id, unitName: z.string(), centreId: Id, centreName: z.string() })),
  },
  /**
   * Uploads a list. Operators need `unitId` and `centreId`; earlier income and contracts need `centreId`. Orders need
   * `unitId` if the user manages several units. An identical file is refused unless `allowSameFile` is set.
   */
  upload: {
    access: editKeys,
    kind: 'write',
    log: { zh: '上传导入清单', en: 'Upload a list to import', es: 'Subir una lista de importación', ja: '取込リストのアップロード' },
    limit: 'upload',
    input: z.object({ kind: Kind, file: upload(), unitId: Id.optional(), centreId: Id.optional(), allowSameFile: z.boolean().default(false) }),
    output: z.object({ importId: Id, summary: Summary }),
  },
  list: { access: readKeys, kind: 'read', input: z.object({ kind: Kind, state: z.enum(importStates).optional(), isForMe: z.boolean().optional(), ...LongListPaging }), output: longPageOf(Sheet) },
  get: { access: readKeys, kind: 'read', input: z.object({ importId: Id }), output: Sheet.extend({ summary: Summary }) },
  rows: {
    access: readKeys,
    kind: 'read',
    input: z.object({
      importId: Id,
      states: z.array(z.enum(importRowStates)).max(5).optional(),
      code: z.string().max(10).optional(),
      keyword: z.string().trim().max(50).optional(),
      after: z.int().optional(),
      size: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ rows: z.array(Row), next: z.int().nullable() }),
  },
  repair: {
    access: editKeys,
    kind: 'write',
    log: { zh: '修正导入行', en: 'Correct rows of an import', es: 'Corregir filas de una importación', ja: '取込行の修正' },
    input: z.object({
      importId: Id,
      changes: z
        .array(z.object({ rowId: Id, cells: Cells }))
        .min(1)
        .max(500),
    }),
    output: ChangeResult,
  },
  /** Replaces a text with another text in one column of the whole list. */
  replace: {
    access: editKeys,
    kind: 'write',
    log: { zh: '批量替换导入行', en: 'Replace in an import', es: 'Reemplazar en una importación', ja: '取込の一括置換' },
    done: successMessages.changed,
    input: z.object({ importId: Id, field: Cell, find: z.string().min(1).max(60), by: z.string().max(100) }),
    output: ChangeResult,
  },
  exclude: {
    access: editKeys,
    kind: 'write',
    log: { zh: '剔除导入行', en: 'Exclude rows of an import', es: 'Excluir filas de una importación', ja: '取込行の除外' },
    done: successMessages.changed,
    input: z.object({ importId: Id, rowIds: z.array(Id).max(5000).optional(), allInvalid: z.boolean().default(false) }),
    output: ChangeResult,
  },
  include: { access: editKeys, kind: 'write', log: { zh: '恢复导入行', en: 'Restore rows of an import', es: 'Restaurar filas de una importación', ja: '取込行の復元' }, done: successMessages.changed, input: z.object({ importId: Id, rowIds: RowIds }), output: ChangeResult },
  errorFile: { access: editKeys, kind: 'read', log: { zh: '导出导入错误行', en: 'Export faulty rows of an import', es: 'Exportar filas con errores de una importación', ja: '取込エラー行の出力' }, limit: 'export', input: z.object({ importId: Id }), output: z.object({ fileId: z.uuid() }) },
  /** Uploads a corrected error file. Only the rows in the file change. */
  reupload: { access: editKeys, kind: 'write', log: { zh: '重新上传错误明细（导入）', en: 'Upload a corrected list', es: 'Subir una lista corregida', ja: '修正リストの再アップロード' }, done: successMessages.changed, limit: 'upload', input: z.object({ importId: Id, file: upload() }), output: ChangeResult },
  /**
   * Adds scans to a list of contracts as a ZIP, which a job reads. A scan replaces an earlier scan of the same name.
   */
  addScans: {
    access: 'opening:edit',
    kind: 'write',
    log: { zh: '上传合同扫描件', en: 'Upload scans of contracts', es: 'Subir escaneos de contratos', ja: '契約スキャンのアップロード' },
    done: { zh: '已接收 {files} 份扫描件，正在读取', en: '{files, plural, one {# scan} other {# scans}} uploaded; they are read automatically', es: '{files, plural, one {# escaneo recibido} other {# escaneos recibidos}}; se leen solos', ja: 'スキャン {files} 件を受け付け、読み取り中です' },
    limit: 'upload',
    uploadMegabytes: maxArchiveMegabytes,
    input: z.object({ importId: Id, file: upload() }),
    output: z.object({ files: z.int() }),
  },
  scans: { access: ['opening:edit', 'opening:check'], kind: 'read', input: z.object({ importId: Id }), output: z.object({ waiting: z.int(), rows: z.array(Scan) }) },
  /**
   * Checks the list again and starts the import in a job. A list of contracts or earlier income is submitted to a second person
   * instead.
   */
  commit: {
    access: editKeys,
    kind: 'write',
    log: { zh: '执行导入', en: 'Execute an import', es: 'Ejecutar una importación', ja: '取込の実行' },
    done: {
      zh: '{state, select, prepared {已提交，等待他人确认} other {已开始导入}}',
      en: '{state, select, prepared {Submitted; another person must confirm} other {The import has started}}',
      es: '{state, select, prepared {Enviada; confirma otra persona} other {La importación ha comenzado}}',
      ja: '{state, select, prepared {提出しました。別の担当者が確認します} other {取込を開始しました}}',
    },
    input: z.object({ importId: Id, version: Version }),
    output: Sheet,
  },
  /** Confirms and starts an import of contracts or earlier income. The people who worked on the list cannot confirm it. */
  confirm: {
    access: 'opening:check',
    kind: 'write',
    log: { zh: '确认接入清单', en: 'Confirm an import', es: 'Confirmar una importación', ja: '引継ぎリストの確認' },
    done: { zh: '已确认，开始接入', en: 'Confirmed; the import has started', es: 'Confirmada; la importación ha comenzado', ja: '確認しました。引継ぎを開始しました' },
    input: z.object({ importId: Id, version: Version }),
    output: Sheet,
  },
  sendBack: {
    access: ['opening:edit', 'opening:check'],
    kind: 'write',
    log: { zh: '退回接入清单', en: 'Send an import back', es: 'Devolver una importación', ja: '引継ぎリストの差戻し' },
    done: { zh: '清单已退回修改', en: 'The list was sent back', es: 'Lista devuelta', ja: 'リストを差し戻しました' },
    input: z.object({ importId: Id, version: Version, reason: z.string().trim().min(2).max(200) }),
    output: Sheet,
  },
  cancel: {
    access: editKeys,
    kind: 'write',
    log: { zh: '取消导入', en: 'Cancel an import', es: 'Cancelar una importación', ja: '取込の取消' },
    done: { zh: '导入已取消', en: 'The import was cancelled', es: 'Importación cancelada', ja: '取込を取り消しました' },
    input: z.object({ importId: Id, version: Version }),
    output: Sheet,
  },
  /** Returns the sums of a list of earlier income before and after the import. */
  report: { access: ['opening:edit', 'opening:check'], kind: 'read', input: z.object({ importId: Id }), output: z.object({ parts: z.array(ReportPart), unread: z.int(), addsUp: z.boolean() }) },
  /** Exports the report of `report`, or all rows of a list of orders with their results, as a workbook. */
  exportReport: { access: undoKeys, kind: 'read', log: { zh: '导出导入核对报告', en: 'Export the report on an import', es: 'Exportar el informe de una importación', ja: '取込照合報告の出力' }, limit: 'export', input: z.object({ importId: Id }), output: z.object({ fileId: z.uuid() }) },
  /**
   * Undoes an import of orders or contracts as a whole. Refused when other data depends on it. Earlier income changes the
   * tax of later payments, so the call only asks a second person.
   */
  undo: {
    access: undoKeys,
    kind: 'write',
    log: { zh: '整单撤销导入', en: 'Reverse an import', es: 'Revertir una importación', ja: '取込の一括取消' },
    done: {
      zh: '{state, select, undone {已整单撤销} other {已申请撤销，等待他人确认}}',
      en: '{state, select, undone {The import was reversed} other {Reversal requested; another person must confirm}}',
      es: '{state, select, undone {Importación revertida} other {Reversión pedida; confirma otra persona}}',
      ja: '{state, select, undone {取込をすべて取り消しました} other {取消を申請しました。別の担当者が確認します}}',
    },
    input: z.object({ importId: Id, version: Version, reason: z.string().trim().min(2).max(200) }),
    output: Sheet,
  },
  /** Undoes earlier income at the request of another person. */
  confirmUndo: {
    access: 'opening:check',
    kind: 'write',
    log: { zh: '确认撤销前期收入', en: 'Confirm the reversal of earlier income', es: 'Confirmar la reversión de ingresos anteriores', ja: '前期収入の取消の確認' },
    done: { zh: '已整单撤销', en: 'The import was reversed', es: 'Importación revertida', ja: '取込をすべて取り消しました' },
    input: z.object({ importId: Id, version: Version }),
    output: Sheet,
  },
  /** Ends the request to undo earlier income. The list keeps counting. */
  keep: {
    access: ['opening:edit', 'opening:check'],
    kind: 'write',
    log: { zh: '保留前期收入', en: 'Keep earlier income', es: 'Conservar ingresos anteriores', ja: '前期収入の維持' },
    done: { zh: '清单已保留', en: 'The list still counts', es: 'La lista sigue contando', ja: 'リストを維持しました' },
    input: z.object({ importId: Id, version: Version }),
    output: Sheet,
  },
} as const satisfies Module
