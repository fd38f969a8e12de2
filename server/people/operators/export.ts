import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { entityStateNames, levyNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { operatorFields, operatorMarks, operatorStatusNames, operatorTaskTexts, yztypeNames } from '#/api/people/operators.texts.ts'
import { operators as agreed } from '#/api/people/operators.ts'
import { idKindNames, particularNames, sexNames, taxResidenceNames, validityTexts } from '#/api/people/particulars.texts.ts'
import { countryName } from '#/domain/base/countries.ts'
import { maskAddress, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { dateTimeOf, dayOf } from '#/domain/base/period.ts'
import { joinWords as inWords, type Language } from '#/domain/base/text.ts'
import { noExpiry, type Particulars } from '#/domain/people/particulars.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, readInChunks, requestTask, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportList } from '#/server/kernel/rows/export-list.ts'
import { type ListColumn, streamList } from '#/server/kernel/rows/sheet-file.ts'
import { managesOperators } from '#/server/people/operators/permission.ts'
import { defaultCards } from '#/server/people/operators/store-actions.ts'
import { particularsOfRow } from '#/server/people/operators/store-particulars.ts'
import { listByIds, type OperatorRow } from '#/server/people/operators/store-roster.ts'

const chunkSize = 500

interface ListedOperator extends OperatorRow {
  readonly signed: 'valid' | 'none' | 'expired'
  /** Data required by tax declarations; without the address for callers who may not see it. */
  readonly own: Particulars
  /** Whether numbers are shown in full. */
  readonly isPlain: boolean
  /** The full default card number, or undefined while numbers are masked. */
  readonly card: string | undefined
}

function toListedOperator(ctx: Context, row: OperatorRow, cards: ReadonlyMap<number, string> | null): ListedOperator {
  const today = dayOf(ctx.now)
  const isValid = row.agreement_to === 'infinity' || (row.agreement_to !== null && row.agreement_to >= today)
  return {
    ...row,
    own: visibleParticulars(ctx, row),
    signed: isValid ? 'valid' : row.agreement_to === null ? 'none' : 'expired',
    isPlain: cards !== null,
    card: cards?.get(row.id),
  }
}

/** Returns the data required by tax declarations; the address only for callers who keep the records. */
function visibleParticulars(ctx: Context, row: OperatorRow): Particulars {
  const particulars = particularsOfRow(ctx, { ...row, valid_from: row.paper_from, valid_to: row.paper_to })
  return managesOperators(ctx) ? particulars : { ...particulars, address: '' }
}

const typeName = (names: typeof yztypeNames, value: number, language: Language) => (names[value] ? translate(names[value], language) : String(value))

function unitsOf({ units, unit_count }: OperatorRow, language: Language): string {
  const moreText = unit_count > units.length ? ` +${unit_count - units.length}` : ''
  return (
    inWords(
      units.map((unit) => unit.name),
      language,
    ) + moreText
  )
}

const columns: readonly ListColumn<ListedOperator>[] = [
  { heading: operatorFields.code, width: 16, value: (row) => row.code },
  { heading: operatorFields.name, width: 14, value: (row) => row.name },
  { heading: operatorFields.idNumber, width: 22, value: (row) => (row.isPlain ? row.id_number : maskIdNumber(row.id_number)) },
  { heading: particularNames.idKind, width: 22, value: (row, language) => translate(idKindNames[row.id_kind], language) },
  {
    heading: particularNames.sex,
    width: 8,
    value: ({ own }, language) => (own.sex === '' ? '' : translate(sexNames[own.sex as keyof typeof sexNames], language)),
  },
  { heading: particularNames.birth, width: 12, value: ({ own }) => own.birth },
  { heading: particularNames.nationality, width: 16, value: ({ own }, language) => countryName(own.nationality, language) },
  { heading: particularNames.address, width: 36, value: ({ own, isPlain }) => (isPlain ? own.address : maskAddress(own.address)) },
  { heading: particularNames.validFrom, width: 14, value: ({ own }) => own.validFrom },
  {
    heading: particularNames.validTo,
    width: 14,
    value: ({ own }, language) => (own.validTo === noExpiry ? translate(validityTexts.forEver, language) : own.validTo),
  },
  {
    heading: particularNames.taxResidence,
    width: 14,
    value: (row, language) => (row.tax_residence ? translate(taxResidenceNames[row.tax_residence], language) : ''),
  },
  { heading: operatorFields.mobile, width: 16, value: (row) => (row.isPlain ? row.mobile : maskMobile(row.mobile)) },
  { heading: operatorFields.unit, width: 40, value: (row, language) => unitsOf(row, language) },
  { heading: operatorFields.yztype, width: 14, value: (row, language) => typeName(yztypeNames, row.yztype, language) },
  {
    heading: operatorFields.verified,
    width: 10,
    value: (row, language) => translate(operatorMarks[row.is_identity_verified ? 'verified' : 'unverified'], language),
  },
  {
    heading: operatorFields.card,
    width: 26,
    value: (row, language) => (row.card_tail === null ? '' : `${presetName(row.bank_name ?? '', language)} ${row.card ?? `****${row.card_tail}`}`),
  },
  { heading: operatorFields.signed, width: 10, value: (row, language) => translate(operatorMarks[row.signed], language) },
  {
    heading: operatorFields.authorised,
    width: 12,
    value: (row, language) => translate(operatorMarks[row.is_authorised ? 'authorised' : 'unauthorised'], language),
  },
  { heading: operatorFields.entity, width: 30, value: (row) => row.entity_name ?? '' },
  { heading: operatorFields.industry, width: 14, value: (row, language) => presetName(row.entity?.industry ?? '', language) },
  { heading: operatorFields.progress, width: 14, value: (row, language) => (row.entity ? translate(entityStateNames[row.entity.state], language) : '') },
  {
    heading: operatorFields.taxKind,
    width: 12,
    value: (row, language) => (row.entity?.tax_kind ? translate(taxKindNames[row.entity.tax_kind], language) : ''),
  },
  { heading: operatorFields.levy, width: 12, value: (row, language) => (row.entity?.levy ? translate(levyNames[row.entity.levy], language) : '') },
  { heading: operatorFields.nextDue, width: 14, value: (row) => row.entity?.next_due ?? '' },
  { heading: operatorFields.year, kind: 'money', width: 16, value: (row) => row.year },
  { heading: operatorFields.month, kind: 'money', width: 16, value: (row) => row.month },
  { heading: operatorFields.rolling, kind: 'money', width: 18, value: (row) => row.rolling },
  { heading: operatorFields.centre, width: 24, value: (row) => row.centre_name },
  { heading: operatorFields.status, width: 10, value: (row, language) => typeName(operatorStatusNames, row.status, language) },
  { heading: operatorFields.created, width: 20, value: (row) => dateTimeOf(row.created_at) },
]

/** With a reason numbers are exported in full; without one they are masked. */
export const exportJob = job(
  'operators.export',
  taskPayload.extend({ filter: agreed.export.input.omit({ isPlain: true, reason: true }), ids: z.array(Id), plainReason: z.string().nullish() }),
)
type ExportTask = DataOf<typeof exportJob>
type ExportRequest = Pick<ExportTask, 'filter'> & { readonly ids: readonly number[]; readonly plainReason: string | null }

const exportListOf = ({ filter, plainReason }: Pick<ExportRequest, 'filter' | 'plainReason'>, language: Language) => ({
  name: translate(operatorTaskTexts.list, language),
  language,
  filter,
  columns,
  plainReason,
})

function rowsOf({ ids, plainReason }: Pick<ExportRequest, 'ids' | 'plainReason'>, step: TaskStep): AsyncIterable<ListedOperator> {
  return readInChunks(ids, chunkSize, step, async (ctx, piece) => {
    const rows = await listByIds(ctx, piece)
    const cards = plainReason === null ? null : await defaultCards(ctx, rows)
    return rows.map((row) => toListedOperator(ctx, row, cards))
  })
}

/** Exports operators as a file, or as a task when there are many. */
export async function exportOperators(ctx: Context, requested: ExportRequest) {
  const { filter, ids, plainReason } = requested
  const detail = { filter, ...(plainReason !== null && { isPlain: true, reason: plainReason }) }
  const list = exportListOf(requested, ctx.language)
  return exportList(ctx, { ...list, count: ids.length, rows: (step) => rowsOf(requested, step), detail }, async () => {
    const taskId = await requestTask(ctx, exportJob, { title: list.name, total: ids.length }, (by) => ({ ...by, filter, ids: [...ids], plainReason }))
    ctx.note({ refType: 'task', refId: taskId, detail: { rows: ids.length, ...detail } })
    return taskId
  })
}

/** Writes the requested workbook of operators. */
export async function writeOperators(work: JobContext, task: ExportTask): Promise<void> {
  const { language, filter, ids, plainReason = null } = task
  const page = filter.kind === 'platform' ? 'userYzPtList' : 'userYzList'
  const mayExport = (ctx: Context) => ctx.actor.may(page) && (plainReason === null || ctx.actor.may('plain:export'))
  await makeTaskFile(work, task, { action: 'operators.export', failed: operatorTaskTexts.failed, may: mayExport }, async (step) =>
    streamList(step, { ...exportListOf({ filter, plainReason }, language), rows: rowsOf({ ids, plainReason }, step), count: ids.length }),
  )
}
