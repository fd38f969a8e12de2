import { sql } from 'kysely'
import { ordersUnder } from '#/server/agreements/orders/public.ts'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import { fileFacts } from '#/server/kernel/files/store-files.ts'
import { batchHeads } from '#/server/money/payments/public.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'INV-31',
    title: 'a contract imported from an older system has two confirming people, its unchanged scan and no signature of ours, and its effects end with it',
    broken: sql`select 'contract ' || contract.no as id from contract where contract.source = 'moved' and (
        contract.checked_by is null or contract.checked_by = contract.created_by
        or exists (select from sign_task where sign_task.contract_id = contract.id)
        or not exists (select from ${fileFacts(sql`contract.file_id`)} file where file.sha256 = contract.sha256 and file.expires_at is null)
        or exists (select from contract_revision revision where revision.contract_id = contract.id and (revision.seq > 0 or revision.sha256 <> contract.sha256))
        or exists (select from consent where consent.contract_id = contract.id
          and (consent.document_sha256 <> contract.sha256 or consent.kind <> all (contract.consents) or consent.valid_to is null
            or contract.sign_state = 'revoked' and consent.revoked_at is null))
        or contract.sign_state = 'revoked' and exists (select from ${batchHeads} batch
          where batch.order_id in ${ordersUnder(sql`contract.id`)} and batch.paid_at >= contract.ended_at))`,
  },
]
