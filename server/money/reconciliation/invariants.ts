import { sql } from 'kysely'
import { manualChannelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'
import { accountsOfKind, journals } from '#/server/money/ledger/public.ts'

/** Invariants of differences between the ledger and the bank. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-26',
    title: 'the suspense account of a centre equals its open exceptions and the differences in suspense',
    broken: sql`select 'centre ' || centre_id || ' mode ' || mode as id from (
        select centre_id, mode, balance_fen as fen from ${accountsOfKind('suspense')} account
        union all select centre_id, mode, -suspense_fen from payout_exception where state <> 'resolved'
        union all select item.centre_id, coalesce(item.mode, centre.modes[1]), -item.suspense_fen from recon_item item join centre on centre.id = item.centre_id) stands
      group by centre_id, mode having sum(fen) <> 0`,
  },
  {
    name: 'INV-35',
    title: 'every difference of a closed day has an owner and a due day, and the differences add up to the gap between the sides',
    broken: sql`select 'day ' || kept.day || ' of channel ' || kept.channel_id as id from recon_day kept
        left join lateral (select coalesce(sum(ours_fen - theirs_fen) filter (where side = 'channel'), 0) as channel, coalesce(sum(ours_fen - theirs_fen) filter (where side = 'bank' and not is_registered), 0) as bank,
            count(*) filter (where state <> 'settled' and (owner_id is null or due_on is null)) as unowned
          from recon_item item where item.day_id = kept.id) found on true
        join channel on channel.id = kept.channel_id
        cross join lateral (select exists (select from recon_row row where row.channel_id = kept.channel_id and row.day = kept.day and row.source = 'bank') as bank,
          exists (select from recon_file file where file.channel_id = kept.channel_id and file.source = 'bank' and file.added_at <= kept.closed_at
            and file.first_day <= kept.day and file.last_day >= kept.day) as statement, channel.kind = any(${manualChannelKinds}::text[]) as manual) has
      where kept.state = 'closed' and (found.unowned > 0 or (not has.manual and kept.ours_fen - kept.theirs_fen <> found.channel)
        or (has.bank and case when has.manual then kept.ours_fen when has.statement then kept.theirs_fen else 0 end - kept.bank_fen <> found.bank))`,
  },
  {
    name: 'INV-36',
    title: 'differences in suspense and booked ones have their journals, and all others have none',
    broken: sql`select 'difference ' || item.id as id from recon_item item
        left join ${journals} journal on journal.ref_type = 'recon_item' and journal.ref_id = item.id
      group by item.id
      having (item.suspense_fen <> 0 and (count(*) filter (where journal.kind = 'suspense') <> 1 or count(*) filter (where journal.kind = 'adjustment') <> 0))
        or (item.suspense_fen = 0 and (count(*) filter (where journal.kind = 'suspense') > count(*) filter (where journal.kind = 'adjustment')
          or (item.ending in ('charge', 'interest', 'book')) <> (count(*) filter (where journal.kind = 'adjustment') = 1 and not coalesce(bool_or(journal.reverses is not null), false))))
      union all select entry.account || ' of centre ' || entry.centre_id from (
        select 'bank_charge' as account, account.centre_id, account.balance_fen as fen from ${accountsOfKind('bank_charge')} account
        union all select 'bank_interest', account.centre_id, account.balance_fen from ${accountsOfKind('bank_interest')} account
        union all select 'bank_' || item.ending, item.centre_id, item.theirs_fen - item.ours_fen from recon_item item where item.ending in ('charge', 'interest')) entry
      group by entry.account, entry.centre_id having sum(entry.fen) <> 0`,
  },
  {
    name: 'INV-64',
    title: 'a credit was confirmed by a person other than its importer, and a failed or returned manual payment by one other than its reporter',
    broken: sql<Violation>`select 'top-up ' || topup.no as id from topup join bank_credit credit on credit.id = topup.bank_credit_id
        where topup.state = 'confirmed' and credit.imported_by = topup.decided_by and not exists (select from channel
          join recon_row row on row.channel_id = channel.id and row.source = 'bank' and row.serial = credit.serial and row.direction = 'in' and row.amount_fen = credit.amount_fen
          join recon_file file on file.id = row.file_id and file.added_by is distinct from topup.decided_by
          where channel.centre_id = credit.centre_id)
      union all select 'slip ' || serial from payout_slip where result <> 'success' and confirmed_by = registered_by
      union all select 'report ' || report.serial from payout_report report where report.state = 'confirmed' and not exists (select from payout_slip slip
        where slip.attempt_id = report.attempt_id and slip.result = report.result and slip.registered_by = report.reported_by and slip.confirmed_by = report.decided_by)`,
  },
]
