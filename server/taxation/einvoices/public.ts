import { einvoiceRefusals } from '#/api/taxation/einvoices.texts.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type EinvoiceKindName, type ExchangeKind, einvoiceKinds, isEinvoiceKind } from '#/domain/taxation/einvoice.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { faultMessage } from '#/server/kernel/external/signed-call.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import type { EinvoiceChannel } from '#/server/taxation/einvoices/channel.ts'
import { openEinvoice, type StoredChannel } from '#/server/taxation/einvoices/channels.ts'
import * as store from '#/server/taxation/einvoices/store.ts'

export type { IssueOrder, IssueResult, RedLetterOrder, RedLetterResult } from '#/server/taxation/einvoices/channel.ts'
export { contradictingField, contradictingRedField } from '#/server/taxation/einvoices/channel.ts'
export { addExchanges, countUnsettledOrders, exchangesOf } from '#/server/taxation/einvoices/store.ts'
export { hasIssuingChannel } from '#/server/taxation/einvoices/store-fragments.ts'
export type { StoredChannel }

/** Returns the issuing channel of a centre, as its issuers may see it. */
export async function issuingChannelOf(ctx: Context, centreId: number) {
  const row = await store.find(ctx, centreId)
  const kind: EinvoiceKindName = row && isEinvoiceKind(row.kind) ? row.kind : 'manual'
  const { isManual, isSandbox } = einvoiceKinds[kind]
  return { kind, isManual, isSandbox, quota: row?.quota_fen == null ? null : fen(row.quota_fen), quotaAt: row?.quota_at?.toISOString() ?? null }
}

/** Returns the channel of a centre for background jobs; null for manual issuing. */
export async function channelRefOf(ctx: Context, centreId: number): Promise<StoredChannel | null> {
  const row = await store.find(ctx, centreId)
  return row && isEinvoiceKind(row.kind) && !einvoiceKinds[row.kind].isManual ? row : null
}

/**
 * Returns the centre's usable channel and prevents a change of its provider until the transaction ends. Refuses if
 * there is none.
 */
export async function usableChannelRef(ctx: Context, centreId: number): Promise<StoredChannel> {
  await store.lockProvider(ctx, centreId)
  const ref = (await channelRefOf(ctx, centreId)) ?? refuse(einvoiceRefusals, 'noChannel')
  if (isEinvoiceKind(ref.kind) && einvoiceKinds[ref.kind].isSandbox && !ctx.isDemo) refuse(einvoiceRefusals, 'sandboxHere')
  return ref
}

type ChannelRequest<T> = (channel: EinvoiceChannel) => Promise<T>
type ChannelAnswer<T> = { readonly answer: T; readonly fault: '' } | { readonly answer: null; readonly fault: string }

/**
 * Makes one request to a channel outside any transaction. Returns the answer, or the reason why it is not credible, and
 * the exchange to store.
 */
async function requestFromChannel<T>(
  here: Pick<JobContext, 'vault' | 'isDemo' | 'ownNetworks' | 'real'> & { readonly now: Date },
  ref: StoredChannel,
  of: {
    readonly what: ExchangeKind
    readonly requestNo: string
    readonly byId: number | null
    readonly ask: ChannelRequest<T>
    readonly resultOf: (answer: T) => string
  },
): Promise<{ said: ChannelAnswer<T>; exchange: store.ChannelExchange }> {
  const startedAt = performance.now()
  const digests = { asked: '', answered: '' }
  const exchangeOf = (result: string): store.ChannelExchange => ({
    centreId: ref.centre_id,
    kind: ref.kind,
    what: of.what,
    requestNo: of.requestNo,
    at: here.now,
    byId: of.byId,
    ...digests,
    result,
    tookMs: Math.round(performance.now() - startedAt),
  })
  try {
    const channel = openEinvoice(
      { ...here, day: dayOf(here.now), onExchange: (requested, answered) => Object.assign(digests, { asked: requested, answered }) },
      ref,
    )
    const answer = await of.ask(channel)
    return { said: { answer, fault: '' }, exchange: exchangeOf(of.resultOf(answer)) }
  } catch (error) {
    const fault = faultMessage(error)
    return { said: { answer: null, fault }, exchange: exchangeOf(`! ${fault}`) }
  }
}

export { requestFromChannel }

/** Queries the issuer's remaining quota of this month within an operation. Refuses if no credible answer arrives. */
export async function queryQuota(ctx: Context, ref: StoredChannel): Promise<Fen> {
  const channelEnvironment = { vault: ctx.vault, isDemo: ctx.isDemo, ownNetworks: ctx.ownNetworks, real: () => ctx.real, now: ctx.now }
  const quotaRequest = {
    what: 'quota',
    requestNo: '',
    byId: ctx.actor.userId,
    ask: (channel: EinvoiceChannel) => channel.quota(),
    resultOf: (left: Fen) => String(left),
  } as const
  const { said, exchange } = await ctx.outside('remaining quota', [ref.centre_id, ref.settings_sealed], () =>
    requestFromChannel(channelEnvironment, ref, quotaRequest),
  )
  await store.addExchanges(ctx, [exchange])
  if (said.answer === null) return refuse(einvoiceRefusals, 'silent', { fault: said.fault })
  await store.recordQuota(ctx, ref.centre_id, said.answer)
  return said.answer
}
