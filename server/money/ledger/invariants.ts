import { type Kysely, type RawBuilder, sql } from 'kysely'
import { manualKinds } from '#/domain/organisations/payout-channel.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { businessInvoiceInvariants } from '#/server/money/ledger/store-businesses.ts'
import { appeals, bankFacts, duties } from '#/server/money/ledger/store-facts.ts'
import { invoiceInvariants } from '#/server/money/ledger/store-invoices.ts'
import { among, type CheckedUntil, type RecentRows, recentBalances } from '#/server/money/ledger/store-recent.ts'
import { salesInvariants } from '#/server/money/ledger/store-sales.ts'
import { declared } from '#/server/money/ledger/store-taxes.ts'
import { trail } from '#/server/money/ledger/store-trail.ts'

// The invariants of domain.md §7, each a query that returns the violations. They run as the database owner, so all rows
// count.

export interface Offender {
  readonly id: string
}

export interface Invariant {
  readonly name: string
  readonly title: string
  /** A function of the range if the check can be restricted to recent rows. */
  readonly broken: RawBuilder<Offender> | ((of: RecentRows) => RawBuilder<Offender>)
}

const most = 20

const sentStates = sql`('paying', 'paid', 'partial', 'failed', 'closed')`
const openLines = sql`('queued', 'sent', 'processing', 'held', 'unknown')`

// Differences of reconciliation are explained to the fen, assigned, and booked as stated.
const reconciled: readonly Invariant[] = [
  {
    name: 'INV-35',
    title: 'a closed day has no difference without owner and due day, and what differs between its sides is the sum of its differences',
    broken: sql`select 'day ' || kept.day || ' of channel ' || kept.channel_id as id from recon_day kept
        left join lateral (select coalesce(sum(ours_fen - theirs_fen) filter (where side = 'channel'), 0) as channel, coalesce(sum(ours_fen - theirs_fen) filter (where side = 'bank'), 0) as bank,
            count(*) filter (where state <> 'settled' and (owner_id is null or due_on is null)) as unowned
          from recon_item item where item.day_id = kept.id) found on true
        join channel on channel.id = kept.channel_id
        cross join lateral (select exists (select from recon_row row where row.channel_id = kept.channel_id and row.day = kept.day and row.source = 'bank') as bank,
          exists (select from recon_file file where file.channel_id = kept.channel_id and file.source = 'bank' and file.added_at <= kept.closed_at
            and file.first_day <= kept.day and file.last_day >= kept.day) as statement, channel.kind = any(${manualKinds}::text[]) as manual) has
      where kept.state = 'closed' and (found.unowned > 0 or (not has.manual and kept.ours_fen - kept.theirs_fen <> found.channel)
        or (has.bank and case when has.manual then kept.ours_fen when has.statement then kept.theirs_fen else 0 end - kept.bank_fen <> found.bank))`,
  },
  {
    name: 'INV-36',
    title: 'a difference that hangs or was booked has its journals, and none that was not',
    broken: sql`select 'difference ' || item.id as id from recon_item item
        left join ledger_journal journal on journal.ref_type = 'recon_item' and journal.ref_id = item.id
      group by item.id
      having (item.suspense_fen <> 0 and (count(*) filter (where journal.kind = 'suspense') <> 1 or count(*) filter (where journal.kind = 'adjustment') <> 0))
        or (item.suspense_fen = 0 and (count(*) filter (where journal.kind = 'suspense') > count(*) filter (where journal.kind = 'adjustment')
          or (item.ending = 'book') <> (count(*) filter (where journal.kind = 'adjustment') = 1 and not coalesce(bool_or(journal.reverses is not null), false))))`,
  },
]

const money: readonly Invariant[] = [
  {
    name: 'INV-01',
    title: 'every journal sums to zero and has the entries it announced',
    broken: (of) => sql`select 'journal ' || journal.id as id from ledger_journal journal
        left join ledger_entry entry on entry.journal_id = journal.id and ${of.entry}
      where ${of.journal} group by journal.id having coalesce(sum(entry.amount_fen), 0) <> 0 or count(entry.line) <> min(journal.entries) or count(entry.line) < 2`,
  },
  {
    name: 'INV-02',
    title: 'the accounts of each centre and mode sum to zero',
    broken: sql`select 'centre ' || centre_id || ' mode ' || mode as id from account group by centre_id, mode having sum(balance_fen) <> 0`,
  },
  {
    name: 'INV-03',
    title: 'every balance is the sum of its entries, and follows from the one before',
    broken: (of) =>
      of.since !== null
        ? recentBalances(of)
        : sql`select 'account ' || account.id as id from account left join ledger_entry entry on entry.account_id = account.id
      group by account.id having account.balance_fen <> coalesce(sum(entry.amount_fen), 0)
      union all
      select 'entry ' || journal_id || '/' || line from (
        select journal_id, line, balance_after_fen - amount_fen as before, coalesce(lag(balance_after_fen) over (partition by account_id order by journal_id, line), 0) as last
        from ledger_entry) chain where before <> last`,
  },
  {
    name: 'INV-04',
    title: 'no unit has less than nothing, available or set aside',
    broken: sql`select 'account ' || id as id from account where unit_id is not null and balance_fen < 0`,
  },
  {
    name: 'INV-05',
    title: 'every line: cost = net + tax + fee, gross = net + tax + fee of the operator − tax of the unit',
    broken: (
      of,
    ) => sql`select 'line ' || no as id from payment_line line where ${of.line} and (cost_fen <> net_fen + vat_fen + surcharge_fen + iit_fen + fee_fen
      or gross_fen <> net_fen + vat_fen + surcharge_fen + iit_fen + fee_operator_fen - tax_unit_fen or fee_fen <> fee_unit_fen + fee_operator_fen)`,
  },
  {
    name: 'INV-06',
    title: 'every batch is the sum of its lines',
    broken: (
      of,
    ) => sql`select 'batch ' || batch.no as id from payment_batch batch left join payment_line line on line.month = batch.month and line.batch_id = batch.id
      where ${of.batch} group by batch.id
      having batch.gross_fen <> coalesce(sum(line.gross_fen), 0) or batch.vat_fen <> coalesce(sum(line.vat_fen), 0)
        or batch.surcharge_fen <> coalesce(sum(line.surcharge_fen), 0) or batch.iit_fen <> coalesce(sum(line.iit_fen), 0)
        or batch.fee_fen <> coalesce(sum(line.fee_fen), 0) or batch.net_fen <> coalesce(sum(line.net_fen), 0)
        or batch.cost_fen <> coalesce(sum(line.cost_fen), 0)
        or (batch.state in ${sentStates} and batch.line_count <> count(*) filter (where line.state <> 'excluded'))
        or batch.success_count <> count(*) filter (where line.state = 'success')
        or batch.success_cost_fen <> coalesce(sum(line.cost_fen) filter (where line.state = 'success'), 0)
        or batch.returned_count <> count(*) filter (where line.state = 'returned')
        or batch.returned_cost_fen <> coalesce(sum(line.cost_fen) filter (where line.state = 'returned'), 0)
        or batch.failed_count <> count(*) filter (where line.state in ('failed', 'cancelled'))
        or batch.failed_cost_fen <> coalesce(sum(line.cost_fen) filter (where line.state in ('failed', 'cancelled')), 0)
        or batch.failed_resent_cost_fen not between 0 and batch.failed_cost_fen or batch.returned_resent_cost_fen not between 0 and batch.returned_cost_fen`,
  },
  {
    name: 'INV-07',
    title: 'a batch is set aside once while it counts, and paid at most once',
    broken: (
      of,
    ) => sql`select 'batch ' || batch.no as id from payment_batch batch left join ledger_journal journal on journal.ref_type = 'batch' and journal.ref_id = batch.id
      where ${of.batch} group by batch.id
      having count(*) filter (where journal.kind = 'freeze') - count(*) filter (where journal.kind = 'unfreeze')
          <> case when batch.state in ${sentStates} or batch.is_frozen then 1 else 0 end
        or (batch.state in ${sentStates}) <> (batch.paid_at is not null)`,
  },
  {
    name: 'INV-28',
    title: 'what is set aside for a batch is what its lines cost, at every moment from setting aside to the end',
    broken: sql`select 'batch ' || batch.no as id from payment_batch batch
      left join lateral (select sum(line.cost_fen) as fen from payment_line line
        where line.month = batch.month and line.batch_id = batch.id and line.state not in ('invalid', 'excluded')) cost on true
      left join lateral (select sum(entry.amount_fen) as fen from ledger_journal journal
          join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
          join account on account.id = entry.account_id and account.kind = 'unit_frozen'
        where journal.ref_type = 'batch' and journal.ref_id = batch.id) aside on true
      where coalesce(aside.fen, 0) <> case when batch.state in ${sentStates} or batch.is_frozen then coalesce(cost.fen, 0) else 0 end`,
  },
  {
    name: 'INV-44',
    title: 'nothing of a frozen batch was sent after it was frozen',
    broken: sql`select 'line ' || line.no as id from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
      where batch.halted_at is not null and line.sent_at > batch.halted_at`,
  },
  {
    name: 'INV-29',
    title: 'what is counted in the month of a person is the lines that are counted there, and what was paid before the payer came here',
    broken: sql`select 'centre ' || centre_id || ' mode ' || mode || ' operator ' || operator_id || ' month ' || month as id from (
        select centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen + education_fen + local_education_fen as surcharge, withheld_fen from tax_standing
        union all
        select centre_id, mode, operator_id, month, -gross_fen, -income_fen, -vat_fen, -(city_fen + education_fen + local_education_fen), -withheld_fen from tax_reservation
        union all
        select centre_id, 2, operator_id, month, -gross_fen, -income_fen, -vat_fen, -(city_fen + education_fen + local_education_fen), -withheld_fen from tax_earlier) counted
      group by centre_id, mode, operator_id, month
      having sum(gross_fen) <> 0 or sum(income_fen) <> 0 or sum(vat_fen) <> 0 or sum(surcharge) <> 0 or sum(withheld_fen) <> 0`,
  },
  {
    name: 'INV-08',
    title: 'a line has at most one attempt that lives or succeeded, and one exactly while it is under way or paid',
    broken: (of) => sql`select 'line ' || line.no as id from payment_line line
      left join payout_attempt attempt on attempt.line_id = line.id and attempt.state in ('created', 'sent', 'processing', 'unknown', 'success')
      where ${of.line} and line.state not in ('invalid', 'warned', 'ready', 'excluded')
      group by line.month, line.id
      having count(attempt.id) <> case when line.state in ('queued', 'sent', 'processing', 'unknown', 'success') then 1 else 0 end`,
  },
  {
    name: 'INV-09',
    title: 'money leaves what was set aside exactly once, and what is set aside belongs to somebody',
    broken: (of) => sql`select 'line ' || line.no as id from payment_line line
      left join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = line.id
      where ${of.line} and line.state not in ('invalid', 'warned', 'ready', 'excluded')
      group by line.month, line.id
      having count(*) filter (where journal.kind = 'payment') <> case when line.state in ('success', 'returned') then 1 else 0 end
        or count(*) filter (where journal.kind = 'unfreeze') - count(*) filter (where journal.kind = 'freeze') <> case when line.state in ('failed', 'cancelled') then 1 else 0 end
        or count(*) filter (where journal.kind = 'return') <> case when line.state = 'returned' then 1 else 0 end
      union all
      select 'account ' || account.id from account
        left join lateral (
          select coalesce(sum(case when batch.state in ${sentStates} then open.cost else batch.cost_fen end), 0) as fen
          from payment_batch batch cross join lateral (
            select coalesce(sum(line.cost_fen), 0) as cost from payment_line line
            where line.month = batch.month and line.batch_id = batch.id and line.state in ${openLines}) open
          where batch.unit_id = account.unit_id and batch.centre_id = account.centre_id and batch.mode = account.mode and batch.is_frozen and ${of.batch}) held on true
      where account.kind = 'unit_frozen' and account.balance_fen <> held.fen`,
  },
  {
    name: 'INV-59',
    title: 'of one debt, over its repeats or its claim, at most one line is paid or under way',
    broken: sql`select 'line ' || coalesce(first.no, again.first_line_id::text) as id from (
        select first_line_id, first_line_month, count(*) filter (where state = 'success' or state in ${openLines}) as alive
        from payment_line where first_line_id is not null group by first_line_id, first_line_month) again
      left join payment_line first on first.month = again.first_line_month and first.id = again.first_line_id
      where again.alive + case when first.state = 'success' or first.state in ${openLines} then 1 else 0 end > 1`,
  },
  {
    name: 'INV-25',
    title: 'a payment by hand ended by a slip of the bank, and every slip is what its attempt says or what an exception lists',
    broken: sql`with slip as (
        select slip.*, exists (select from payout_exception exception where exception.attempt_id = slip.attempt_id and exception.told = slip.result
          and (exception.state <> 'resolved' or exception.resolution in ('undone', 'unit', 'adjustment', 'noted'))) as is_listed
        from payout_slip slip)
      select 'slip ' || slip.serial as id from slip join payout_attempt attempt on attempt.id = slip.attempt_id
      where attempt.channel_id <> slip.channel_id or attempt.line_id <> slip.line_id
        or not (slip.is_listed or case slip.result when 'success' then attempt.state in ('success', 'returned') and attempt.channel_ref = slip.serial else attempt.state = slip.result end)
      union all
      select 'attempt ' || attempt.request_no from payout_attempt attempt join channel on channel.id = attempt.channel_id and channel.kind = any(${manualKinds}::text[])
        left join slip on slip.attempt_id = attempt.id
      where attempt.state in ('success', 'failed', 'returned')
      group by attempt.id having count(slip.id) filter (where not slip.is_listed) <> case when attempt.state = 'returned' then 2 else 1 end
        and not (attempt.state = 'failed' and count(slip.id) = 1)`,
  },
  {
    name: 'INV-26',
    title: 'what stands on the suspense account of a centre is what its open exceptions and the differences that hang say',
    broken: sql`select 'centre ' || centre_id || ' mode ' || mode as id from (
        select centre_id, mode, balance_fen as fen from account where kind = 'suspense'
        union all select centre_id, mode, -suspense_fen from payout_exception where state <> 'resolved'
        union all select item.centre_id, coalesce(item.mode, centre.modes[1]), -item.suspense_fen from recon_item item join centre on centre.id = item.centre_id) stands
      group by centre_id, mode having sum(fen) <> 0`,
  },
  {
    name: 'INV-27',
    title: 'what a bank did is booked or listed, and each exception was booked once and cleared once',
    broken: sql`select 'notice ' || notice.notice_id as id from payout_notice notice
      where not case notice.outcome
        when 'returned' then exists (select from payout_attempt attempt where attempt.channel_id = notice.channel_id and attempt.request_no = notice.request_no and attempt.state = 'returned')
        when 'listed' then exists (select from payout_exception exception where exception.channel_id = notice.channel_id and exception.notice_id = notice.notice_id)
        else exists (select from payout_exception exception where exception.channel_id = notice.channel_id and exception.request_no = notice.request_no and exception.resolution = 'undone') end
      union all
      select 'order ' || bank.request_no from sandbox_payment bank where bank.notified and bank.outcome = 'returning'
        and not exists (select from payout_notice notice where notice.channel_id = bank.channel_id and notice.request_no = bank.request_no)
      union all
      select 'exception ' || exception.no from payout_exception exception
        left join ledger_journal journal on journal.ref_type = 'payout_exception' and journal.ref_id = exception.id
      group by exception.id
      having count(*) filter (where journal.kind = 'suspense') <> case when exception.suspense_fen <> 0 then 1 else 0 end
        or count(*) filter (where journal.kind = 'adjustment') <> case when exception.suspense_fen <> 0 and exception.state = 'resolved' then 1 else 0 end
      union all
      select 'line ' || line.no from payout_exception exception join payment_line line on line.month = exception.line_month and line.id = exception.line_id
      where exception.state <> 'resolved' and exception.kind in ('absent', 'overdue') and line.state not in ('processing', 'unknown')`,
  },
  {
    name: 'INV-17',
    title: 'the parts of a fee are the fee while its line is paid, and nothing after it came back',
    broken: (of) => sql`select 'line ' || line.no as id from payment_line line left join commission_item item on item.line_id = line.id
      where ${of.line} and line.state not in ('invalid', 'warned', 'ready', 'excluded')
      group by line.month, line.id
      having coalesce(sum(item.amount_fen), 0) <> case when line.state = 'success' then line.fee_fen else 0 end`,
  },
  {
    name: 'INV-31',
    title:
      'a contract taken over from an older system stands on two people and its scan as it came, carries no signature of ours, and what follows from it ends with it',
    broken: sql`select 'contract ' || contract.no as id from contract where contract.source = 'moved' and (
        contract.checked_by is null or contract.checked_by = contract.created_by
        or exists (select from sign_task where sign_task.contract_id = contract.id)
        or not exists (select from stored_file file where file.id = contract.file_id and file.sha256 = contract.sha256 and file.expires_at is null)
        or exists (select from contract_revision revision where revision.contract_id = contract.id and (revision.seq > 0 or revision.sha256 <> contract.sha256))
        or exists (select from consent where consent.contract_id = contract.id
          and (consent.document_sha256 <> contract.sha256 or consent.kind <> all (contract.consents) or consent.valid_to is null
            or contract.sign_state = 'revoked' and consent.revoked_at is null))
        or contract.sign_state = 'revoked' and exists (select from payment_batch batch join service_order orders on orders.id = batch.order_id
          where orders.contract_id = contract.id and batch.paid_at >= contract.ended_at))`,
  },
  {
    name: 'INV-32',
    title: 'what a party earned by batch and day is its items, each counted once',
    broken: (of) => sql`select 'batch ' || batch.no || ' ' || party_type || ' ' || party_id || ' ' || day as id from (
        select batch_id, party_type, party_id, day, item_count as items, base_fen, fee_fen, accrued_fen, reversed_fen from commission_day
        union all
        select batch_id, party_type, party_id, (at at time zone 'Asia/Shanghai')::date, -1, -base_fen, -fee_fen, case state when 'reversed' then 0 else -amount_fen end,
          case state when 'reversed' then -amount_fen else 0 end
        from commission_item where party_type in ('partner', 'staff')) earned
      join payment_batch batch on batch.id = earned.batch_id where ${of.batch} group by batch.no, party_type, party_id, day
      having sum(items) <> 0 or sum(earned.base_fen) <> 0 or sum(earned.fee_fen) <> 0 or sum(accrued_fen) <> 0 or sum(reversed_fen) <> 0`,
  },
  {
    name: 'INV-33',
    title: 'every bill of commission is the sum of its days, of one party and place, and of its approved corrections',
    broken: sql`select 'bill ' || bill.no as id from commission_bill bill
        left join lateral (select coalesce(sum(accrued_fen), 0) as accrued, coalesce(sum(reversed_fen), 0) as reversed, coalesce(sum(base_fen), 0) as base,
            coalesce(bool_and((earned.centre_id, earned.mode, earned.party_type, earned.party_id) = (bill.centre_id, bill.mode, bill.party_type, bill.party_id)
              and earned.day < bill.period + interval '1 month'), false) as fits
          from commission_day earned where earned.bill_id = bill.id) days on true
        left join lateral (select coalesce(sum(amount_fen), 0) as fen from commission_adjustment correction where correction.bill_id = bill.id and correction.state = 'approved') adjusted on true
      where not days.fits or bill.accrued_fen <> days.accrued or bill.reversed_fen <> days.reversed or bill.base_fen <> days.base or bill.adjusted_fen <> adjusted.fen`,
  },
  {
    name: 'INV-34',
    title: 'what the books owe of commission is the bills that are not paid, and what they paid is those that are',
    broken: sql`select 'bill ' || coalesce(bill.no, booked.no) as id from commission_bill bill
        full join (select journal.ref_id, min(journal.ref_no) as no,
            coalesce(sum(entry.amount_fen) filter (where account.kind = 'commission_payable'), 0) as payable, coalesce(sum(entry.amount_fen) filter (where account.kind = 'bank'), 0) as bank,
            coalesce(-sum(entry.amount_fen) filter (where account.kind = 'commission_cost'), 0) as cost
          from ledger_journal journal
            join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
            join account on account.id = entry.account_id
          where journal.kind = 'commission' group by journal.ref_id) booked on booked.ref_id = bill.id
      where booked.no is null or bill.no is null or booked.cost <> bill.amount_fen or booked.payable <> case bill.state when 'paid' then 0 else bill.amount_fen end
        or booked.bank <> case bill.state when 'paid' then bill.amount_fen else 0 end`,
  },
  ...reconciled,
  ...declared,
  {
    name: 'INV-43',
    title: 'a claim is paid by one line, which reached its operator with its amount and stayed; until then at most one line tries',
    broken: sql`select 'claim ' || claim.no as id from collection claim
        left join lateral (select count(*) filter (where line.state = 'success') as paid,
            count(*) filter (where line.state in ('invalid', 'warned', 'ready', 'queued', 'sent', 'processing', 'held', 'unknown') and batch.state <> 'cancelled') as tried,
            coalesce(bool_and((line.operator_id, line.gross_fen, line.unit_id, line.id) = (claim.operator_id, claim.amount_fen, claim.unit_id, claim.line_id))
              filter (where line.state = 'success'), true) as fits
          from payment_line line join payment_batch batch on batch.id = line.batch_id where line.collection_id = claim.id) lines on true
      where (claim.state = 'paid') <> (lines.paid = 1) or (claim.state = 'paying') <> (lines.tried = 1) or lines.paid + lines.tried > 1 or not lines.fits`,
  },
  {
    name: 'INV-37',
    title: 'every confirmed credit of the bank was booked as one top-up, of the same unit, place and amount, and what went back to a stranger as none',
    broken: sql`select 'credit ' || credit.serial as id from bank_credit credit
        left join topup on topup.bank_credit_id = credit.id
        left join ledger_journal journal on journal.ref_type = 'topup' and journal.ref_id = topup.id
        left join credit_return back on back.credit_id = credit.id and back.state = 'confirmed'
      group by credit.id
      having (credit.state = 'confirmed') <> coalesce(bool_or(topup.state = 'confirmed'), false) or count(journal.id) <> case credit.state when 'confirmed' then 1 else 0 end
        or bool_or(topup.state = 'confirmed' and (topup.amount_fen, topup.centre_id, topup.unit_id, topup.mode) is distinct from (credit.amount_fen, credit.centre_id, credit.unit_id, credit.mode))
        or (credit.state = 'returned') <> (count(back.id) = 1)`,
  },
  {
    name: 'INV-38',
    title: 'what is set aside for refunds is the open ones, what was paid left the bank once, and no account got back more than came from it',
    broken: sql`select 'unit ' || unit_id || ' centre ' || centre_id || ' mode ' || mode as id from (
        select unit_id, centre_id, mode, balance_fen as fen from account where kind = 'unit_refund'
        union all select unit_id, centre_id, mode, -amount_fen from refund where state in ('applied', 'approved')) held
      group by unit_id, centre_id, mode having sum(fen) <> 0
      union all
      select 'refund ' || refund.no from refund
        left join ledger_journal journal on journal.ref_type = 'refund' and journal.ref_id = refund.id
        left join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
        left join account on account.id = entry.account_id and account.kind = 'bank'
      group by refund.id having coalesce(sum(entry.amount_fen) filter (where account.kind = 'bank'), 0) <> case refund.state when 'paid' then refund.amount_fen else 0 end
      union all
      select 'unit ' || unit_id || ' origin ' || right(account, 4) from (
        select topup.unit_id, topup.centre_id, topup.mode, credit.payer_account as account, topup.amount_fen as fen
          from topup join bank_credit credit on credit.id = topup.bank_credit_id where topup.state = 'confirmed'
        union all select unit_id, centre_id, mode, payee_account, -amount_fen from refund where state in ('applied', 'approved', 'paid')) moved
      group by unit_id, centre_id, mode, account having sum(fen) < 0`,
  },
  {
    name: 'INV-39',
    title: 'every approved correction of a balance is booked once with its amount, and no other is',
    broken: sql`select 'adjustment ' || adjustment.no as id from balance_adjustment adjustment
        left join ledger_journal journal on journal.ref_type = 'adjustment' and journal.ref_id = adjustment.id
        left join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date and entry.unit_id is not null
      group by adjustment.id having coalesce(sum(entry.amount_fen), 0) <> case adjustment.state when 'approved' then adjustment.amount_fen else 0 end`,
  },
  {
    name: 'INV-40',
    title: 'every statement is what the books say of its month, and begins where the one before ended',
    broken: sql`select 'statement ' || statement.no as id from balance_statement statement
        left join lateral (select coalesce(sum(entry.amount_fen), 0) as fen, count(distinct journal.id) as journals
          from ledger_journal journal join ledger_entry entry on entry.journal_id = journal.id and entry.month = statement.month
          where journal.unit_id = statement.unit_id and journal.centre_id = statement.centre_id and journal.mode = statement.mode and entry.unit_id is not null) booked on true
        left join balance_statement before on before.unit_id = statement.unit_id and before.centre_id = statement.centre_id and before.mode = statement.mode
          and before.month = statement.month - interval '1 month'
      where booked.fen <> statement.closing_available_fen + statement.closing_aside_fen - statement.opening_available_fen - statement.opening_aside_fen
        or booked.journals <> statement.journal_count
        or (before.closing_available_fen, before.closing_aside_fen) <> (statement.opening_available_fen, statement.opening_aside_fen)`,
  },
]

/** Returns all invariants, or those of the audit trail only. */
export function invariants(only: 'all' | 'trail' = 'all'): readonly Invariant[] {
  return only === 'trail' ? trail : [...money, ...invoiceInvariants, ...businessInvoiceInvariants, ...salesInvariants, bankFacts, duties, appeals, ...trail]
}

/** Returns up to 20 violations among recent rows, or among all rows with null. */
export async function offendersOf(db: Kysely<Tables>, { broken }: Invariant, since: CheckedUntil | null): Promise<string[]> {
  const query = typeof broken === 'function' ? broken(among(since)) : broken
  // The limit is outside the query. Inside it the planner expects early hits and chooses nested loops, which are slow
  // without violations.
  const result = await sql<Offender>`with broken as materialized (${query}) select id from broken limit ${most}`.execute(db)
  return result.rows.map((row) => row.id)
}

export interface Finding {
  readonly name: string
  readonly title: string
  readonly offenders: readonly string[]
}

/** Runs the invariants one after another and returns the broken ones. `db` must be connected as the database owner. */
export async function checkInvariants(db: Kysely<Tables>, only: 'all' | 'trail' = 'all'): Promise<Finding[]> {
  const broken: Finding[] = []
  for (const each of invariants(only)) {
    const offenders = await offendersOf(db, each, null)
    if (offenders.length > 0) broken.push({ name: each.name, title: each.title, offenders })
  }
  return broken
}
