import type { Modules } from '#/api/modules.ts'
import { maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { particularOperations } from '#/server/people/operators/particulars.ts'
import { reviewOperations } from '#/server/people/operators/review.ts'
import { reviewerOperations } from '#/server/people/operators/reviewers.ts'
import { rosterOperations } from '#/server/people/operators/roster.ts'
import * as store from '#/server/people/operators/store.ts'

const searchLimit = 50

export const operators: Implementation<Modules['operators']> = {
  ...rosterOperations,
  ...particularOperations,
  ...reviewOperations,
  ...reviewerOperations,

  async options(ctx, { keyword }) {
    const rows = await store.searchOperators(ctx, keyword, searchLimit)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      idNumber: maskIdNumber(row.id_number),
      mobile: maskMobile(row.mobile),
      cardTail: row.card_tail ?? '',
    }))
  },
}
