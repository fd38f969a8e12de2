import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { bankCardFor, idNumberFor } from '#/domain/base/identity.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** The centre and mode of the people who review unit 1's payees. */
export const testPlace = { centre: 2, mode: 2 } as const
const orderId = 12
const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds[0] === 1)

export interface CandidateCells {
  name: string
  idNumber: string
  mobile: string
  cardNo: string
  bankName: string
}

/** Returns a valid identity number for a serial from 0 to 999. No demo person has one of these numbers. */
export const newIdNumber = (serial: number) => idNumberFor('320000', '19920202', serial)

/** Returns a person paid by unit 1. */
export function registeredPerson(index: number): DemoPerson {
  const person = people[index]
  if (!person) throw new Error('unit 1 has fewer people')
  return person
}

/** Returns whether a person works with this unit. */
export const belongsToUnit = (id: number, unitId: number) => people.some((person) => person.id === id && person.unitIds.includes(unitId))
export const isDemoPerson = (id: number) => people.some((person) => person.id === id)

/** Returns an unknown person. */
export function newPerson(serial: number, more: Partial<CandidateCells> = {}): CandidateCells {
  return {
    name: '欧阳新人',
    idNumber: newIdNumber(serial),
    mobile: `1390000${String(serial).padStart(4, '0')}`,
    cardNo: bankCardFor('622202', 90_000 + serial),
    bankName: '中国工商银行',
    ...more,
  }
}

export function candidateCellsOf(person: DemoPerson, more: Partial<CandidateCells> = {}): CandidateCells {
  const { name, idNumber, mobile, cardNo, bankName } = person
  return { name, idNumber, mobile, cardNo, bankName, ...more }
}

/** Creates a batch of unit 1 with these people and submits all of them for review. */
export async function createBatchUnderReview(server: TestServer, rows: readonly CandidateCells[]) {
  const { id: batchId } = await server.must('maker', 'payments.create', { orderId })
  await server.must('maker', 'lines.add', { batchId, rows: rows.map((row) => ({ ...row, amountText: '100.00' })) })
  const { rows: lines } = await server.must('maker', 'lines.list', { batchId, size: 50 })
  const answer = await server.must('maker', 'lines.refer', { batchId, lineIds: lines.map((line) => line.id) })
  return { batchId, referred: answer.referred }
}

/** Returns a batch's candidates in line order. */
export async function candidatesOfBatch(server: TestServer, batchId: number, who = 'auditor', extra: { centre: number; mode: number } = testPlace) {
  const { rows } = await server.must(who, 'operators.candidates', { size: 200 }, extra)
  return rows.filter((row) => row.batchId === batchId).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
}

export async function lineOf(server: TestServer, batchId: number, seq: number) {
  return (await server.must('maker', 'lines.list', { batchId, size: 50 })).rows.find((line) => line.seq === seq)
}

/** Runs the queued jobs with this name and value. Returns how many. */
export async function runMatchingJobs(server: TestServer, job: string, of: { readonly name: string; readonly value: number | string }): Promise<number> {
  const { kysely } = server.running.kernel.database
  const queuedJobs = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = ${job} and data ->> ${of.name} = ${String(of.value)}
      returning data`.execute(kysely)
  for (const { data } of queuedJobs.rows) await server.job(job, data)
  return queuedJobs.rows.length
}

/** Runs the queued checks of a batch. */
export const runRevalidation = (server: TestServer, batchId: number) => runMatchingJobs(server, 'lines.revalidate', { name: 'batchId', value: batchId })
