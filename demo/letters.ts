import { createHash } from 'node:crypto'
import { evidenceIdOf } from '#/demo/evidence.ts'
import { insertAll, type Row } from '#/demo/insert.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FileStore } from '#/server/kernel/files/files.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'

interface LetterRequest {
  readonly userId: number
  readonly unitId: number
  readonly by: number
  readonly role: string
  readonly hoursAgo: number
  readonly decided?: { readonly state: 'approved' | 'rejected'; readonly by: number; readonly reason: string }
}

const approval = { state: 'approved', by: 2, reason: '' } as const

/**
 * Account applications of the demo's main units: two pending, two approved long ago, and one rejected for a missing
 * seal.
 */
const letterRequests: readonly LetterRequest[] = [
  { userId: 6, unitId: 1, by: 13, role: '单位复核', hoursAgo: 9500, decided: approval },
  { userId: 7, unitId: 1, by: 13, role: '单位财务', hoursAgo: 9480, decided: approval },
  { userId: 15, unitId: 2, by: 8, role: '单位复核', hoursAgo: 96, decided: { state: 'rejected', by: 2, reason: '授权书未加盖单位公章' } },
  { userId: 12, unitId: 2, by: 8, role: '单位复核', hoursAgo: 29 },
  { userId: 14, unitId: 1, by: 13, role: '单位财务', hoursAgo: 3 },
]

const hourMs = 3_600_000
const decidedAfterHours = 5

function renderLetter(unitName: string, person: string, role: string, at: Date): Promise<Buffer> {
  return renderDocument({
    title: '授权书',
    createdAt: at,
    blocks: [
      {
        kind: 'fields',
        rows: [
          ['授权单位', unitName],
          ['被授权人', person],
          ['授权职责', role],
          ['授权日期', dayOf(at)],
        ],
      },
      { kind: 'paragraph', text: '本单位授权上述人员在平台办理相应业务，其操作视为本单位的行为，由本单位承担相应责任。' },
    ],
    footer: '演示数据',
  })
}

/** Adds the units' account applications, each with its letter. */
export async function addLetters(ctx: Context, store: FileStore, world: DemoWorld): Promise<void> {
  const people = await ctx.db.selectFrom('app_user').select(['id', 'name']).execute()
  const roles = await ctx.db.selectFrom('role').select(['id', 'name']).execute()
  const files: Row<'stored_file'>[] = []
  const applications: Row<'account_application'>[] = []
  for (const each of letterRequests) {
    const at = new Date(ctx.now.getTime() - each.hoursAgo * hourMs)
    const unit = world.units.find(({ id }) => id === each.unitId)
    const person = people.find(({ id }) => id === each.userId)
    const role = roles.find(({ name }) => name === each.role)
    if (!unit || !person || !role) throw new Error(`the demo has no person for application ${each.userId}`)
    const bytes = await renderLetter(unit.name, person.name, each.role, at)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const id = evidenceIdOf(sha256)
    await store.write(id, bytes)
    const fileColumns = { id, sha256, name: `授权书-${person.name}.pdf`, media_type: 'application/pdf', size_bytes: bytes.byteLength, purpose: 'letter' }
    files.push({ ...fileColumns, is_encrypted: true, unit_id: each.unitId, created_by: each.by, created_at: at })
    const decided_at = each.decided ? new Date(at.getTime() + decidedAfterHours * hourMs) : null
    const decision = { state: each.decided?.state ?? 'pending', decided_by: each.decided?.by ?? null, decided_at, reason: each.decided?.reason ?? '' }
    applications.push({
      unit_id: each.unitId,
      user_id: each.userId,
      role_ids: [role.id],
      letter_file_id: id,
      requested_by: each.by,
      requested_at: at,
      ...decision,
    })
  }
  await insertAll(ctx.db, 'stored_file', files)
  await insertAll(ctx.db, 'account_application', applications)
  // Pending and rejected accounts have no roles.
  await ctx.run`delete from user_role where user_id in (select id from app_user where status in (${accountStatus.pending}, ${accountStatus.rejected}))`
}
