import type { Language } from '#/domain/base/text.ts'
import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import type { Db } from '#/server/kernel/context.ts'

export interface CodeRow {
  id: string
  kind: ApplicationKind
  mobile_sealed: string
  mobile_index: string
  language: Language
  code_hash: string | null
  tries: number
  expires_at: Date
  ended_at: Date | null
}

type NewCode = Pick<CodeRow, 'id' | 'kind' | 'mobile_sealed' | 'mobile_index' | 'language' | 'expires_at'> & { created_at: Date }

/** Ends earlier requests for this number, so that only the latest code works. */
export async function endCodes(db: Db, mobileIndex: string, now: Date): Promise<void> {
  await db.updateTable('application_code').set({ ended_at: now }).where('mobile_index', '=', mobileIndex).where('ended_at', 'is', null).execute()
}

export async function insertCode(db: Db, code: NewCode): Promise<void> {
  await db.insertInto('application_code').values(code).execute()
}

export async function lockCode(db: Db, id: string): Promise<CodeRow | undefined> {
  const row = await db
    .selectFrom('application_code')
    .select(['id', 'kind', 'mobile_sealed', 'mobile_index', 'language', 'code_hash', 'tries', 'expires_at', 'ended_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as CodeRow | undefined
}

export async function updateCode(db: Db, id: string, change: { code_hash?: string; tries?: number; ended_at?: Date }): Promise<void> {
  await db.updateTable('application_code').set(change).where('id', '=', id).execute()
}
