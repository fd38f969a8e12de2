import { type RawBuilder, sql } from 'kysely'
import { manualChannelKinds } from '#/domain/organisations/payout-channel.ts'

// SQL and questions about channels. Row-level security hides channels outside the caller's scope.

/**
 * Returns a channel as a lateral table: id, name, kind, settings_sealed. The table is empty when the caller may not see
 * the channel.
 */
export const channelFacts = (id: RawBuilder<unknown>) => sql`(select id, name, kind, settings_sealed from channel where channel.id = ${id})`

/** Selects the ids of the channels through which people pay by hand. */
export const manualChannels = sql`(select id from channel where kind = any(${[...manualChannelKinds]}::text[]))`

/**
 * Selects the channel through which a unit pays: the first active one of the agreed channels in their order, or of the
 * centre when none was agreed.
 */
export const usableChannel = (at: { readonly centreId: RawBuilder<unknown>; readonly agreedIds: RawBuilder<unknown> }) =>
  sql`select channel.id from channel where channel.centre_id = ${at.centreId} and channel.is_active
      and (coalesce(cardinality(${at.agreedIds}), 0) = 0 or channel.id = any(${at.agreedIds}))
    order by array_position(${at.agreedIds}, channel.id), channel.id limit 1`

/** Returns whether a centre has a channel of another kind than these that can pay now. */
export const hasOpenChannel = (centreId: RawBuilder<unknown>, exceptKinds: readonly string[]) =>
  sql<boolean>`exists (select from channel where channel.centre_id = ${centreId} and channel.is_active
    and not channel.is_paused and not channel.kind = any(${[...exceptKinds]}::text[]))`

/** Returns the names of channels in the order of their ids' array. */
export const namesOfChannels = (ids: RawBuilder<unknown>) =>
  sql<string[]>`array(select channel.name from unnest(${ids}) with ordinality listed(id, place)
    join channel on channel.id = listed.id order by listed.place)`

/** Returns the active channels of a centre by id, as a JSON array: id, name. */
export const activeChannels = (centreId: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', channel.id, 'name', channel.name) order by channel.id)
    from channel where channel.centre_id = ${centreId} and channel.is_active), '[]')`

/** Returns which of these channels belong to the centre, as an array. */
export const channelsAt = (centreId: RawBuilder<unknown>, ids: RawBuilder<unknown>) =>
  sql<number[]>`array(select channel.id from channel where channel.centre_id = ${centreId} and channel.id = any(${ids}))`
