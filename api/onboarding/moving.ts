import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, upload, Version } from '#/api/operation.ts'
import { type OpeningAccount, openingAccounts, openingCells, openingIssueCodes, openingStates } from '#/domain/onboarding/opening.ts'

const Account = z.enum(Object.values(openingAccounts) as [OpeningAccount, ...OpeningAccount[]])
const Cell = z.enum(openingCells)
const Reason = z.string().trim().min(2).max(200)
const DenialReason = z.string()
const Target = { openingId: Id, version: Version }

const Opening = z.object({
  id: Id,
  no: z.string(),
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  /** The day of the balances in the older system. */
  day: Day,
  reason: z.string(),
  fileName: z.string(),
  state: z.enum(openingStates),
  rowCount: z.int(),
  faultyCount: z.int(),
  debit: MoneyOut,
  credit: MoneyOut,
  /** Debit minus credit. */
  difference: MoneyOut,
  preparedBy: z.string(),
  preparedAt: Moment,
  confirmedBy: z.string().nullable(),
  confirmedAt: Moment.nullable(),
  undoAskedBy: z.string().nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: Moment.nullable(),
  endedReason: z.string(),
  version: Version,
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.object({ replace: DenialReason, confirm: DenialReason, cancel: DenialReason, askUndo: DenialReason, keep: DenialReason, undo: DenialReason }),
})

const Row = z.object({
  seq: z.int(),
  cells: z.record(Cell, z.string()),
  debit: MoneyOut,
  credit: MoneyOut,
  issues: z.array(z.object({ code: z.enum(openingIssueCodes), field: Cell, values: z.record(z.string(), z.union([z.string(), z.number()])) })),
})

const Detail = Opening.extend({
  fileId: z.uuid(),
  reportFileId: z.uuid(),
  accounts: z.array(z.object({ account: Account, rows: z.int(), debit: MoneyOut, credit: MoneyOut })),
  rows: z.array(Row),
})

/**
 * Migration from an older system: opening balances (期初余额), prepared by one person and confirmed by another. Earlier
 * income is imported as a list instead.
 */
export const moving = {
  /** Returns the centres and modes for which the caller can enter data. */
  places: { access: 'opening:edit', kind: 'read', input: z.object({}), output: z.array(z.object({ centreId: Id, centreName: z.string(), modes: z.array(Mode) })) },
  template: { access: 'opening:edit', kind: 'read', input: z.object({}), output: z.object({ fileId: z.uuid() }) },
  list: {
    access: 'openingList',
    kind: 'read',
    input: z.object({
      states: z.array(z.enum(openingStates)).max(6).optional(),
      /** Only sheets that others prepared, or asked to reverse, and the caller can confirm. */
      isForMe: z.boolean().optional(),
      ...LongListPaging,
    }),
    output: longPageOf(Opening),
  },
  get: { access: 'openingList', kind: 'read', input: z.object({ openingId: Id }), output: Detail },
  /** Uploads a sheet. `report` is the closing report from the older system. */
  upload: {
    access: 'opening:edit',
    kind: 'write',
    log: { zh: '上传期初余额', en: 'Upload opening balances', es: 'Subir saldos iniciales', ja: '期首残高のアップロード' },
    done: { zh: '{no} 已上传', en: '{no} uploaded', es: '{no} subido', ja: '{no} をアップロードしました' },
    limit: 'upload',
    input: z.object({ centreId: Id.optional(), mode: Mode.optional(), day: Day, reason: Reason, file: upload(), report: upload() }),
    output: Detail,
  },
  /** Replaces the uploaded sheet. */
  replace: {
    access: 'opening:edit',
    kind: 'write',
    log: { zh: '更换期初余额表', en: 'Replace opening balances', es: 'Reemplazar saldos iniciales', ja: '期首残高の差替え' },
    done: { zh: '余额表已更换', en: 'The sheet was replaced', es: 'Hoja reemplazada', ja: '残高表を差し替えました' },
    limit: 'upload',
    input: z.object({ ...Target, file: upload() }),
    output: Detail,
  },
  /** Books the balances. The person who prepared them cannot confirm them. */
  confirm: {
    access: 'opening:check',
    kind: 'write',
    log: { zh: '确认期初余额', en: 'Confirm opening balances', es: 'Confirmar saldos iniciales', ja: '期首残高の確認' },
    done: { zh: '期初余额已入账', en: 'Opening balances booked', es: 'Saldos iniciales contabilizados', ja: '期首残高を記帳しました' },
    input: z.object(Target),
    output: Detail,
  },
  cancel: {
    access: ['opening:edit', 'opening:check'],
    kind: 'write',
    log: { zh: '作废期初余额', en: 'Discard opening balances', es: 'Descartar saldos iniciales', ja: '期首残高の破棄' },
    done: { zh: '期初余额已作废', en: 'Opening balances discarded', es: 'Saldos iniciales descartados', ja: '期首残高を破棄しました' },
    input: z.object({ ...Target, reason: Reason }),
    output: Detail,
  },
  askUndo: {
    access: 'opening:edit',
    kind: 'write',
    log: { zh: '申请撤销期初余额', en: 'Request reversal of opening balances', es: 'Pedir revertir saldos iniciales', ja: '期首残高の取消申請' },
    done: { zh: '已申请撤销，等待他人确认', en: 'Requested; another person must confirm', es: 'Pedida; confirma otra persona', ja: '取消を申請しました。別の担当者が確認します' },
    input: z.object({ ...Target, reason: Reason }),
    output: Detail,
  },
  keep: {
    access: ['opening:edit', 'opening:check'],
    kind: 'write',
    log: { zh: '保留期初余额', en: 'Keep opening balances', es: 'Conservar los saldos iniciales', ja: '期首残高の維持' },
    done: { zh: '期初余额予以保留', en: 'Opening balances stay', es: 'Los saldos iniciales se conservan', ja: '期首残高を維持します' },
    input: z.object(Target),
    output: Detail,
  },
  /** Reverses the booked balances. The person who requested the reversal cannot confirm it. */
  undo: {
    access: 'opening:check',
    kind: 'write',
    log: { zh: '确认撤销期初余额', en: 'Reverse opening balances', es: 'Revertir saldos iniciales', ja: '期首残高の取消' },
    done: { zh: '期初余额已冲回', en: 'Opening balances reversed', es: 'Saldos iniciales revertidos', ja: '期首残高を取り消しました' },
    input: z.object(Target),
    output: Detail,
  },
  export: { access: 'openingList', kind: 'read', log: { zh: '导出期初余额核对报告', en: 'Export a report on opening balances', es: 'Exportar el informe de saldos iniciales', ja: '期首残高照合報告の出力' }, limit: 'export', input: z.object({ openingId: Id }), output: z.object({ fileId: z.uuid() }) },
} as const satisfies Module
