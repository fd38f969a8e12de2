import { z } from 'zod'
import { contractRefusals } from '#/api/agreements/contracts.texts.ts'
import { Id } from '#/api/operation.ts'
import { pages } from '#/api/pages.ts'
import { hasCentreParty, hasContractRules } from '#/domain/agreements/contract.ts'
import type { SealFault } from '#/domain/organisations/certificate.ts'
import type * as store from '#/server/agreements/contracts/store.ts'
import * as changes from '#/server/agreements/contracts/store-changes.ts'
import { contractsWaitingForSeal } from '#/server/agreements/contracts/store-effects.ts'
import type { Context } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import { refuseIf } from '#/server/kernel/request/refusal.ts'
import { certificateAdministrators, sealFault } from '#/server/organisations/certificates/public.ts'
import { holdersAt, sendNotification } from '#/server/services/messages/public.ts'

/**
 * Returns the centre whose certificate seals a contract; null for the platform's certificate, which seals contracts
 * without a centre as party.
 */
export function sealPlaceOf(row: Pick<store.ContractRow, 'parties' | 'centre_id'>): number | null {
  return row.parties.some(({ type }) => type === 'centre') ? row.centre_id : null
}

/** Returns the centre whose certificate will seal a new contract of this kind; null for the platform's. */
export function sealPlaceFor(kind: store.ContractRow['kind'], centreId: number): number | null {
  return hasContractRules(kind) && !hasCentreParty(kind) ? null : centreId
}

const refusalByFault = { none: 'noSeal', expired: 'sealExpired' } as const satisfies Record<SealFault, keyof typeof contractRefusals>

/**
 * Returns why documents cannot be sealed with the certificate of this centre (null: the platform's); null when they
 * can.
 */
export async function sealRefusal(ctx: Context, place: number | null): Promise<(typeof refusalByFault)[SealFault] | null> {
  const fault = await sealFault(ctx, place)
  return fault && refusalByFault[fault]
}

/** Refuses to send a contract that could not be sealed. */
export async function expectSeal(ctx: Context, place: number | null): Promise<void> {
  refuseIf(contractRefusals, await sealRefusal(ctx, place))
}

export const noSealFault = { seal_fault: null, seal_fault_at: null, seal_centre_id: null } as const

/**
 * Marks a fully signed contract as waiting for a certificate, and notifies the people who can upload one. Sends no
 * further notice while the first is unread.
 */
export async function waitForSeal(ctx: Context, row: store.ContractRow, fault: SealFault): Promise<void> {
  if (row.seal_fault === fault) return
  const place = sealPlaceOf(row)
  const change = { seal_fault: fault, seal_fault_at: row.seal_fault_at ?? ctx.now, seal_centre_id: place }
  if (!(await changes.update(ctx.db, row, change))) return
  const path = `${pages.userMsList.path}${place === null ? '' : `?open=${place}&pane=certificates`}`
  const values = { place: place === null ? 'platform' : 'centre', centre: place === null ? '' : row.centre_name, fault } as const
  const commonFields = { kind: 'sealWaits', values, refType: 'centre', refId: row.centre_id, unlessUnread: true } as const
  const administrators = await certificateAdministrators(ctx)
  const makers = (await holdersAt(ctx, row.centre_id, 'ht:make', { alone: true })).filter((id) => !administrators.includes(id))
  await sendNotification(ctx, { ...commonFields, to: administrators, path })
  // The centre's staff cannot upload a certificate, but the message explains why their contracts are waiting.
  await sendNotification(ctx, { ...commonFields, to: makers, path: pages.dzqyList.path })
  ctx.note({ refType: 'contract', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, waitsForSeal: fault } })
}

/** Seals the contracts that waited for a certificate, a chunk at a time. */
export const resumeJob = job('contracts.resume', z.object({ centreId: Id.nullable(), after: z.int().default(0) }))

const chunkSize = 200

/** Returns the next contracts waiting for this certificate, and the id to continue after; null at the end. */
export async function nextContractsToSeal(ctx: Context, place: number | null, after: number): Promise<{ ids: number[]; next: number | null }> {
  const ids = await contractsWaitingForSeal(ctx.db, place, after, chunkSize)
  return { ids, next: ids.length < chunkSize ? null : (ids.at(-1) ?? null) }
}
