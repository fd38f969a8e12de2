import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import { bookings, isTransferRegistered } from '#/server/money/ledger/public.ts'
import { batchHeads } from '#/server/money/payments/public.ts'
import { feeShares } from '#/server/money/payouts/public.ts'

/** Invariants of the parts of fees and of commission bills. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-17',
    title: 'the parts of a fee add up to the fee while its line is paid, and to zero after a return',
    broken: (of) => sql`select 'line ' || line.no as id from payment_line line left join ${feeShares} item on item.line_id = line.id
      where ${of.line} and line.state not in ('invalid', 'warned', 'ready', 'excluded')
      group by line.month, line.id
      having coalesce(sum(item.amount_fen), 0) <> case when line.state = 'success' then line.fee_fen else 0 end`,
  },
  {
    name: 'INV-32',
    title: 'the earnings of a party by batch and day are the sum of its items, each counted once',
    broken: (of) => sql`select 'batch ' || batch.no || ' ' || party_type || ' ' || party_id || ' ' || day as id from (
        select batch_id, party_type, party_id, day, item_count as items, base_fen, fee_fen, accrued_fen, reversed_fen from commission_day
        union all
        select batch_id, party_type, party_id, (at at time zone 'Asia/Shanghai')::date, -1, -base_fen, -fee_fen, case state when 'reversed' then 0 else -amount_fen end,
          case state when 'reversed' then -amount_fen else 0 end
        from ${feeShares} item where party_type in ('partner', 'staff')) earned
      join ${batchHeads} batch on batch.id = earned.batch_id where ${of.batch} group by batch.no, party_type, party_id, day
      having sum(items) <> 0 or sum(earned.base_fen) <> 0 or sum(earned.fee_fen) <> 0 or sum(accrued_fen) <> 0 or sum(reversed_fen) <> 0`,
  },
  {
    name: 'INV-33',
    title: 'every commission bill is the sum of the days of one party and place and of its approved corrections',
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
    title: 'commission payable in the books equals the unpaid bills, and commission paid equals the paid ones',
    broken: sql`select 'bill ' || coalesce(bill.no, booked.no) as id from commission_bill bill
        full join (select ref_id, min(ref_no) as no,
            coalesce(sum(amount_fen) filter (where account = 'commission_payable'), 0) as payable, coalesce(sum(amount_fen) filter (where account = 'bank'), 0) as bank,
            coalesce(-sum(amount_fen) filter (where account = 'commission_cost'), 0) as cost
          from ${bookings} booking where kind = 'commission' group by ref_id) booked on booked.ref_id = bill.id
      where booked.no is null or bill.no is null or booked.cost <> bill.amount_fen or booked.payable <> case bill.state when 'paid' then 0 else bill.amount_fen end
        or booked.bank <> case bill.state when 'paid' then bill.amount_fen else 0 end
        or bill.bank_serial is not null and not ${isTransferRegistered({ centre: sql`bill.centre_id`, direction: sql`'out'`, serial: sql`bill.bank_serial` })}`,
  },
]
