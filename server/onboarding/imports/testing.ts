import { drawWorld } from '#/demo/world.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import type { ImportCell } from '#/domain/onboarding/import-cells.ts'
import { sheetMediaType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { ImportDefinition } from '#/server/onboarding/imports/kinds.ts'
import { operatorsKind } from '#/server/onboarding/imports/operators-kind.ts'
import type { TestServer } from '#/server/tests/testing.ts'

export type ImportRowInput = Partial<Record<ImportCell, string | number>>

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Returns a valid row for an unknown person. */
export function unknownPersonRow(at: number, more: ImportRowInput = {}): ImportRowInput {
  return {
    name: `新人${String.fromCharCode(0x4e00 + at)}`,
    idKind: '居民身份证',
    idNumber: idNumberFor('330106', `19${70 + (at % 30)}${twoDigits((Math.floor(at / 30) % 12) + 1)}${twoDigits((Math.floor(at / 360) % 28) + 1)}`, at % 1000),
    mobile: `137${String(20_000_000 + at)}`,
    bankName: '中国工商银行',
    cardNo: bankCardFor('622202', 500_000 + at),
    yztype: '自然人',
    ...more,
  }
}

/** Returns the identity number for a new unit's legal person. */
export const legalIdNumber = (at: number) => idNumberFor('330106', '19750316', 600 + at)

/** Returns a valid row for an unknown unit, without the cells of `unitPlaceCells`. */
export function newUnitRow(at: number, more: ImportRowInput = {}): ImportRowInput {
  return {
    unitName: `新单位${at}`,
    creditCode: creditCodeFor('91', '330106', 660_000 + at),
    legalPerson: '王立本',
    idNumber: legalIdNumber(at),
    industry: '软件服务',
    contactName: '李联络',
    mobile: `1370000${1000 + at}`,
    ...more,
  }
}

/** Returns the cells of a unit list for centre 2 in mode 2, with a fee plan and a marketer. */
export async function unitPlaceCells(server: TestServer): Promise<ImportRowInput> {
  const { centres, plans, marketers } = await server.must('centre', 'units.choices', {})
  const centre = centres.find((each) => each.id === 2)?.name ?? ''
  return { centre, mode: '总包分包', plan: plans.find((plan) => plan.mode === 2)?.name ?? '', marketer: marketers[0]?.name ?? '' }
}

/** Returns a filled-in template of this kind. */
export async function listFile(
  kind: ImportDefinition,
  rows: readonly ImportRowInput[],
  more: { headings?: readonly string[]; template?: { id: string; version: string } } = {},
) {
  const columns = kind.columns.map(({ heading, required }, at) => ({
    heading: more.headings?.[at] ?? heading,
    ...(required && { required }),
    kind: 'text' as const,
  }))
  const cells = rows.map((row) => kind.columns.map(({ cell }) => row[cell] ?? ''))
  const bytes = await writeSheet({ sheets: [{ name: kind.sheetName, columns, rows: cells }], template: more.template ?? kind.template })
  return { filename: `${kind.sheetName}.xlsx`, mediaType: sheetMediaType, bytes }
}

/** Uploads operators for unit 1 at centre 2. Returns the import. */
export async function uploadOperators(server: TestServer, rows: readonly ImportRowInput[], who = 'centre') {
  return server.must(
    who,
    'imports.upload',
    { kind: 'operators', unitId: 1, file: await listFile(operatorsKind, rows), allowSameFile: true },
    { centre: 2, mode: 2 },
  )
}

export async function commitAndRun(server: TestServer, importId: number, who = 'centre') {
  const { version } = await server.must(who, 'imports.get', { importId })
  await server.must(who, 'imports.commit', { importId, version })
  await runImportJob(server, importId)
  return server.must(who, 'imports.get', { importId })
}

/** Runs the job of a committed import. */
export async function runImportJob(server: TestServer, importId: number) {
  const sheet = await server.running.kernel.database.kysely
    .selectFrom('import_sheet')
    .select('committed_by')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  await server.job('imports.carryOut', { importId, userId: sheet.committed_by })
}

/** Returns a person of another unit at another centre. */
export function personOfOtherCentre() {
  const person = drawWorld('small').people.find((each) => each.centreId !== 2 && !each.unitIds.includes(1))
  if (!person) throw new Error('every demo operator works with unit 1')
  return person
}
