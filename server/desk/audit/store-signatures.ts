import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { StatementSigner } from '#/server/lib/vault/statements.ts'

// The database owner could rewrite a whole chain with its head. Therefore a key outside the database signs the heads
// daily.

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Servers sign every day. An entry this long after the last signature counts as unsigned. */
const maxUnsignedMs = 2 * dayMs
const zeroDigest = '00'.repeat(32)

const Statement = z.object({
  at: z.iso.datetime(),
  previous: z.string(),
  heads: z.array(z.object({ chain: z.int(), seq: z.int(), hash: z.string() })),
})

const JsonText = z.string().transform((text, issues): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    issues.addIssue({ code: 'custom', message: 'not JSON' })
    return z.NEVER
  }
})

interface SignatureRow {
  id: number
  at: Date
  statement: string
  previous: string
  digest: string
  signer: string
  signature: string
}

const digestOf = (statement: string, signature: string) => createHash('sha256').update(statement).update(signature).digest('hex')

/**
 * Signs the heads of all chains once a day, on only one of several servers. Returns the statement, or null when
 * not due.
 */
export async function signChainHeads(ctx: Context, signer: StatementSigner): Promise<{ statement: string; signature: string } | null> {
  const last = await ctx.db.selectFrom('audit_signature').select(['at', 'digest']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last && ctx.real.getTime() - last.at.getTime() < dayMs) return null
  const rows = await ctx.rows<{ chain: number; seq: number; hash: string }>`select chain, seq, encode(hash, 'hex') as hash from app.audit_heads()
    where seq > 0 order by chain`
  if (rows.length === 0) return null
  const previous = last?.digest ?? zeroDigest
  const statement = JSON.stringify({ at: ctx.real.toISOString(), previous, heads: rows } satisfies z.infer<typeof Statement>)
  const statementSignature = signer.sign(statement)
  const insertResult = await ctx.db
    .insertInto('audit_signature')
    .values({ at: ctx.real, statement, previous, digest: digestOf(statement, statementSignature.signature), ...statementSignature })
    .onConflict((on) => on.column('previous').doNothing())
    .executeTakeFirst()
  return insertResult.numInsertedOrUpdatedRows === 1n ? { statement, signature: statementSignature.signature } : null
}

/** Returns the faulty signatures: altered, by an unknown key, or out of sequence. */
function faultySignatures(rows: readonly SignatureRow[], signer: StatementSigner): string[] {
  const faults: string[] = []
  let previousDigest = zeroDigest
  for (const row of rows) {
    const isConsistent = row.previous === previousDigest && row.digest === digestOf(row.statement, row.signature)
    const parsedStatement = JsonText.pipe(Statement).safeParse(row.statement)
    const isOwnSignature = signer.isOurs(row.statement, row)
    // When a key is no longer in the settings, the next signature by a known key confirms the earlier head by its
    // digest.
    const isLast = row === rows.at(-1)
    if (
      !isConsistent ||
      !parsedStatement.success ||
      parsedStatement.data.previous !== row.previous ||
      isOwnSignature === false ||
      (isLast && isOwnSignature === null)
    )
      faults.push(`signature ${row.id}`)
    previousDigest = row.digest
  }
  return faults
}

/**
 * Returns chain rows that differ from their signed state, and entries that were never signed. Runs as the database
 * owner.
 */
export async function signatureViolations(db: Db, signer: StatementSigner, real: Date): Promise<string[]> {
  const rows = await db.selectFrom('audit_signature').selectAll().orderBy('id').execute()
  const faultyNames = faultySignatures(rows, signer)
  const intactSignatures = rows.filter((row) => !faultyNames.includes(`signature ${row.id}`))
  const changedHeads = await sql<{ id: string }>`
    select distinct 'chain ' || head.chain || ' row ' || head.seq || ' is not what was signed' as id
    from unnest(${intactSignatures.map((row) => row.statement)}::text[]) signed cross join lateral jsonb_to_recordset(signed::jsonb -> 'heads') head(chain bigint, seq bigint, hash text)
      left join audit_log entry on entry.chain = head.chain and entry.seq = head.seq
    where entry.hash is distinct from decode(head.hash, 'hex') limit 20`.execute(db)
  const unsignedEntries = await sql<{ id: string }>`
    select 'nothing was signed after ' || since.at as id
    from (select coalesce((select max(at) from audit_signature), (select min(at) from migration)) as at) since
    where exists (select from audit_log where at > since.at + make_interval(secs => ${maxUnsignedMs / 1000}) and at < ${new Date(real.getTime() - hourMs)})`.execute(
    db,
  )
  return [...faultyNames, ...changedHeads.rows.map((row) => row.id), ...unsignedEntries.rows.map((row) => row.id)]
}
