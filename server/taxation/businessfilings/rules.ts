import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { FilingRules } from '#/domain/taxation/filing-rules.ts'

const folder = join(import.meta.dirname, '../../../db/base/filing')
const ppmSchema = z.int().min(0).max(1_000_000)

const rulesFile: z.ZodType<FilingRules> = z.strictObject({
  effectiveFrom: z.iso.date(),
  source: z.string().min(1),
  warnPpm: ppmSchema,
  levies: z.array(
    z
      .strictObject({
        place: z.string().regex(/^\d{0,6}$/),
        basis: z.enum(['receipts', 'profit']),
        ratePpm: ppmSchema,
        documentNo: z.string(),
        grade: z.enum(['A', 'B', 'C', 'I']),
        isConfirmed: z.boolean(),
        note: z.string().min(1),
      })
      .refine(({ documentNo, isConfirmed }) => documentNo !== '' || !isConfirmed, 'a rate without its document is not confirmed'),
  ),
})

/**
 * The rules for business filings beyond the tax policies, oldest first: deemed-profit rates by place and warning levels
 * (`db/base/filing`).
 */
export const filingRules: readonly FilingRules[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => rulesFile.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
