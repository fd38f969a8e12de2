import { sql } from 'kysely'
import type { DeliveryMethod } from '#/api/services/message-topics.texts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import type { Language } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import { languageOf } from '#/server/kernel/session/store-sessions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface ChoiceRow extends Row<'message_choice', 'user_id' | 'topic' | 'way' | 'is_on'> {
  way: DeliveryMethod
}

/** Returns the choices of these people, for one topic or all. */
export async function choices(ctx: Context, userIds: readonly number[], topic?: string): Promise<ChoiceRow[]> {
  const choiceQuery = ctx.db
    .selectFrom('message_choice')
    .select(['user_id', 'topic', 'way', 'is_on'])
    .where('user_id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
  return (await (topic === undefined ? choiceQuery : choiceQuery.where('topic', '=', topic)).execute()) as ChoiceRow[]
}

export async function storeChoice(ctx: Context, choice: { topic: string; way: DeliveryMethod; isOn: boolean }): Promise<void> {
  await ctx.db
    .insertInto('message_choice')
    .values({ user_id: ctx.actor.userId, topic: choice.topic, way: choice.way, is_on: choice.isOn })
    .onConflict((on) => on.columns(['user_id', 'topic', 'way']).doUpdateSet({ is_on: choice.isOn }))
    .execute()
}

export interface LetterRow extends Row<'message', 'kind' | 'values' | 'path'>, Row<'app_user', 'username'> {
  values: Values
  mobile: string
  operator_mobile: Row<'operator'>['mobile_sealed'] | null
  mail: string
  language: Language
}

/**
 * Returns a message with its recipient's addresses and language, unless they may not sign in. Needs the accounts role
 * or the owner.
 */
export async function findLetter(ctx: Context, messageId: number): Promise<LetterRow | undefined> {
  return ctx.row<LetterRow>`select kind, "values", path, username, coalesce(mobile, '') as mobile, coalesce(email, '') as mail,
      (select mobile_sealed from operator where operator.id = app_user.operator_id) as operator_mobile,
      ${languageOf(sql`app_user.id`)} as language
    from message join app_user on app_user.id = message.user_id where message.id = ${messageId} and app_user.status = ${accountStatus.active}`
}
