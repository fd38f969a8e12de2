import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

export interface NewPartner {
  readonly code: string
  readonly kind: 'enterprise' | 'person'
  readonly name: string
  readonly creditCode: string | null
  readonly contactName: string
  readonly contactMobile: string
  readonly area: string
  readonly introduction: string
  readonly accountName: string
  readonly accountBank: string
}

/** The partner with this credit code. */
export async function byCreditCode(ctx: Context, creditCode: string): Promise<{ name: string } | undefined> {
  return (await sql<{ name: string }>`select name from partner where credit_code = ${creditCode}`.execute(ctx.db)).rows[0]
}

/** Adds a partner. */
export async function insert(ctx: Context, partner: NewPartner): Promise<number> {
  const row = await ctx.db
    .insertInto('partner')
    .values({
      code: partner.code,
      kind: partner.kind,
      name: partner.name,
      credit_code: partner.creditCode,
      contact_name: partner.contactName,
      contact_mobile: partner.contactMobile,
      area: partner.area,
      introduction: partner.introduction,
      account_name: partner.accountName,
      account_bank: partner.accountBank,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
