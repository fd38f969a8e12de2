import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { drawWorld } from '#/demo/world.ts'
import { sheetMediaType, type WriteRow, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { TestServer } from '#/server/tests/testing.ts'

const { specials, ordinary } = demoPeople()

export const headings = ['序号', '姓名*', '证件类型', '证件号码*', '手机号*', '收款银行', '收款账号*', '应发金额(元)*', '服务内容', '备注'] as const

/** Returns an ordinary payee of unit 1 at centre 2. */
export function ordinaryPerson(index: number): DemoPerson {
  const unitPeople = ordinary.filter((person) => person.centreId === 2 && person.unitIds[0] === 1)
  const person = unitPeople[index]
  if (!person) throw new Error(`unit 1 has only ${unitPeople.length} people`)
  return person
}

/** Returns a payee of another unit only, at the same centre. */
export function payeeOfOtherUnit(): DemoPerson {
  const person = drawWorld('small').people.find((each) => each.centreId === 2 && !each.unitIds.includes(1))
  if (!person) throw new Error('every demo operator works with unit 1')
  return person
}

export function specialPerson(name: string): DemoPerson {
  const person = specials[name]
  if (!person) throw new Error(`nobody is ${name}`)
  return person
}

export interface ImportRow {
  name: string
  idKind: string
  idNumber: string | number
  mobile: string
  bankName: string
  cardNo: string | number
  amount: string | number
  service: string
  remark: string
}

export function rowFor(person: DemoPerson, amount = '1000.00', more: Partial<ImportRow> = {}): ImportRow {
  const { name, idNumber, mobile, bankName, cardNo } = person
  return { name, idKind: '居民身份证', idNumber, mobile, bankName, cardNo, amount, service: '推广服务', remark: '', ...more }
}

/** Builds a file with these rows. Numbers are numeric cells, as in careless spreadsheets. */
export async function fileOf(rows: readonly ImportRow[], as: { headings?: readonly string[]; template?: { id: string; version: string } } = {}) {
  const columns = (as.headings ?? headings).map((heading) => ({ heading, kind: /账号|证件号/.test(heading) ? ('number' as const) : ('text' as const) }))
  const cells: WriteRow[] = rows.map((row, at) => [
    String(at + 1),
    row.name,
    row.idKind,
    row.idNumber,
    row.mobile,
    row.bankName,
    row.cardNo,
    row.amount,
    row.service,
    row.remark,
  ])
  const bytes = await writeSheet({ sheets: [{ name: '批量支付', columns, rows: cells }], ...(as.template && { template: as.template }) })
  return { filename: '批量支付.xlsx', mediaType: sheetMediaType, bytes }
}

/** The order of unit 1 at centre 2 in mode 2. */
export const orderId = 12

export async function newBatch(server: TestServer, options: { amountBasis?: 'gross' | 'net'; orderId?: number } = {}): Promise<number> {
  const batch = await server.must('maker', 'payments.create', { orderId, ...options })
  return batch.id
}

export function bytesOf(server: TestServer, fileId: string): Promise<Uint8Array> {
  return server.running.kernel.store.read(fileId)
}
